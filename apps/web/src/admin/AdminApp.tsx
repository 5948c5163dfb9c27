import { Navigate, Route, Routes } from 'react-router'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { areas } from './areas.tsx'
import { AdminShell } from './shell/AdminShell.tsx'

const nothingHere = (
  <EmptyState
    drawing="not-found"
    heading
    title="后台没有这个页面"
    action={<ButtonLink to={paths.adminHome()}>回到后台首页</ButtonLink>}
  />
)

/** Everything below /admin but the sign-in (spec section 2 «Admin layout»). */
export function AdminApp() {
  return (
    <Routes>
      <Route index element={<Navigate to={paths.adminLogin()} replace />} />
      <Route element={<AdminShell />}>
        {areas.map(({ path, page }) => (
          <Route key={path} path={path} element={page} />
        ))}
        <Route path="*" element={nothingHere} />
      </Route>
    </Routes>
  )
}
