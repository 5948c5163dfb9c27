import type { Post } from '@shiliu/contract/posts'
import { tidyLine } from '@shiliu/contract/text'
import { type FormEvent, useEffect, useRef } from 'react'
import type { LocalCopies } from '#data/local-copies.ts'
import { NOTE_STEP, savedWords, saveNote } from '#entities/post/own/own-post.queries.ts'
import { CopyOffer } from '#entities/post/writing/CopyOffer.tsx'
import { goToField, NoteFields } from '#entities/post/writing/NoteFields.tsx'
import {
  type Note,
  type NoteCopy,
  type NoteErrors,
  type NoteForm,
  noteErrors,
  toInput,
} from '#entities/post/writing/note-form.ts'
import { useSubmitNote } from '#entities/post/writing/use-submit-note.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { textLength } from '#entities/text/plain-field.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ActionBar } from '#ui/form/ActionBar.tsx'
import { Button } from '#ui/form/Button.tsx'
import classes from './EditForm.module.css'

export type OpenedNote = { post: Post; noteForm: NoteForm; copies: LocalCopies<NoteCopy> }

type Props = {
  note: OpenedNote
  onSending: (sending: boolean) => void
  onClose: () => void
  onSaved: () => void
}

export function EditForm({ note: { post, noteForm, copies }, onSending, onClose, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { stage, errors, failure, submit, clear } = useSubmitNote(noteForm, (field) => goToField(form.current, field))
  const sending = stage === 'sending'
  useEffect(() => onSending(sending), [sending, onSending])

  async function save(event: FormEvent) {
    event.preventDefault()
    const saved = await submit({
      rules(note, pictures) {
        if (isIncomplete(note)) toast.error('请填写完整信息')
        return editErrors(note, pictures, post.pictures.length > 0)
      },
      send: () => saveNote(post.id, toInput(noteForm.note.get(), noteForm.images(), false)),
      fallback: '更新失败，请重试',
      onGone: () => '这篇笔记已被删除，改动没有地方保存了',
    })
    if (saved === null) return
    copies.forget()
    toast.success(savedWords(saved, '更新成功'))
    onSaved()
  }
  return (
    <form ref={form} className={classes.form} onSubmit={save} noValidate aria-label="编辑笔记">
      <NoteFields noteForm={noteForm} errors={errors} disabled={sending} onEdit={clear} />
      <ActionBar>
        <WaitingLine name={NOTE_STEP} />
        {failure && <p role="alert">{failure}</p>}
        <CopyOffer noteForm={noteForm} copies={copies} disabled={stage !== 'idle'} />
        <Button variant="plain" size="lg" disabled={sending} onClick={onClose}>
          取消
        </Button>
        <Button type="submit" size="lg" loading={stage !== 'idle'}>
          {stage === 'uploading' ? '正在上传图片' : sending ? '正在保存' : '保存'}
        </Button>
      </ActionBar>
    </form>
  )
}

/** The rules of publishing, except that a note that an administrator made without pictures may stay without. */
export function editErrors(note: Note, pictures: number, hadPictures: boolean): NoteErrors {
  const { images, ...others } = noteErrors(note, pictures)
  return images && hadPictures ? { images, ...others } : others
}

export function isIncomplete(note: Note): boolean {
  return !tidyLine(note.title) || textLength(note.content) === 0 || note.categoryId === null
}
