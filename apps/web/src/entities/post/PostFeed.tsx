import type { Post } from '@shiliu/contract/posts'
import type { ReactNode } from 'react'
import { messageOf } from '#api/error.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { CardBones, Skeleton } from '#ui/Skeleton.tsx'
import { textWidth } from '#ui/text-width.ts'
import { useInfiniteScroll } from '#ui/use-infinite-scroll.ts'
import { type CardPlace, Waterfall } from '#ui/Waterfall.tsx'
import { cardSize } from './card-size.ts'
import { PostCard } from './PostCard.tsx'
import classes from './PostFeed.module.css'

/** What an infinite query tells; its data is given as `posts`, since every list wraps it differently. */
export type FeedQuery = {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  error: unknown
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type Props = {
  query: FeedQuery
  /** Each note once: see `uniquePosts`. */
  posts: readonly Post[]
  /** An EmptyState. */
  empty: ReactNode
  /** What the notes are, read out. */
  label: string
  scrollTo?: number | undefined
}

const keyOf = (post: Post) => post.id
const heightOf = (post: Post, width: number) => cardSize(post, width, textWidth).height
const renderCard = (post: Post, { width, first }: CardPlace) => <PostCard post={post} width={width} first={first} />

/** A waterfall of notes with all its states; more are asked for 200 px before the end (spec sections 2, 4, 9). */
export function PostFeed({ query, posts, empty, label, scrollTo }: Props) {
  const { isPending, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage, error } = query
  const end = useInfiniteScroll({
    hasMore: hasNextPage,
    busy: isFetching || isFetchNextPageError,
    onMore: query.fetchNextPage,
  })
  if (isPending) return <FeedBones />
  if (query.isError && posts.length === 0) return <ErrorState error={error} onRetry={() => query.refetch()} />
  if (posts.length === 0) return empty
  return (
    <>
      <Waterfall
        items={posts}
        keyOf={keyOf}
        heightOf={heightOf}
        renderCard={renderCard}
        label={label}
        scrollTo={scrollTo}
      />
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
        {!hasNextPage && '没有更多内容了'}
      </div>
    </>
  )
}

const BONES = [0.75, 1, 0.75, 1.2, 1, 0.75]
const bonesHeight = (index: number, width: number) => Math.round(width / (BONES[index] ?? 1)) + 64
const renderBones = (index: number) => <CardBones ratio={BONES[index] ?? 1} />

/** Six cards in the shape of what comes. */
export function FeedBones() {
  return (
    <Skeleton>
      <Waterfall
        items={[0, 1, 2, 3, 4, 5]}
        keyOf={Number}
        heightOf={bonesHeight}
        renderCard={renderBones}
        label="加载中"
      />
    </Skeleton>
  )
}
