import { COMMENT } from '@shiliu/contract/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { RichTextField } from '#entities/text/RichTextField.tsx'
import type { RichTextHandle } from '#entities/text/rich-text-handle.ts'
import { textLength } from '#entities/text/typed.ts'
import { WritingActions } from '#entities/text/WritingActions.tsx'
import classes from './NoticeReply.module.css'
import { useReplyFromNotice } from './use-reply-from-notice.ts'

type Props = { postId: number; commentId: number; name: string; onClose: () => void }

/** A reply written in the list itself; Shift+Enter sends, Esc gives up, a failure keeps what was typed. */
export function NoticeReply({ postId, commentId, name, onClose }: Props) {
  const field = useRef<RichTextHandle>(null)
  const [content, setContent] = useState('')
  const { sending, send } = useReplyFromNotice(postId, commentId)
  const length = textLength(content)
  const left = COMMENT.contentMax - length

  // At the beginning, and again when it was not sent.
  useEffect(() => {
    if (!sending) field.current?.focus()
  }, [sending])

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (length === 0 || left < 0 || sending) return
    if (await send(content)) onClose()
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <RichTextField
        handle={field}
        className={classes.field ?? ''}
        label={`回复 ${name}`}
        placeholder={`回复 ${name}`}
        value={content}
        onChange={setContent}
        invalid={left < 0}
        disabled={sending}
        onSend={() => void submit()}
        onEscape={onClose}
      />
      <WritingActions field={field} left={left} ready={length > 0 && left >= 0} sending={sending} onCancel={onClose} />
    </form>
  )
}
