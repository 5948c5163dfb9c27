import type { Post } from '@shiliu/contract/posts'
import * as posts from '@shiliu/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { ApiError, refusalOf } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { forgetPost } from '#api/post-cache.ts'
import { askAgain } from '#api/trim-lists.ts'
import { confirm } from '#ui/confirm.ts'
import { cut } from '#ui/cut.ts'
import { toast } from '#ui/toast.ts'

/** Characters of a title in a question. */
const NAME = 20

/** Deletes an own note or draft after asking; what shows it is asked for again. Answers whether it is gone. */
export function useDeleteOwn() {
  const client = useQueryClient()
  const running = useRef(new Set<number>())

  function take(id: number) {
    forgetPost(client, id)
    askAgain(client, [keys.posts, keys.tags, keys.anyUser])
  }

  return async ({ id, title, is_draft }: Post): Promise<boolean> => {
    const what = is_draft === 1 ? '草稿' : '笔记'
    const sure = await confirm({
      title: title ? `删除「${cut(title, NAME)}」` : `删除${what}`,
      message: `确定要删除这篇${what}吗？删除后无法恢复。`,
      type: 'warning',
      confirmLabel: '删除',
    })
    if (!sure || running.current.has(id)) return false
    running.current.add(id)
    try {
      await call(posts.remove, { params: { id } })
      take(id)
      toast.success('删除成功')
      return true
    } catch (error) {
      // Deleted elsewhere meanwhile: it goes here too.
      const gone = error instanceof ApiError && error.status === 404
      if (gone) take(id)
      toast.error(refusalOf(error, '删除失败，请重试'))
      return gone
    } finally {
      running.current.delete(id)
    }
  }
}
