import { paths } from '#app/paths.ts'
import { PostFeed } from '#entities/post/PostFeed.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useScrollMemory } from '#ui/use-scroll-memory.ts'
import { type Channel, RECOMMEND } from './channels.ts'
import { useChannelFeed } from './use-channel-feed.ts'

export function ChannelFeed({ channel }: { channel: Channel }) {
  const { query, posts } = useChannelFeed(channel.category)
  const scrollTo = useScrollMemory()
  const title = channel === RECOMMEND ? '还没有人发布笔记' : `「${channel.label}」里还没有笔记`
  return (
    <PostFeed
      query={query}
      posts={posts}
      label={`${channel.label}的笔记`}
      scrollTo={scrollTo}
      empty={
        <EmptyState title={title} hint="来发第一篇吧" action={<ButtonLink to={paths.publish()}>发布笔记</ButtonLink>} />
      }
    />
  )
}
