import { paths } from '#app/paths.ts'
import { FeedBones, PostFeed } from '#entities/post/PostFeed.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useScrollMemory } from '#ui/use-scroll-memory.ts'
import { type Channel, RECOMMEND } from './channels.ts'
import { onlyImages } from './only-images.ts'
import { useChannelFeed } from './use-channel-feed.ts'

export function ChannelFeed({ channel }: { channel: Channel }) {
  const narrowed = onlyImages.use()
  const { query, posts, looking } = useChannelFeed(channel.category, narrowed)
  const scrollTo = useScrollMemory()
  if (looking) return <FeedBones />
  return (
    <PostFeed
      query={query}
      posts={posts}
      label={`${channel.label}的笔记`}
      scrollTo={scrollTo}
      empty={narrowed ? <NoImageNotes /> : <NoNotes channel={channel} />}
    />
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
