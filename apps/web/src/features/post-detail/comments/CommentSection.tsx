import type { Post } from '@shiliu/contract/posts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { actionErrorMessage } from '#api/error.ts'
import { useInfiniteScroll } from '#ui/feed/use-infinite-scroll.ts'
import classes from './CommentSection.module.css'
import { CommentSkeleton } from './CommentSkeleton.tsx'
import { CommentThread } from './CommentThread.tsx'
import { uniqueThreads } from './comment-cache.ts'
import { type Sort, useComments } from './use-comments.ts'
import type { ReplyTarget } from './use-composer.ts'
import { useTargetComment } from './use-target-comment.ts'

export type CommentSectionProps = {
  post: Post
  targetCommentId: number | null
  highlighted: number | null
  onHighlight: (id: number) => void
  onReply: (target: ReplyTarget) => void
}

const SORTS: { sort: Sort; label: string }[] = [
  { sort: 'desc', label: '最新' },
  { sort: 'asc', label: '最早' },
]

export function CommentSection({ post, targetCommentId, highlighted, onHighlight, onReply }: CommentSectionProps) {
  const [sort, setSort] = useState<Sort>('desc')
  const query = useComments(post.id, sort)
  const { data, isPending, isError, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage } = query
  useTargetComment(targetCommentId, query, onHighlight)
  const end = useInfiniteScroll({
    hasMore: hasNextPage,
    busy: isFetching || isFetchNextPageError,
    onMore: query.fetchNextPage,
  })
  const threads = uniqueThreads(data)
  const { list, onRemove } = useFocusAfterRemoval()
  const total = data?.pages[0]?.pagination.total ?? post.comment_count

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.total}>共 {total} 条评论</h2>
        {total > 1 && (
          <fieldset className={classes.sorts} aria-label="排序">
            {SORTS.map(({ sort: value, label }) => (
              <button
                key={value}
                type="button"
                className={classes.sort}
                aria-pressed={sort === value}
                onClick={() => setSort(value)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {isPending && <CommentSkeleton />}
      {isError && threads.length === 0 && (
        <div className={classes.message} role="alert">
          <p>{actionErrorMessage(query.error, '评论没能加载出来')}</p>
          <button type="button" className={classes.retry} onClick={() => query.refetch()}>
            重试
          </button>
        </div>
      )}
      {data && threads.length === 0 && <p className={classes.message}>还没有评论，来说第一句吧</p>}
      <ul ref={list} className={classes.threads}>
        {threads.map((thread) => (
          <CommentThread
            key={thread.id}
            thread={thread}
            authorId={post.author_auto_id}
            highlighted={highlighted}
            onReply={onReply}
            onRemove={onRemove}
          />
        ))}
      </ul>
      {threads.length > 0 && (
        <div ref={end} className={classes.end} role="status">
          {isFetchingNextPage && '加载中'}
          {isFetchNextPageError && !isFetchingNextPage && (
            <button type="button" className={classes.retry} onClick={() => query.fetchNextPage()}>
              没能加载更多，点这里重试
            </button>
          )}
          {!hasNextPage && '没有更多评论了'}
        </div>
      )}
    </>
  )
}

/** The button of each comment that gets the focus. */
const REPLY_BUTTON = '[data-reply]'

/** Focus after a removal: the comment in its place, else the write button. Call `onRemove` right before the removal. */
function useFocusAfterRemoval() {
  const list = useRef<HTMLUListElement>(null)
  const removed = useRef<{ button: Element; index: number } | null>(null)

  const onRemove = useCallback(() => {
    const button = document.activeElement?.closest('[data-comment]')?.querySelector(REPLY_BUTTON)
    const buttons = [...(list.current?.querySelectorAll(REPLY_BUTTON) ?? [])]
    const index = button ? buttons.indexOf(button) : -1
    removed.current = button && index >= 0 ? { button, index } : null
  }, [])

  useEffect(() => {
    if (!removed.current || removed.current.button.isConnected) return
    const { index } = removed.current
    removed.current = null
    if (document.activeElement !== document.body) return
    const buttons = list.current?.querySelectorAll<HTMLElement>(REPLY_BUTTON) ?? []
    const next = buttons[Math.min(index, buttons.length - 1)]
    const write = list.current?.closest('article')?.querySelector<HTMLElement>('footer button')
    ;(next ?? write)?.focus({ preventScroll: true })
  })

  return { list, onRemove }
}
