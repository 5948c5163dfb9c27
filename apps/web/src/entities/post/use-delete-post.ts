import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { ApiError, actionErrorMessage } from '#api/error.ts'
import { invalidate } from '#api/invalidate.ts'
import { keys } from '#api/keys.ts'
import { removePost } from '#api/post-cache.ts'
import { toast } from '#ui/feedback/toast.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { truncate } from '#ui/text/truncate.ts'

/** Characters of the title in the question. */
const TITLE_LENGTH = 20

/** Deletes an own note or draft after a confirmation. Resolves to whether it is gone, also if deleted elsewhere. */
export function useDeletePost() {
  const client = useQueryClient()
  const running = useRef(new Set<number>())

  function removeFromCache(id: number) {
    removePost(client, id)
    invalidate(client, [keys.posts, keys.tags, keys.anyUser])
  }

  return async ({ id, title, is_draft }: Post): Promise<boolean> => {
    const noun = is_draft === 1 ? '草稿' : '笔记'
    const confirmed = await confirm({
      title: title ? `删除「${truncate(title, TITLE_LENGTH)}」` : `删除${noun}`,
      message: `确定要删除这篇${noun}吗？删除后无法恢复。`,
      type: 'warning',
      confirmLabel: '删除',
    })
    if (!confirmed || running.current.has(id)) return false
    running.current.add(id)
    try {
      await call(posts.remove, { params: { id } })
      removeFromCache(id)
      toast.success('删除成功')
      return true
    } catch (error) {
      const gone = error instanceof ApiError && error.status === 404
      if (gone) removeFromCache(id)
      toast.error(actionErrorMessage(error, '删除失败，请重试'))
      return gone
    } finally {
      running.current.delete(id)
    }
  }
}
