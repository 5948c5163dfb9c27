import * as auth from '@shiliu/contract/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { forgetChanges } from '#api/cached-changes.ts'
import { call } from '#api/client.ts'
import { SESSION_ENDED } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { onSessionEnd, toViewer, userSession, useViewer } from '#api/session.ts'
import { askAgain } from '#api/trim-lists.ts'
import { toast } from '#ui/toast.ts'
import { paths } from './paths.ts'

/** What follows when sessions begin and end: stale data goes, and who was signed out is told (spec sections 4, 8). */
export function SessionWatcher() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewerId = useViewer()?.id ?? null
  const seen = useRef(viewerId)

  useEffect(() => {
    if (seen.current === viewerId) return
    const signedIn = seen.current === null
    seen.current = viewerId
    // What a guest saw stays on the page while it is asked for again; what a user saw does not.
    if (signedIn) {
      askAgain(client)
    } else {
      forgetChanges(client)
      client.resetQueries()
    }
  }, [client, viewerId])

  // What is stored of the viewer may be old: another device may have changed it.
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
