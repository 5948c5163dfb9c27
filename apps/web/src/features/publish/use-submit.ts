import * as posts from '@shiliu/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { toast } from '#ui/toast.ts'
import type { Desk } from './desk.ts'
import { draftErrors, FIELDS, fieldOf, type NoteErrors, type NoteField, noteErrors, toInput } from './note.ts'
import { isBusy } from './uploader.ts'

/** Where a published note leads, and when (spec section 2). */
const AFTER_PUBLISH = { to: paths.ownProfile(), ms: 1500 }

export type Phase = 'idle' | 'uploading' | 'publishing' | 'saving' | 'published'

const NOT_STORED = '有图片没有传好，重试或删除它之后再继续'

/** Publishing and saving: checks, waits for pictures on their way, sends, and says at the field what is wrong. */
export function useSubmit(desk: Desk, onWrong: (first: NoteField) => void) {
  const [phase, setPhase] = useState<Phase>('idle')
  const [errors, setErrors] = useState<NoteErrors>({})
  /** What is wrong with no field in particular. */
  const [failure, setFailure] = useState<string | null>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  useEffect(() => {
    if (phase !== 'published') return
    const timer = setTimeout(() => navigate(AFTER_PUBLISH.to), AFTER_PUBLISH.ms)
    return () => clearTimeout(timer)
  }, [phase, navigate])

  function show(found: NoteErrors) {
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    if (first) onWrong(first)
  }

  /** False when something is missing; the words are then shown. */
  function check(draft: boolean): boolean {
    const pictures = desk.uploader.get().length
    const found = draft ? draftErrors(desk.note.get(), pictures) : noteErrors(desk.note.get(), pictures)
    show(found)
    return Object.keys(found).length === 0
  }

  async function send(draft: boolean): Promise<void> {
    const images = desk.uploader.get().flatMap(({ url }) => url ?? [])
    const sent = desk.state()
    const body = toInput(desk.note.get(), images, draft)
    const { draftId } = desk
    const { id } = draftId
      ? await call(posts.update, { params: { id: draftId }, body })
      : await call(posts.create, { body })
    desk.markSaved(sent)
    for (const queryKey of [keys.posts, keys.post(id), keys.tags, ['user']]) void client.invalidateQueries({ queryKey })
    if (!draft) return
    desk.draftId = id
    if (draftId === null) navigate(paths.editDraft(id), { replace: true })
  }

  function refuse(error: unknown, draft: boolean) {
    const message = messageOf(error, draft ? '草稿保存失败，请重试' : '发布失败，请重试')
    const field = error instanceof ApiError ? fieldOf(error.field, error.error) : null
    if (error instanceof ApiError && error.error === 'post_not_found') {
      // Deleted elsewhere: what is written becomes a note of its own.
      desk.draftId = null
      setFailure('这篇草稿已被删除，再点一次就存为新的')
    } else if (field) show({ [field]: message })
    else setFailure(message)
    toast.error(message)
  }

  async function submit(draft: boolean) {
    if (phase !== 'idle') return
    setFailure(null)
    if (!check(draft)) return
    try {
      if (desk.uploader.get().some(isBusy)) setPhase('uploading')
      const stored = await desk.uploader.settled()
      if (!here.current) return
      // The fields stay open while pictures are on their way.
      if (!check(draft)) return setPhase('idle')
      if (!stored) {
        show({ images: NOT_STORED })
        return setPhase('idle')
      }
      setPhase(draft ? 'saving' : 'publishing')
      await send(draft)
      toast.success(draft ? '草稿已保存' : '发布成功')
      setPhase(draft ? 'idle' : 'published')
    } catch (error) {
      refuse(error, draft)
      setPhase('idle')
    }
  }

  return {
    phase,
    errors,
    failure,
    publish: () => submit(false),
    saveDraft: () => submit(true),
    /** The person attends to the field: its message has done its work. */
    clear(field: NoteField) {
      setErrors(({ [field]: _, ...others }) => others)
    },
  }
}
