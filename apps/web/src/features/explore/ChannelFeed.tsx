import { isVideo } from '@shiliu/contract/media'
import type { Post } from '@shiliu/contract/posts'
import { useEffect, useMemo } from 'react'
import { paths } from '#app/paths.ts'
import { Banners } from '#entities/announcement/Banners.tsx'
import { FeedSkeleton, PostFeed } from '#entities/post/PostFeed.tsx'
import { useFeed } from '#entities/post/post.queries.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useScrollRestoration } from '#ui/history/use-scroll-restoration.ts'
import { type Channel, RECOMMEND } from './channels.ts'
import { NewNotes } from './NewNotes.tsx'
import { onlyImages } from './OnlyImagesButton.tsx'

const PINNED = { pinned: true } as const

export function ChannelFeed({ channel }: { channel: Channel }) {
  const imagesOnly = onlyImages.use()
  const { query, posts, searching, extrasOf } = useChannelFeed(channel.category, imagesOnly)
  const scrollTo = useScrollRestoration()
  const banners = channel !== RECOMMEND && <Banners category={Number(channel.category)} />
  if (searching) {
    return (
      <>
        {banners}
        <FeedSkeleton />
      </>
    )
  }
  return (
    <>
      {banners}
      <NewNotes category={channel.category} shown={posts} wanted={imagesOnly ? hasOnlyImages : () => true} />
      <PostFeed
        query={query}
        posts={posts}
        label={`${channel.label}的笔记`}
        scrollTo={scrollTo}
        extrasOf={extrasOf}
        empty={imagesOnly ? <NoImageNotes /> : <NoNotes channel={channel} />}
      />
    </>
  )
}

function NoNotes({ channel }: { channel: Channel }) {
  const title = channel === RECOMMEND ? '还没有人发布笔记' : `「${channel.label}」里还没有笔记`
  return (
    <EmptyState title={title} hint="来发第一篇吧" action={<ButtonLink to={paths.publish()}>发布笔记</ButtonLink>} />
  )
}

function NoImageNotes() {
  return (
    <EmptyState
      title="这里还没有图文笔记"
      action={
        <Button variant="plain" onClick={() => onlyImages.set(false)}>
          查看全部
        </Button>
      }
    />
  )
}

// With `imagesOnly` notes with videos are left out. The server has no such filter, so pages are fetched until one has a
// note to show (`searching` meanwhile); after that the end of the list asks for more as usual.
function useChannelFeed(category: string, imagesOnly: boolean) {
  const { query, items, first } = useFeed(category)
  const pinned = first?.pinned
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const shown = useMemo(() => (imagesOnly ? items.filter(hasOnlyImages) : items), [items, imagesOnly])

  const searching = shown.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  const extrasOf = ({ id }: Post) => (pinned?.includes(id) ? PINNED : undefined)
  return { query, posts: shown, searching, extrasOf }
}

export function hasOnlyImages({ pictures }: Pick<Post, 'pictures'>): boolean {
  return pictures.length > 0 && pictures.every(({ url }) => !isVideo(url))
}
