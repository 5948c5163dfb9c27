import { useViewer } from '#api/session.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useTitle } from '#ui/use-title.ts'
import { Profile } from './Profile.tsx'

/** /user: one's own profile (spec section 2). */
export function OwnProfilePage() {
  const viewer = useViewer()
  return viewer ? <Profile key={viewer.user_id} userId={viewer.user_id} own /> : <Nobody />
}

function Nobody() {
  useTitle('我')
  return (
    <EmptyState
      drawing="empty-people"
      title="请先登录"
      hint="登录后即可查看个人信息和管理内容"
      action={<Button onClick={() => openAuth('login')}>登录</Button>}
    />
  )
}
