import { markRead, type NoticeTab, useNotices } from '#entities/notification/notification.queries.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ListEnd } from '#entities/query/ListEnd.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import classes from './NoticeRow.module.css'
import { NoticeRow } from './NoticeRow.tsx'
import { TABS } from './notice.ts'

/** The next page is requested this near the end of the list, once it stays there for this long. */
const LIST_END = { margin: 100, delayMs: 300 }

export function NoticeList({ tab }: { tab: NoticeTab }) {
  const { query, items: notices } = useNotices(tab)
  const texts = TABS.find(({ key }) => key === tab)

  if (query.isPending) return <NoticeSkeleton withButton={tab === 'follows'} />
  if (query.isError && notices.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (notices.length === 0) {
    return (
      <EmptyState
        illustration={tab === 'follows' ? 'empty-people' : 'empty-inbox'}
        title={texts?.empty ?? ''}
        hint={texts?.hint}
      />
    )
  }
  return (
    <>
      <ul className={classes.list} aria-label={texts?.label}>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onRead={() => markRead(tab, notice.id)} />
        ))}
      </ul>
      <ListEnd query={query} text="没有更多通知了" threshold={LIST_END} />
    </>
  )
}

function NoticeSkeleton({ withButton }: { withButton: boolean }) {
  return (
    <Skeleton>
      {[60, 40, 75, 50, 65, 45].map((width) => (
        <div key={width} className={classes.row}>
          <SkeletonBlock width={48} height={48} round />
          <div className={classes.body}>
            <SkeletonBlock width={180} height={16} />
            <SkeletonBlock width={`${width}%`} height={14} />
            <SkeletonBlock width={64} height={12} />
          </div>
          {withButton ? <SkeletonBlock width={72} height={36} round /> : <SkeletonBlock width={56} height={56} />}
        </div>
      ))}
    </Skeleton>
  )
}
