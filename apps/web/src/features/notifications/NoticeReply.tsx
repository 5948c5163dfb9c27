import { COMMENT } from '@shiliu/contract/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '#api/error.ts'
import { cancelWaiting } from '#data/patience.ts'
import { commentStep, writeComment } from '#entities/comment/comment.queries.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { textLength } from '#entities/text/plain-field.ts'
import { RichTextField, type RichTextHandle } from '#entities/text/RichTextField.tsx'
import { WritingActions } from '#entities/text/WritingTools.tsx'
import { toast } from '#ui/feedback/toast.ts'
import classes from './NoticeReply.module.css'
import { TOAST_MS } from './notice.ts'

type Props = { postId: number; commentId: number; name: string; onClose: () => void }

/** Writes a reply in the list. Shift+Enter sends it, Esc closes the form; a failure keeps the text. */
export function NoticeReply({ postId, commentId, name, onClose }: Props) {
  const field = useRef<RichTextHandle>(null)
  const [content, setContent] = useState('')
  const [sending, setSending] = useState(false)
  const length = textLength(content)
  const left = COMMENT.contentMax - length

  // On opening, and again after a failure.
  useEffect(() => {
    if (!sending) field.current?.focus()
  }, [sending])

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (length === 0 || left < 0 || sending) return
    setSending(true)
    try {
      await writeComment(postId, content, commentId)
      toast.success('回复成功', TOAST_MS)
      onClose()
    } catch (error) {
      // The app reports the end of the session itself.
      const signedOut = error instanceof ApiError && error.status === 401
      if (!signedOut) toast.error(messageOf(error, '回复失败'), TOAST_MS)
    } finally {
      setSending(false)
    }
  }

  function close() {
    cancelWaiting(commentStep(postId))
    onClose()
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
        onEscape={close}
      />
      <WaitingLine name={commentStep(postId)} />
      <WritingActions field={field} left={left} ready={length > 0 && left >= 0} sending={sending} onCancel={close} />
    </form>
  )
}
