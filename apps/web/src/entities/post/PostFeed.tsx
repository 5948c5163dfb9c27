import type { Post } from '@shiliu/contract/posts'
import type { ReactNode } from 'react'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ListEnd, type PagedQuery } from '#entities/query/ListEnd.tsx'
import { type CardLayout, Waterfall } from '#ui/feed/Waterfall.tsx'
import { CardSkeleton, Skeleton } from '#ui/feedback/Skeleton.tsx'
import { textWidth } from '#ui/text/text-width.ts'
import { type CardExtras, cardSize } from './card-size.ts'
import { PostCard } from './PostCard.tsx'

/** The state of a list's query; what it holds is passed as `posts`. */
type FeedQuery = PagedQuery & { isPending: boolean; isError: boolean; refetch: () => unknown }

type Props = {
  query: FeedQuery
  posts: readonly Post[]
  empty: ReactNode
  label: string
  scrollTo?: number | undefined
  /** The same object for the same note. */
  extrasOf?: (post: Post) => CardExtras | undefined
}

const keyOf = (post: Post) => post.id

/** A waterfall of notes with its loading, error, empty and end states (docs/product.md#feeds). */
export function PostFeed({ query, posts, empty, label, scrollTo, extrasOf }: Props) {
  const heightOf = (post: Post, width: number) => cardSize(post, width, textWidth, extrasOf?.(post)).height
  const renderCard = (post: Post, { width, first }: CardLayout) => (
    <PostCard post={post} width={width} first={first} extras={extrasOf?.(post)} />
  )

  if (query.isPending) return <FeedSkeleton />
  if (query.isError && posts.length === 0) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
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
      <ListEnd query={query} />
    </>
  )
}

const RATIOS = [0.75, 1, 0.75, 1.2, 1, 0.75]
const skeletonHeight = (index: number, width: number) => Math.round(width / (RATIOS[index] ?? 1)) + 64
const renderSkeleton = (index: number) => <CardSkeleton ratio={RATIOS[index] ?? 1} />

export function FeedSkeleton() {
  return (
    <Skeleton>
      <Waterfall
        items={[0, 1, 2, 3, 4, 5]}
        keyOf={Number}
        heightOf={skeletonHeight}
        renderCard={renderSkeleton}
        label="加载中"
      />
    </Skeleton>
  )
}
