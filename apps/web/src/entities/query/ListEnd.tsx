import { messageOf } from '#api/error.ts'
import { useInfiniteScroll } from '#ui/feed/use-infinite-scroll.ts'
import classes from './ListEnd.module.css'

export type PagedQuery = {
  isFetching: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  error: unknown
  fetchNextPage: () => unknown
}

type Props = {
  query: PagedQuery
  text?: string
  /** When the next page is requested, if not as in the feeds. */
  threshold?: { margin: number; delayMs: number }
}

/** The end of a list: requests the next page shortly before it is visible and shows how that goes. */
export function ListEnd({ query, text = '没有更多内容了', threshold }: Props) {
  const { isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage, error } = query
  const end = useInfiniteScroll({
    hasMore: hasNextPage,
    busy: isFetching || isFetchNextPageError,
    onMore: query.fetchNextPage,
    ...threshold,
  })
  return (
    <div ref={end} className={classes.end} role="status">
      {isFetchingNextPage && (
        <>
          <span className={classes.ring} aria-hidden />
          <span>加载中</span>
        </>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <>
          <span>{messageOf(error, '没能加载更多')}</span>
          <button type="button" className={classes.retry} onClick={() => query.fetchNextPage()}>
            重试
          </button>
        </>
      )}
      {!hasNextPage && text}
    </div>
  )
}
