import { useId } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useViewer } from '#api/session.ts'
import { type FollowTab, paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { ListEnd } from '#entities/query/ListEnd.tsx'
import { UserListItem, UserListSkeleton } from '#entities/user/UserListItem.tsx'
import { useFollowList } from '#entities/user/user.queries.ts'
import { BackToTop, FloatingButtons } from '#ui/feed/FloatingButtons.tsx'
import { StickyBar } from '#ui/feed/StickyBar.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { BackButton } from '#ui/form/BackButton.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Tabs } from '#ui/form/Tabs.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import classes from './FollowListPage.module.css'

const FOLLOW_TABS: readonly { key: FollowTab; label: string; hint: string }[] = [
  { key: 'mutual', label: '互相关注', hint: '和你互相关注的同学会在这里' },
  { key: 'following', label: '关注', hint: '关注感兴趣的同学，在这里找到 TA 们' },
  { key: 'followers', label: '粉丝', hint: '发布笔记，让更多同学认识你' },
]

export function findFollowTab(type: string | undefined) {
  return FOLLOW_TABS.find(({ key }) => key === type) ?? null
}

type ListProps = { tab: FollowTab; userId: string }

/** `/follow/:type`: the viewer's mutual follows, followed users and followers. */
export function FollowListPage() {
  const { type } = useParams()
  const viewer = useViewer()
  const tab = findFollowTab(type)
  useTitle(tab?.label)
  if (!viewer) return <Navigate to={paths.home()} replace />
  if (!tab) return <Navigate to={paths.follow('following')} replace />
  return <FollowLists key={viewer.user_id} tab={tab.key} userId={viewer.user_id} />
}

function FollowLists({ tab, userId }: ListProps) {
  const navigate = useNavigate()
  const panel = useId()

  function choose(next: FollowTab) {
    if (next === tab) return
    navigate(paths.follow(next), { replace: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <BackButton fallback={paths.ownProfile()} />
        <h1 className={classes.heading}>{findFollowTab(tab)?.label}</h1>
      </div>
      <StickyBar>
        <Tabs tabs={FOLLOW_TABS} value={tab} onChange={choose} label="关注与粉丝" panelId={panel} />
      </StickyBar>
      <div id={panel} role="tabpanel" aria-label={findFollowTab(tab)?.label}>
        <UserList key={tab} tab={tab} userId={userId} />
      </div>
      <FloatingButtons>
        <BackToTop />
      </FloatingButtons>
    </div>
  )
}

/** A user that the viewer unfollows stays in the list until it is opened again, so that it can be undone. */
function UserList({ tab, userId }: ListProps) {
  const { query, items: users } = useFollowList(tab, userId)
  if (query.isPending) return <UserListSkeleton />
  if (query.isError && users.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (users.length === 0) {
    const followers = tab === 'followers'
    return (
      <EmptyState
        illustration="empty-people"
        title="暂无用户数据"
        hint={findFollowTab(tab)?.hint}
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
      <ul aria-label={findFollowTab(tab)?.label}>
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
