import type { Comment } from '@shiliu/contract/comments'
import * as comments from '@shiliu/contract/comments'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '#api/client.ts'
import { ApiError, messageOf } from '#api/error.ts'
import { confirm } from '#ui/confirm.ts'
import { toast } from '#ui/toast.ts'
import { forgetComment } from './use-comments.ts'

/** Deletes an own comment or reply after asking; what answers it goes too. Says so right before it goes from the page. */
export function useDeleteComment() {
  const client = useQueryClient()
  return useCallback(
    async ({ id, post_id, parent_id, reply_count }: Comment, onRemoving: () => void) => {
      const what = parent_id === null ? '评论' : '回复'
      const sure = await confirm({
        title: `删除${what}`,
        message: reply_count > 0 ? `这条${what}和它下面的回复会一起删除，无法恢复` : `这条${what}删除后无法恢复`,
        type: 'warning',
        confirmLabel: '删除',
      })
      if (!sure) return
      const take = (count: number) => {
        onRemoving()
        forgetComment(client, post_id, id, count)
      }
      try {
        const { deletedCount } = await call(comments.remove, { params: { id } })
        take(deletedCount)
        toast.success(`${what}已删除`)
      } catch (error) {
        // Deleted elsewhere meanwhile: it goes here too.
        if (error instanceof ApiError && error.status === 404) take(1)
        toast.error(messageOf(error, '删除失败，请重试'))
      }
    },
    [client],
  )
}
