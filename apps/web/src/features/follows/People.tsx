import { type FollowTab, paths } from '#app/paths.ts'
import { UserListBones, UserListItem } from '#entities/user/UserListItem.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ListEnd } from '#ui/ListEnd.tsx'
import { followTabOf } from './follow-tabs.ts'
import { useFollowList } from './use-follow-list.ts'

/** One of the lists. Whom one ceases to follow stays in it until it is opened again, so that it can be undone. */
export function People({ tab, userId }: { tab: FollowTab; userId: string }) {
  const { query, users } = useFollowList(tab, userId)
  if (query.isPending) return <UserListBones />
  if (query.isError && users.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (users.length === 0) {
    const followers = tab === 'followers'
    return (
      <EmptyState
        drawing="empty-people"
        title="暂无用户数据"
        hint={followTabOf(tab)?.hint}
        action={
          <ButtonLink variant="plain" to={followers ? paths.publish() : paths.explore()}>
            {followers ? '发布笔记' : '去发现看看'}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      <ul aria-label={followTabOf(tab)?.label}>
        {users.map((user) => (
          <li key={user.id}>
            <UserListItem user={user} newTab />
          </li>
        ))}
      </ul>
      <ListEnd query={query} text="没有更多用户了" />
    </>
  )
}
