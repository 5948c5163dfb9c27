import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { userSession, useViewer } from '#api/session.ts'
import { idParam } from '#app/paths.ts'
import { openAuth } from '#entities/user/require-login.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/Button.tsx'
import { useTitle } from '#ui/history/use-title.ts'
import { DraftLoader } from './DraftLoader.tsx'
import {
  createDraftSession,
  type DraftSession,
  enterSession,
  findSuspended,
  leaveSession,
  resumeSession,
} from './draft-session.ts'
import { PublishForm } from './PublishForm.tsx'

/** `/publish`: writes a new note, or continues the draft in `draftId`. */
export function PublishPage() {
  const viewer = useViewer()
  useTitle('发布笔记')
  if (viewer) return <DraftEditor key={viewer.id} viewerId={viewer.id} />
  return (
    <EmptyState
      title="请先登录"
      hint="登录后可发布和管理笔记"
      action={<Button onClick={() => openAuth('login')}>登录</Button>}
    />
  )
}

/** Resumes a suspended session, or starts one with an empty note or the draft in the address. */
function DraftEditor({ viewerId }: { viewerId: number }) {
  const [query] = useSearchParams()
  const draftId = idParam(query, 'draftId')
  const [resumed] = useState(() => findSuspended(viewerId, draftId))
  const [session, setSession] = useState<DraftSession | null>(resumed)
  const matches = session?.matches(draftId) ?? false

  // A new note starts at once; a draft is loaded first.
  if (!matches && draftId === null) setSession(createDraftSession(viewerId, null))

  useEffect(() => {
    if (!resumed) return
    resumeSession(resumed)
    toast.info('已找回刚才没发出的内容')
  }, [resumed])

  useEffect(() => {
    if (session && session.draftId === draftId) session.addressDraftId = draftId
  }, [session, draftId])

  useEffect(() => {
    if (!session) return
    const close = enterSession(session)
    return () => {
      close()
      leaveSession(session, userSession.get()?.info.id !== session.viewerId)
    }
  }, [session])

  if (session && matches) return <PublishForm session={session} />
  if (draftId === null) return null
  return <DraftLoader key={draftId} id={draftId} onLoad={(draft) => setSession(createDraftSession(viewerId, draft))} />
}
