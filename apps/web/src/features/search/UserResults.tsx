import type { FoundUser } from '@shiliu/contract/search'
import { useMemo } from 'react'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ListEnd } from '#entities/query/ListEnd.tsx'
import { type SearchTerms, useFoundUsers } from '#entities/search/search.queries.ts'
import { CardCovers } from '#entities/user/card/CardCovers.tsx'
import { UserListItem, UserListSkeleton } from '#entities/user/UserListItem.tsx'
import { BackToTop, FloatingButtons, RefreshButton } from '#ui/feed/FloatingButtons.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { readerOf } from './found-text.ts'
import { Marked } from './Marked.tsx'
import { searchHeading } from './search-terms.ts'
import classes from './UserResults.module.css'

/** Users whose nickname or 小石榴号 contains the keyword. */
export function UserResults({ terms }: { terms: SearchTerms }) {
  const { query, items: users, reload } = useFoundUsers(terms)

  const reader = useMemo(() => readerOf(terms.keyword || terms.tag), [terms])
  const namesOf = ({ nickname, user_id }: FoundUser) => ({
    nickname: <Marked {...reader.name(nickname)} />,
    userId: <Marked {...reader.name(user_id)} />,
  })

  function refresh() {
    window.scrollTo({ top: 0, behavior: 'instant' })
    reload()
  }

  if (query.isPending) return <UserListSkeleton className={classes.users} />
  if (query.isError && users.length === 0) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return (
    <>
      {users.length === 0 ? (
        <EmptyState illustration="empty-people" title="没有找到相关内容，换个关键词试试" />
      ) : (
        <>
          <ul className={classes.users} aria-label={`${searchHeading(terms)}：用户`}>
            {users.map((user) => (
              <li key={user.id}>
                <UserListItem user={user} likes={user.likes_and_collects} names={namesOf(user)}>
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
