import * as comments from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { patchPost } from '#api/post-cache.ts'
import { NOTICES } from '#ui/constants.ts'
import { toast } from '#ui/toast.ts'

/**
 * Sends a reply to the comment that a notification tells of; `send` takes the text in its stored form and
 * answers whether it arrived.
 */
export function useReplyFromNotice(postId: number, commentId: number) {
  const client = useQueryClient()
  const [sending, setSending] = useState(false)

  async function send(content: string): Promise<boolean> {
    setSending(true)
    try {
      const body = { post_id: postId, content, parent_id: commentId }
      await call(comments.create, { body })
      patchPost(client, postId, (post) => ({ comment_count: post.comment_count + 1 }))
      void client.invalidateQueries({ queryKey: keys.commentsOfPost(postId) })
      toast.success('回复成功', NOTICES.toastMs)
      return true
    } catch (error) {
      // The end of the session is told elsewhere.
      const ended = error instanceof ApiError && error.status === 401
      if (!ended) toast.error(messageOf(error, '回复失败'), NOTICES.toastMs)
      return false
    } finally {
      setSending(false)
    }
  }
  return { sending, send }
}
