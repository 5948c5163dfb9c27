import { COMMENT } from '@shiliu/contract/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '#api/error.ts'
import { userSession } from '#api/session.ts'
import { paths, patterns } from '#app/paths.ts'
import { useLocalCopies } from '#data/local-copies.ts'
import { cancelWaiting } from '#data/patience.ts'
import { commentStep, writeComment } from '#entities/comment/comment.queries.ts'
import { WaitingLine } from '#entities/query/WaitingLine.tsx'
import { textLength } from '#entities/text/plain-field.ts'
import { RichTextField, type RichTextHandle } from '#entities/text/RichTextField.tsx'
import { WritingActions } from '#entities/text/WritingTools.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { leavePrompt, useLeaveGuard } from '#ui/history/use-leave-guard.ts'
import classes from './NoticeReply.module.css'
import { TOAST_MS } from './notice.ts'

type Props = { postId: number; commentId: number; name: string; onClose: () => void }

const readReply = (stored: unknown) => (typeof stored === 'string' && textLength(stored) > 0 ? stored : null)

/** Writes a reply in the list. Shift+Enter sends it, Esc closes the form and keeps the text, as a failure does. */
export function NoticeReply({ postId, commentId, name, onClose }: Props) {
  const field = useRef<RichTextHandle>(null)
  const copies = useLocalCopies({ realm: 'user', form: `notice-reply/${commentId}`, read: readReply })
  const [content, setContent] = useState('')
  const [sending, setSending] = useState(false)
  const step = commentStep(postId, commentId)
  const length = textLength(content)
  const [left] = copies.offers.use()
  const empty = length === 0
  const room = COMMENT.contentMax - length

  // Whoever closes the form or leaves the page calls the waiting off.
  useEffect(() => () => cancelWaiting(step), [step])

  // On opening, and again after a failure.
  useEffect(() => {
    if (!sending) field.current?.focus()
  }, [sending])

  useEffect(() => {
    if (left && empty) setContent(copies.take(left) ?? '')
  }, [left, empty, copies])

  useLeaveGuard({
    question: () => leavePrompt('离开通知页？', '回复还没有发送', copies.isStored()),
    loses(to) {
      if (empty || sending || !userSession.get()) return false
      // A closed tab finds it again, and a note opens above the list.
      return to === null ? !copies.isStored() : to.pathname !== paths.notification() && to.pathname !== patterns.post
    },
  })

  function change(text: string) {
    setContent(text)
    copies.keep(textLength(text) > 0 ? text : null)
  }
  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (length === 0 || room < 0 || sending) return
    setSending(true)
    try {
      const { moderation } = await writeComment(postId, content, commentId)
      copies.forget()
      if (moderation) toast.info('已提交，审核通过后公开', TOAST_MS)
      else toast.success('回复成功', TOAST_MS)
      onClose()
    } catch (error) {
      // The app reports the end of the session itself.
      const ended = error instanceof ApiError && error.error === 'session_ended'
      if (!ended) toast.error(messageOf(error, '回复失败'), TOAST_MS)
    } finally {
      setSending(false)
    }
  }

  function cancel() {
    copies.forget()
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
        onChange={change}
        invalid={room < 0}
        disabled={sending}
        onSend={() => void submit()}
        onEscape={onClose}
      />
      <WaitingLine name={step} />
      <WritingActions field={field} left={room} ready={length > 0 && room >= 0} sending={sending} onCancel={cancel} />
    </form>
  )
}
