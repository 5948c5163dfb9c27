import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, refusalOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { askAgain } from '#api/trim-lists.ts'
import { isBusy } from '#entities/picture/uploader.ts'
import { toast } from '#ui/toast.ts'
import { FIELDS, fieldOf, type Note, type NoteErrors, type NoteField } from './note.ts'
import type { Sheet } from './sheet.ts'

type Stage = 'idle' | 'uploading' | 'sending'

type Task = {
  /** What is missing, for this purpose. */
  rules: (note: Note, pictures: number) => NoteErrors
  /** Sends what the sheet says and answers the note's id. */
  send: () => Promise<{ id: number }>
  /** What to say when there is no reason to give. */
  fallback: string
  /** The note was deleted elsewhere meanwhile: answers what to say about it. */
  onGone: () => string
}

const NOT_STORED = '有图片没有传好，重试或删除它之后再继续'

/** Sending what is written: checks, waits for pictures on their way, sends, and says at the field what is wrong. */
export function useSend(sheet: Sheet, onWrong: (first: NoteField) => void) {
  const [stage, setStage] = useState<Stage>('idle')
  const [errors, setErrors] = useState<NoteErrors>({})
  /** What is wrong with no field in particular. */
  const [failure, setFailure] = useState<string | null>(null)
  const client = useQueryClient()
  /** Clicks that come before the button is seen to be off. */
  const running = useRef(false)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  /** True when there is nothing wrong to be shown. */
  function show(found: NoteErrors): boolean {
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    if (first) onWrong(first)
    return !first
  }

  function refuse(error: unknown, { fallback, onGone }: Task) {
    const message = refusalOf(error, fallback)
    const field = error instanceof ApiError ? fieldOf(error.field, error.error) : null
    if (error instanceof ApiError && error.error === 'post_not_found') setFailure(onGone())
    else if (field) show({ [field]: message })
    else setFailure(message)
    toast.error(message)
  }

  /** Answers the note's id, null when it was not sent; the reasons are then shown. */
  async function submit(task: Task): Promise<number | null> {
    if (running.current) return null
    const check = () => show(task.rules(sheet.note.get(), sheet.uploader.get().length))
    setFailure(null)
    if (!check()) return null
    running.current = true
    try {
      if (sheet.uploader.get().some(isBusy)) setStage('uploading')
      const stored = await sheet.uploader.settled()
      // The fields stay open while pictures are on their way.
      if (!here.current || !check()) return null
      if (!stored) {
        show({ images: NOT_STORED })
        return null
      }
      setStage('sending')
      const sent = sheet.state()
      const { id } = await task.send()
      sheet.markSaved(sent)
      askAgain(client, [keys.posts, keys.post(id), keys.tags, keys.anyUser])
      return id
    } catch (error) {
      refuse(error, task)
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
    /** The person attends to the field: its message has done its work. */
    clear(field: NoteField) {
      setErrors(({ [field]: _, ...others }) => others)
    },
  }
}
