import { Navigate, useParams } from 'react-router'
import { ApiError } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { FeedSkeleton } from '#entities/post/PostFeed.tsx'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { openAuth } from '#entities/user/require-login.ts'
import { useProfile } from '#entities/user/user.queries.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import feeds from './ProfileFeeds.module.css'
import { ProfileFeeds } from './ProfileFeeds.tsx'
import header from './ProfileHeader.module.css'
import { ProfileHeader } from './ProfileHeader.tsx'

/** `/user`: the viewer's own profile. */
export function OwnProfilePage() {
  const viewer = useViewer()
  return viewer ? <Profile key={viewer.user_id} userId={viewer.user_id} own /> : <SignedOut />
}

/** `/user/:userId`: the profile of another user; the viewer is redirected to `/user`. */
export function UserPage() {
  const { userId = '' } = useParams()
  const viewer = useViewer()
  if (viewer?.user_id === userId) return <Navigate to={paths.ownProfile()} replace />
  // The key resets the tab for another user.
  return <Profile key={userId} userId={userId} />
}

function Profile({ userId, own = false }: { userId: string; own?: boolean }) {
  const { profile, error, refetch } = useProfile(userId)
  const notFound = error instanceof ApiError && error.status === 404
  useTitle(notFound ? '用户不存在' : (profile?.nickname ?? (own ? '我' : null)))

  if (notFound) return <NoSuchUser />
  if (error && !profile) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!profile) return <ProfileSkeleton />
  return (
    <>
      <ProfileHeader profile={profile} own={own} />
      <ProfileFeeds userId={userId} nickname={profile.nickname} own={own} />
    </>
  )
}

function SignedOut() {
  useTitle('我')
  return (
    <EmptyState
      illustration="empty-people"
      title="请先登录"
      hint="登录后即可查看个人信息和管理内容"
      action={<Button onClick={() => openAuth('login')}>登录</Button>}
    />
  )
}

function NoSuchUser() {
  return (
    <EmptyState
      illustration="not-found"
      title="用户不存在"
      hint="该用户可能已被删除或不存在"
      action={<ButtonLink to={paths.home()}>返回首页</ButtonLink>}
    />
  )
}

function ProfileSkeleton() {
  return (
    <>
      <Skeleton label="加载用户信息中..." className={header.header}>
        <div className={header.avatar}>
          <SkeletonBlock width="var(--avatar)" height="var(--avatar)" round />
        </div>
        <div className={header.names}>
          <SkeletonBlock width={140} height={28} />
          <SkeletonBlock width={220} height={16} />
        </div>
        <div className={header.about}>
          <SkeletonBlock width="60%" height={16} />
          <SkeletonBlock width={200} height={24} />
          <SkeletonBlock width={240} height={20} />
        </div>
      </Skeleton>
      <div className={feeds.barSkeleton}>
        <SkeletonBlock width={160} height={40} round />
      </div>
      <div className={feeds.feed}>
        <FeedSkeleton />
      </div>
    </>
  )
}
