import { Navigate, Route, Routes } from 'react-router'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { AdminShell } from './AdminShell.tsx'
import { areas } from './areas.tsx'

const notFound = (
  <EmptyState
    illustration="not-found"
    heading
    title="后台没有这个页面"
    action={<ButtonLink to={paths.adminHome()}>回到后台首页</ButtonLink>}
  />
)

/** The routes below /admin, except the sign-in page (docs/product.md#admin-shell). */
export function AdminApp() {
  return (
    <Routes>
      <Route index element={<Navigate to={paths.adminLogin()} replace />} />
      <Route element={<AdminShell />}>
        {areas.map(({ path, page }) => (
          <Route key={path} path={path} element={page} />
        ))}
        <Route path="*" element={notFound} />
      </Route>
    </Routes>
  )
}
