import { NOTICES } from '#ui/constants.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ListEnd } from '#ui/ListEnd.tsx'
import { NoticeBones } from './NoticeBones.tsx'
import classes from './NoticeList.module.css'
import { NoticeRow } from './NoticeRow.tsx'
import { type NoticeTab, TABS } from './notice-tabs.ts'
import { useNotices } from './use-notices.ts'

type Props = { tab: NoticeTab; onRead: (tab: NoticeTab, id: number) => void }

export function NoticeList({ tab, onRead }: Props) {
  const { query, notices } = useNotices(tab)
  const words = TABS.find(({ key }) => key === tab)

  if (query.isPending) return <NoticeBones withButton={tab === 'follows'} />
  if (query.isError && notices.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (notices.length === 0) {
    return (
      <EmptyState
        drawing={tab === 'follows' ? 'empty-people' : 'empty-inbox'}
        title={words?.empty ?? ''}
        hint={words?.hint}
      />
    )
  }
  return (
    <>
      <ul className={classes.list} aria-label={words?.label}>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onRead={() => onRead(tab, notice.id)} />
        ))}
      </ul>
      <ListEnd query={query} text="没有更多通知了" reach={NOTICES} />
    </>
  )
}
