import { paths } from '#app/paths.ts'
import { PostFeed } from '#entities/post/PostFeed.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { emptyText, type ProfileTab } from './profile-tabs.ts'
import { useProfileFeed } from './use-profile-feed.ts'

type Props = { tab: ProfileTab; userId: string; own: boolean; label: string; scrollTo: number | undefined }

export function ProfileFeed({ tab, userId, own, label, scrollTo }: Props) {
  const { query, posts } = useProfileFeed(tab, userId)
  const action = own && (
    <ButtonLink to={tab === 'posts' ? paths.publish() : paths.explore()}>
      {tab === 'posts' ? '发布笔记' : '去发现'}
    </ButtonLink>
  )
  return (
    <PostFeed
      query={query}
      posts={posts}
      label={label}
      scrollTo={scrollTo}
      empty={<EmptyState {...emptyText(tab, own)} action={action || undefined} />}
    />
  )
}
