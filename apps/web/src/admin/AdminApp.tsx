import { type AdminRole, ROLE_WORDS, roleNeeded } from '@shiliu/contract/admin/roles'
import { users } from '@shiliu/contract/admin/users'
import { Navigate, Route, Routes } from 'react-router'
import { useAdmin } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { AdminShell } from './AdminShell.tsx'
import { areas } from './areas.tsx'
import { useMay } from './permissions.ts'
import { UserPage } from './user-page/UserPage.tsx'

const notFound = (
  <EmptyState
    illustration="not-found"
    heading
    title="后台没有这个页面"
    action={<ButtonLink to={paths.adminHome()}>回到后台首页</ButtonLink>}
  />
)

function Refused({ least }: { least: AdminRole }) {
  const role = useAdmin()?.role
  return (
    <EmptyState
      heading
      title="你没有这个页面的权限"
      hint={`它需要${roleNeeded(least)}${role ? `，你是${ROLE_WORDS[role]}` : ''}`}
      action={<ButtonLink to={paths.admin('roles')}>看看谁能做什么</ButtonLink>}
    />
  )
}

/** The routes below /admin, except the sign-in page (docs/product.md#admin-shell). */
export function AdminApp() {
  const may = useMay()
  return (
    <Routes>
      <Route index element={<Navigate to={paths.adminLogin()} replace />} />
      <Route element={<AdminShell />}>
        {areas.map(({ path, page, least }) => (
          <Route key={path} path={path} element={may(least) ? page : <Refused least={least} />} />
        ))}
        <Route path="users/:id" element={may(users.get) ? <UserPage /> : <Refused least="viewer" />} />
        <Route path="*" element={notFound} />
      </Route>
    </Routes>
  )
}
