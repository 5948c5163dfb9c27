import * as auth from '@shiliu/contract/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { SESSION_ENDED } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { onSessionEnd, toViewer, userSession, useViewer } from '#api/session.ts'
import { invalidate } from '#data/lists.ts'
import { clearRecords } from '#data/records.ts'
import { toast } from '#ui/feedback/toast.ts'
import { paths } from './paths.ts'

/** Drops stale data when a user signs in or out, and reports sessions that the server ended. */
export function SessionWatcher() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewerId = useViewer()?.id ?? null
  const previousId = useRef(viewerId)

  useEffect(() => {
    if (previousId.current === viewerId) return
    const signedIn = previousId.current === null
    previousId.current = viewerId
    // A guest's data stays visible while it is refetched; a user's data does not.
    if (signedIn) {
      invalidate()
    } else {
      clearRecords()
      // After the other effects of this render, which turn off what guests may not ask for.
      queueMicrotask(() => client.resetQueries())
    }
  }, [client, viewerId])

  // The stored profile may be out of date: another device may have edited it.
  useQuery({
    queryKey: keys.me(viewerId),
    enabled: viewerId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const me = await call(auth.me, { signal })
      userSession.update(toViewer(me) ?? {})
      return me
    },
  })

  useEffect(() => {
    return onSessionEnd((realm) => {
      if (realm === 'admin') {
        toast.error('登录已过期，请重新登录', 3000)
        if (window.location.pathname.startsWith('/admin')) navigate(paths.adminLogin(), { replace: true })
        return
      }
      toast.error(SESSION_ENDED)
      if (!window.location.pathname.startsWith('/admin')) navigate(paths.home())
    })
  }, [navigate])

  return null
}
