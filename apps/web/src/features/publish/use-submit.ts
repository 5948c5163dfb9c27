import * as posts from '@shiliu/contract/posts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#api/client.ts'
import { paths } from '#app/paths.ts'
import { draftErrors, type NoteField, noteErrors, toInput } from '#entities/post/writing/note.ts'
import { useSend } from '#entities/post/writing/use-send.ts'
import { REDIRECT } from '#ui/constants.ts'
import { toast } from '#ui/toast.ts'
import type { Desk } from './desk.ts'

/** Where a note or a draft leads once it is stored (spec section 2). */
const AFTER = { publish: paths.postManagement(), save: paths.draftBox() }

export type Purpose = keyof typeof AFTER
export type Phase = 'idle' | 'uploading' | 'sending' | 'done'

/** Publishing and saving; either ends with going to the list that holds it. */
export function useSubmit(desk: Desk, onWrong: (first: NoteField) => void) {
  const { stage, errors, failure, submit, clear } = useSend(desk.sheet, onWrong)
  const [purpose, setPurpose] = useState<Purpose>('publish')
  const [done, setDone] = useState(false)
  const navigate = useNavigate()

  useEffect(() => {
    if (!done) return
    // Going back from a saved draft finds it; there is nothing more to write on a published note.
    const timer = setTimeout(() => navigate(AFTER[purpose], { replace: purpose === 'publish' }), REDIRECT.writtenMs)
    return () => clearTimeout(timer)
  }, [done, purpose, navigate])

  async function send(asked: Purpose) {
    if (done) return
    const draft = asked === 'save'
    setPurpose(asked)
    const before = desk.draftId
    const id = await submit({
      rules: draft ? draftErrors : noteErrors,
      send() {
        const body = toInput(desk.sheet.note.get(), desk.sheet.images(), draft)
        const { draftId } = desk
        return draftId ? call(posts.update, { params: { id: draftId }, body }) : call(posts.create, { body })
      },
      fallback: draft ? '草稿保存失败，请重试' : '发布失败，请重试',
      onGone() {
        // What is written becomes a note of its own.
        desk.draftId = null
        return '这篇草稿已被删除，再点一次就存为新的'
      },
    })
    if (id === null) return
    setDone(true)
    toast.success(draft ? '草稿已保存' : '发布成功')
    if (!draft) return
    desk.draftId = id
    if (before === null) navigate(paths.editDraft(id), { replace: true })
  }

  const phase: Phase = done ? 'done' : stage
  return {
    phase,
    /** Which button the phase is of. */
    purpose,
    errors,
    failure,
    send,
    clear,
  }
}
