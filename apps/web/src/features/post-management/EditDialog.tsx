import * as posts from '@shiliu/contract/posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { forgetPost } from '#api/post-cache.ts'
import { userSession } from '#api/session.ts'
import { createSheet } from '#entities/post/writing/sheet.ts'
import { confirm, pendingConfirm } from '#ui/confirm.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { toast } from '#ui/toast.ts'
import { unsavedQuestion } from '#ui/unsaved.ts'
import { useLeaveGuard } from '#ui/use-leave-guard.ts'
import { EditBones } from './EditBones.tsx'
import { EditForm, type Opened } from './EditForm.tsx'

const QUESTION = unsavedQuestion('改动', '继续改')

type Props = { id: number; onClosed: () => void }

/** Changing a published note (spec sections 2 «Note management», 5 «Note edit»). */
export function EditDialog({ id, onClosed }: Props) {
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState<Opened | null>(null)
  const [saving, setSaving] = useState(false)
  const asking = pendingConfirm.use() !== null
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: keys.postEdit(id),
    queryFn: ({ signal }) => call(posts.get, { params: { id }, query: { skipViewCount: true }, signal }),
    enabled: note === null,
    gcTime: 0,
    staleTime: 0,
  })
  const gone = error instanceof ApiError && error.status === 404
  if (data && !note) setNote({ post: data, sheet: createSheet(data) })

  useEffect(() => setOpened(true), [])
  useEffect(() => () => note?.sheet.uploader.dispose(), [note])
  useEffect(() => {
    if (!gone) return
    toast.error('笔记不存在或已被删除')
    forgetPost(client, id)
    setOpened(false)
  }, [gone, client, id])

  const dirty = () => opened && note?.sheet.dirty() === true
  useLeaveGuard(QUESTION, () => dirty() && userSession.get() !== null)

  async function close() {
    if (saving || asking) return
    if (!dirty() || (await confirm(QUESTION))) setOpened(false)
  }
  return (
    <DialogFrame opened={opened} onClose={() => void close()} onExited={onClosed} title="编辑笔记" width={640}>
      {note ? (
        <EditForm note={note} onSending={setSaving} onClose={() => void close()} onSaved={() => setOpened(false)} />
      ) : error && !gone ? (
        <ErrorState title="加载笔记失败" error={error} onRetry={() => void refetch()} />
      ) : (
        <EditBones />
      )}
    </DialogFrame>
  )
}
