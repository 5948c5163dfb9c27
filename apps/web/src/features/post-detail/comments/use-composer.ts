import * as comments from '@shiliu/contract/comments'
import { COMMENT } from '@shiliu/contract/limits'
import { fromPlainText } from '@shiliu/contract/rich-text'
import { length } from '@shiliu/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '#api/client.ts'
import { messageOf } from '#api/error.ts'
import { patchPost } from '#api/post-cache.ts'
import { requireLogin } from '#entities/user/require-login.ts'
import { toast } from '#ui/toast.ts'
import { addReply, addThread } from './comment-cache.ts'
import { changeThreads } from './use-comments.ts'

export type ReplyTarget = {
  commentId: number
  /** The top-level comment it belongs to. */
  threadId: number
  nickname: string
}

export type ComposerState = ReturnType<typeof useComposer>

/**
 * What is being written below a note. Sending and giving up clear it; a failure brings it back as it was (spec section 4
 * «Comments»). `onSent` gets the id of the new comment.
 */
export function useComposer(postId: number, onSent: (id: number) => void) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const [target, setTarget] = useState<ReplyTarget | null>(null)
  const [sending, setSending] = useState(false)

  const open = useCallback((next: ReplyTarget | null) => {
    if (!requireLogin()) return
    setTarget(next)
    setOpened(true)
  }, [])

  /** Folds it and keeps what was typed. */
  const fold = useCallback(() => setOpened(false), [])

  const clear = useCallback(() => {
    setOpened(false)
    setText('')
    setTarget(null)
  }, [])

  const empty = text.trim() === ''
  const tooLong = length(text) > COMMENT.contentMax

  async function send() {
    if (empty || tooLong || sending || !requireLogin()) return
    const kept = { text, target }
    clear()
    setSending(true)
    try {
      const body = { post_id: postId, content: fromPlainText(text.trim()), parent_id: target?.commentId ?? null }
      const comment = await call(comments.create, { body })
      changeThreads(client, postId, (data) =>
        kept.target ? addReply(data, kept.target.threadId, comment) : addThread(data, comment),
      )
      patchPost(client, postId, (post) => ({ comment_count: post.comment_count + 1 }))
      toast.success(kept.target ? '回复成功' : '评论成功')
      onSent(comment.id)
    } catch (error) {
      setText(kept.text)
      setTarget(kept.target)
      setOpened(true)
      toast.error(messageOf(error, '发送失败，请重试'))
    } finally {
      setSending(false)
    }
  }

  return { opened, text, setText, target, sending, empty, tooLong, open, fold, clear, send }
}
