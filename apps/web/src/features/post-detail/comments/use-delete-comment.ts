import type { Comment } from '@shiliu/contract/comments'
import * as comments from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { toast } from '#ui/feedback/toast.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { removeCommentFromCache } from './use-comments.ts'

/** Deletes a comment or reply of the viewer after confirmation. Calls `onRemove` right before updating the cache. */
export function useDeleteComment() {
  const client = useQueryClient()
  return useCallback(
    async ({ id, post_id, parent_id, reply_count }: Comment, onRemove: () => void) => {
      const what = parent_id === null ? '评论' : '回复'
      const confirmed = await confirm({
        title: `删除${what}`,
        message: reply_count > 0 ? `这条${what}和它下面的回复会一起删除，无法恢复` : `这条${what}删除后无法恢复`,
        type: 'warning',
        confirmLabel: '删除',
      })
      if (!confirmed) return
      const remove = (count: number) => {
        onRemove()
        removeCommentFromCache(client, post_id, id, count)
      }
      try {
        const { deletedCount } = await call(comments.remove, { params: { id } })
        remove(deletedCount)
        toast.success(`${what}已删除`)
      } catch (error) {
        // Already deleted elsewhere.
        if (error instanceof ApiError && error.status === 404) remove(1)
        toast.error(messageOf(error, '删除失败，请重试'))
      }
    },
    [client],
  )
}
