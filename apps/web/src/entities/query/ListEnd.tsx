import { messageOf } from '#api/error.ts'
import classes from './ListEnd.module.css'
import { useInfiniteScroll } from './use-infinite-scroll.ts'
import type { EndOptions } from './watch-end.ts'

/** What an infinite query tells about its next page. */
export type MoreQuery = {
  isFetching: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  error: unknown
  fetchNextPage: () => unknown
}

type Props = {
  query: MoreQuery
  text?: string
  /** How near and how long its sight asks for more, where it is not as in the feeds. */
  reach?: Pick<EndOptions, 'margin' | 'delayMs'>
}

/** Stands after a list: asks for more shortly before it is in sight, and says how that goes (spec section 9). */
export function ListEnd({ query, text = '没有更多内容了', reach }: Props) {
  const { isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage, error } = query
  const end = useInfiniteScroll({
    hasMore: hasNextPage,
    busy: isFetching || isFetchNextPageError,
    onMore: query.fetchNextPage,
    ...reach,
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
