import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { type FormEvent, useEffect, useRef } from 'react'
import { call } from '#api/client.ts'
import { goToField, NoteFields } from '#entities/post/writing/NoteFields.tsx'
import { toInput } from '#entities/post/writing/note.ts'
import type { Sheet } from '#entities/post/writing/sheet.ts'
import { useSend } from '#entities/post/writing/use-send.ts'
import { Button } from '#ui/Button.tsx'
import { DialogActions } from '#ui/DialogActions.tsx'
import { toast } from '#ui/toast.ts'
import classes from './EditForm.module.css'
import { editErrors, isIncomplete } from './edit-rules.ts'

export type Opened = { post: Post; sheet: Sheet }

type Props = {
  note: Opened
  onSending: (sending: boolean) => void
  onClose: () => void
  onSaved: () => void
}

export function EditForm({ note: { post, sheet }, onSending, onClose, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { stage, errors, failure, submit, clear } = useSend(sheet, (field) => goToField(form.current, field))
  const sending = stage === 'sending'
  useEffect(() => onSending(sending), [sending, onSending])

  async function save(event: FormEvent) {
    event.preventDefault()
    const id = await submit({
      rules(note, pictures) {
        const found = editErrors(note, pictures, post.pictures.length > 0)
        if (isIncomplete(note)) toast.error('请填写完整信息')
        return found
      },
      send() {
        const body = toInput(sheet.note.get(), sheet.images(), false)
        return call(posts.update, { params: { id: post.id }, body })
      },
      fallback: '更新失败，请重试',
      onGone: () => '这篇笔记已被删除，改动没有地方保存了',
    })
    if (id === null) return
    toast.success('更新成功')
    onSaved()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={save} noValidate aria-label="编辑笔记">
      <NoteFields sheet={sheet} errors={errors} disabled={sending} onAttend={clear} />
      <DialogActions failure={failure}>
        <Button variant="plain" size="lg" disabled={sending} onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={stage !== 'idle'}>
          {stage === 'uploading' ? '正在上传图片' : sending ? '正在保存' : '保存'}
        </Button>
      </DialogActions>
    </form>
  )
}
