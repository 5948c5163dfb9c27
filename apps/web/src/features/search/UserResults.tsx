import { CardCovers } from '#entities/user/card/CardCovers.tsx'
import { UserListBones, UserListItem } from '#entities/user/UserListItem.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/FloatingButtons.tsx'
import { ListEnd } from '#ui/ListEnd.tsx'
import { type Asked, headingOf } from './asked.ts'
import classes from './UserResults.module.css'
import { useFoundUsers } from './use-found-users.ts'

/** Users by a part of their nickname or 小石榴号. */
export function UserResults({ asked }: { asked: Asked }) {
  const { query, users, reload } = useFoundUsers(asked)

  function refresh() {
    window.scrollTo({ top: 0, behavior: 'instant' })
    reload()
  }

  if (query.isPending) return <UserListBones className={classes.users} />
  if (query.isError && users.length === 0) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <>
      {users.length === 0 ? (
        <EmptyState drawing="empty-people" title="没有找到相关内容，换个关键词试试" />
      ) : (
        <>
          <ul className={classes.users} aria-label={`${headingOf(asked)}：用户`}>
            {users.map((user) => (
              <li key={user.id}>
                <UserListItem user={user} likes={user.likes_and_collects}>
                  {user.covers.length > 0 && <CardCovers covers={user.covers} />}
                </UserListItem>
              </li>
            ))}
          </ul>
          <ListEnd query={query} text="没有更多用户了" />
        </>
      )}
      <FloatingButtons>
        <BackToTop />
        <RefreshButton onClick={refresh} busy={query.isRefetching && !query.isFetchingNextPage} />
      </FloatingButtons>
    </>
  )
}
