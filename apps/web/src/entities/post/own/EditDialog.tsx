import { useEffect, useState } from 'react'
import { userSession } from '#api/session.ts'
import { useNoteToEdit } from '#entities/post/own/own-post.queries.ts'
import { createNoteCopies, createNoteForm, keepNote } from '#entities/post/writing/note-form.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useGuardedClose } from '#ui/history/use-leave-guard.ts'
import { discardPrompt } from '#ui/overlay/confirm.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import classes from './EditForm.module.css'
import { EditForm, type OpenedNote } from './EditForm.tsx'

const QUESTION = discardPrompt('改动', '继续改')

export type EditProps = {
  id: number
  /** Called after the closing animation. */
  onClosed: () => void
}

/** Edits a published note; asks before unsaved changes are lost. */
export function EditDialog({ id, onClosed }: EditProps) {
  const [opened, setOpened] = useState(false)
  const [note, setNote] = useState<OpenedNote | null>(null)
  const [saving, setSaving] = useState(false)
  const { data, missing, error, refetch } = useNoteToEdit(id, note === null)
  if (data && !note) {
    const noteForm = createNoteForm(data)
    setNote({ post: data, noteForm, copies: createNoteCopies(`note/${id}`, noteForm) })
  }

  useEffect(() => setOpened(true), [])
  useEffect(() => {
    if (!note) return
    const release = note.copies.hold()
    const stop = keepNote(note.noteForm, note.copies)
    return () => {
      stop()
      release()
      note.noteForm.uploader.dispose()
    }
  }, [note])
  useEffect(() => {
    if (!missing) return
    toast.error('笔记不存在或已被删除')
    setOpened(false)
  }, [missing])

  const close = useGuardedClose({
    question: QUESTION,
    hasUnsaved: () => opened && note?.noteForm.isDirty() === true,
    isSignedIn: () => userSession.get() !== null,
    isSaving: () => saving,
    close: () => setOpened(false),
    onDiscard: () => note?.copies.forget(),
  })
  return (
    <DialogFrame opened={opened} onClose={close} onExited={onClosed} title="编辑笔记" width={640}>
      {note ? (
        <EditForm note={note} onSending={setSaving} onClose={close} onSaved={() => setOpened(false)} />
      ) : error && !missing ? (
        <ErrorState title="加载笔记失败" error={error} onRetry={() => void refetch()} />
      ) : (
        <EditSkeleton />
      )}
    </DialogFrame>
  )
}

function EditSkeleton() {
  return (
    <Skeleton className={classes.form}>
      <div className={classes.tiles}>
        {[1, 2, 3].map((tile) => (
          <SkeletonBlock key={tile} ratio={1} className={classes.tile} />
        ))}
      </div>
      <SkeletonBlock height={32} />
      <SkeletonBlock height={140} />
      <SkeletonBlock width="60%" height={36} />
    </Skeleton>
  )
}
