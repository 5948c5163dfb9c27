import { useEffect, useRef, useState } from 'react'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { cancelWaiting } from '#data/patience.ts'
import { isBusy } from '#entities/picture/uploader.ts'
import { toast } from '#ui/feedback/toast.ts'
import { NOTE_STEP, type SavedNote } from '../own/own-post.queries.ts'
import { FIELDS, fieldOfError, type Note, type NoteErrors, type NoteField, type NoteForm } from './note-form.ts'

type Stage = 'idle' | 'uploading' | 'sending'

type Submission = {
  rules: (note: Note, pictures: number) => NoteErrors
  send: () => Promise<SavedNote>
  /** The message for an error without one of its own. */
  fallback: string
  /** Called when the note no longer exists; returns the message. */
  onGone: () => string
}

const NOT_UPLOADED = '有图片没有传好，重试或删除它之后再继续'

export function useSubmitNote(noteForm: NoteForm, onInvalid: (first: NoteField) => void) {
  const [stage, setStage] = useState<Stage>('idle')
  const [errors, setErrors] = useState<NoteErrors>({})
  /** An error that belongs to no field. */
  const [failure, setFailure] = useState<string | null>(null)
  /** Ignores clicks until the button is rendered as disabled. */
  const running = useRef(false)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      // Nothing is published behind the back of who left the form.
      cancelWaiting(NOTE_STEP)
    }
  }, [])

  /** True when there are no errors. */
  function showErrors(found: NoteErrors): boolean {
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    if (first) onInvalid(first)
    return !first
  }

  function showRefusal(error: unknown, { fallback, onGone }: Submission) {
    const message = actionErrorMessage(error, fallback)
    const field = error instanceof ApiError ? fieldOfError(error.field, error.error) : null
    if (error instanceof ApiError && error.error === 'post_not_found') setFailure(onGone())
    else if (field) showErrors({ [field]: message })
    else setFailure(message)
    toast.error(message)
  }

  /** Resolves to null when it was not sent and the reason is shown. */
  async function submit(submission: Submission): Promise<SavedNote | null> {
    if (running.current) return null
    const validate = () => showErrors(submission.rules(noteForm.note.get(), noteForm.uploader.get().length))
    setFailure(null)
    if (!validate()) return null
    running.current = true
    try {
      if (noteForm.uploader.get().some(isBusy)) setStage('uploading')
      const uploaded = await noteForm.uploader.settled()
      // The fields can be edited while the pictures upload.
      if (!mounted.current || !validate()) return null
      if (!uploaded) {
        showErrors({ images: NOT_UPLOADED })
        return null
      }
      setStage('sending')
      const snapshot = noteForm.snapshot()
      const saved = await submission.send()
      noteForm.markSaved(snapshot)
      return saved
    } catch (error) {
      showRefusal(error, submission)
      return null
    } finally {
      running.current = false
      setStage('idle')
    }
  }

  return {
    stage,
    errors,
    failure,
    submit,
    clear(field: NoteField) {
      setErrors(({ [field]: _, ...others }) => others)
    },
  }
}
