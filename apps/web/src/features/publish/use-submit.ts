import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#app/paths.ts'
import { savedWords, saveNote } from '#entities/post/own/own-post.queries.ts'
import { draftErrors, type NoteField, noteErrors, toInput } from '#entities/post/writing/note-form.ts'
import { useSubmitNote } from '#entities/post/writing/use-submit-note.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { DraftSession } from './draft-session.ts'

const REDIRECT_MS = 1500

/** The page to go to after the note or draft is stored. */
const DESTINATION = { publish: paths.postManagement(), save: paths.draftBox() }

export type Purpose = keyof typeof DESTINATION
/** `waiting` is done, too: a moderator looks at the note first. */
export type Phase = 'idle' | 'uploading' | 'sending' | 'done' | 'waiting'

/** Publishes the note or saves the draft, then goes to the list that contains it. */
export function useSubmit(session: DraftSession, onInvalid: (first: NoteField) => void) {
  const { stage, errors, failure, submit, clear } = useSubmitNote(session.noteForm, onInvalid)
  const [purpose, setPurpose] = useState<Purpose>('publish')
  const [done, setDone] = useState<'done' | 'waiting' | null>(null)
  const navigate = useNavigate()

  useEffect(() => {
    if (!done) return
    // Going back from the list reopens a saved draft, but not a published note.
    const timer = setTimeout(() => navigate(DESTINATION[purpose], { replace: purpose === 'publish' }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [done, purpose, navigate])

  async function send(requested: Purpose) {
    if (done) return
    const draft = requested === 'save'
    setPurpose(requested)
    const initialId = session.draftId
    const saved = await submit({
      rules: draft ? draftErrors : noteErrors,
      send: () => saveNote(session.draftId, toInput(session.noteForm.note.get(), session.noteForm.images(), draft)),
      fallback: draft ? '草稿保存失败，请重试' : '发布失败，请重试',
      onGone() {
        // The next save creates a new draft.
        session.draftId = null
        return '这篇草稿已被删除，再点一次就存为新的'
      },
    })
    if (saved === null) return
    session.copies.forget()
    setDone(saved.state === 'pending' ? 'waiting' : 'done')
    toast.success(draft ? '草稿已保存' : savedWords(saved, '发布成功'))
    if (!draft) return
    session.draftId = saved.id
    if (initialId === null) navigate(paths.editDraft(saved.id), { replace: true })
  }

  const phase: Phase = done ?? stage
  return {
    phase,
    /** The button that `phase` is about. */
    purpose,
    errors,
    failure,
    send,
    clear,
  }
}
