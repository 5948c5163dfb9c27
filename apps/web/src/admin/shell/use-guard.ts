import * as auth from '@shiliu/contract/admin/auth'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { useAdmin } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#ui/toast.ts'
import { TOAST_MS } from '../toast-ms.ts'

/**
 * The signed-in administrator; without one the page gives way to the sign-in. A token that the server refuses ends the
 * session, which the app announces itself (SessionWatcher); here is said only that there was none to begin with.
 */
export function useGuard() {
  const admin = useAdmin()
  const navigate = useNavigate()
  const came = useRef(admin !== null)
  const absent = admin === null

  useQuery({
    queryKey: keys.adminMe(admin?.id ?? null),
    enabled: !absent,
    queryFn: ({ signal }) => call(auth.me, { signal }),
  })

  useEffect(() => {
    if (!absent) return
    if (!came.current) toast.error('登录已过期，请重新登录', TOAST_MS)
    navigate(paths.adminLogin(), { replace: true })
  }, [absent, navigate])

  return admin
}
