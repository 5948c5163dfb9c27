import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { userSession } from '#api/session.ts'
import { toast } from '#ui/toast.ts'
import { DraftLoader } from './DraftLoader.tsx'
import { createDesk, type Desk, findDesk, leaveDesk, takeDesk } from './desk.ts'
import { PublishForm } from './PublishForm.tsx'

function readDraftId(query: URLSearchParams): number | null {
  const id = query.get('draftId') ?? ''
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}

/** Finds what is to be written on: what had to be left, a new sheet, or the draft that the address names. */
export function Writing({ viewerId }: { viewerId: number }) {
  const [query] = useSearchParams()
  const draftId = readDraftId(query)
  const [found] = useState(() => findDesk(viewerId, draftId))
  const [desk, setDesk] = useState<Desk | null>(found)
  const fits = desk?.serves(draftId) ?? false

  // A new sheet needs no waiting; a draft is loaded first.
  if (!fits && draftId === null) setDesk(createDesk(viewerId, null))

  useEffect(() => {
    if (!found) return
    takeDesk(found)
    toast.info('已找回刚才没发出的内容')
  }, [found])

  useEffect(() => {
    if (desk && desk.draftId === draftId) desk.address = draftId
  }, [desk, draftId])

  useEffect(() => {
    if (!desk) return
    return () => leaveDesk(desk, userSession.get()?.info.id !== desk.viewerId)
  }, [desk])

  if (desk && fits) return <PublishForm desk={desk} readDraftId={readDraftId} />
  if (draftId === null) return null
  return <DraftLoader key={draftId} id={draftId} onLoad={(draft) => setDesk(createDesk(viewerId, draft))} />
}
