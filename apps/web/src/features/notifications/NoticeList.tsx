import { messageOf } from '#api/error.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useInfiniteScroll } from '#ui/use-infinite-scroll.ts'
import { NoticeBones } from './NoticeBones.tsx'
import classes from './NoticeList.module.css'
import { NoticeRow } from './NoticeRow.tsx'
import { type NoticeTab, TABS } from './notice-tabs.ts'
import { useNotices } from './use-notices.ts'

/** Spec section 9 «Notifications». */
const MARGIN = 100

type Props = { tab: NoticeTab; onRead: (tab: NoticeTab, id: number) => void }

export function NoticeList({ tab, onRead }: Props) {
  const { query, notices } = useNotices(tab)
  const { isPending, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage, error } = query
  const end = useInfiniteScroll({
    hasMore: hasNextPage,
    busy: isFetching || isFetchNextPageError,
    onMore: () => void query.fetchNextPage(),
    margin: MARGIN,
  })
  const words = TABS.find(({ key }) => key === tab)

  if (isPending) return <NoticeBones withButton={tab === 'follows'} />
  if (query.isError && notices.length === 0) return <ErrorState error={error} onRetry={() => void query.refetch()} />
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
      <div ref={end} className={classes.end} role="status">
        {isFetchingNextPage && '加载中'}
        {isFetchNextPageError && !isFetchingNextPage && (
          <>
            {messageOf(error, '没能加载更多')}
            <Button variant="plain" size="sm" onClick={() => void query.fetchNextPage()}>
              重试
            </Button>
          </>
        )}
        {!hasNextPage && '没有更多通知了'}
      </div>
    </>
  )
}
