import { useViewer } from '#api/session.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useTitle } from '#ui/use-title.ts'
import { Writing } from './Writing.tsx'

/** Writing a note (spec section 2 «Publish page»). */
export function PublishPage() {
  const viewer = useViewer()
  useTitle('发布笔记')
  if (viewer) return <Writing key={viewer.id} viewerId={viewer.id} />
  return (
    <EmptyState
      title="请先登录"
      hint="登录后可发布和管理笔记"
      action={<Button onClick={() => openAuth('login')}>登录</Button>}
    />
  )
}
