import type { Post } from '@shiliu/contract/posts'
import type { ReactNode } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ListEnd, type MoreQuery } from '#ui/ListEnd.tsx'
import { CardBones, Skeleton } from '#ui/Skeleton.tsx'
import { textWidth } from '#ui/text-width.ts'
import { type CardPlace, Waterfall } from '#ui/Waterfall.tsx'
import { cardSize } from './card-size.ts'
import { PostCard } from './PostCard.tsx'

/** What an infinite query tells; its data is given as `posts`, since every list wraps it differently. */
type FeedQuery = MoreQuery & { isPending: boolean; isError: boolean; refetch: () => unknown }

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
  if (query.isPending) return <FeedBones />
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
