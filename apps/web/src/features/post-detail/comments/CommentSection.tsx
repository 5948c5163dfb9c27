import type { Post } from '@shiliu/contract/posts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { actionErrorMessage } from '#api/error.ts'
import { useViewer } from '#api/session.ts'
import { type Sort, useComments } from '#entities/comment/comment.queries.ts'
import { useInfiniteScroll } from '#ui/feed/use-infinite-scroll.ts'
import { ignoreSecondClick } from '#ui/overlay/overlay.ts'
import { CountText } from '#ui/text/Count.tsx'
import classes from './CommentSection.module.css'
import { CommentSkeleton } from './CommentSkeleton.tsx'
import { CommentThread } from './CommentThread.tsx'
import { OwnWithheld } from './OwnWithheld.tsx'
import type { ReplyTarget } from './use-composer.ts'
import { type Place, useTargetComment } from './use-target-comment.ts'

export type CommentSectionProps = {
  post: Post
  targetCommentId: number | null
  highlighted: number | null
  onHighlight: (id: number) => void
  onReply: (target: ReplyTarget) => void
}

/** Pixels below the screen that the list ends at when the next page is asked for: more than a reader gets ahead. */
const PREFETCH_MARGIN = 1200

const NONE: readonly never[] = []

const SORTS: { sort: Sort; label: string }[] = [
  { sort: 'desc', label: '最新' },
  { sort: 'asc', label: '最早' },
]

export function CommentSection({ post, targetCommentId, highlighted, onHighlight, onReply }: CommentSectionProps) {
  const [{ sort, page }, setPlace] = useState<Place>({ sort: 'desc', page: 1 })
  const { query, items } = useComments(post.id, sort, page)
  const { data, isError, isFetching, isFetchNextPageError, isFetchingNextPage, hasNextPage } = query
  const target = useTargetComment(post.id, targetCommentId, sort, (id, place) => {
    setPlace(place)
    onHighlight(id)
  })
  const threads = target.searching ? NONE : items
  const isPending = query.isPending || target.searching
  const end = useInfiniteScroll({
    hasMore: hasNextPage,
    busy: isFetching || isFetchNextPageError,
    onMore: query.fetchNextPage,
    margin: PREFETCH_MARGIN,
    delayMs: 0,
  })
  const { list, keepFocus } = useKeptFocus(!isPending)
  const total = post.comment_count
  const signedIn = useViewer() !== null

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.total}>
          共 <CountText value={total} /> 条评论
        </h2>
        {total > 1 && (
          <fieldset className={classes.sorts} aria-label="排序">
            {SORTS.map(({ sort: value, label }) => (
              <button
                key={value}
                type="button"
                className={classes.sort}
                aria-pressed={sort === value}
                onClick={() => value !== sort && setPlace({ sort: value, page: 1 })}
              >
                {label}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {data && target.failed && (
        <div className={classes.before} role="alert">
          <button
            type="button"
            className={classes.retry}
            onClick={() => {
              ignoreSecondClick()
              target.retry()
            }}
          >
            没能找到链接里的评论，点这里重试
          </button>
        </div>
      )}
      {page > 1 && !isPending && (
        <div className={classes.before}>
          <button
            type="button"
            className={classes.retry}
            onClick={() => {
              ignoreSecondClick()
              keepFocus()
              setPlace({ sort, page: 1 })
            }}
          >
            查看前面的评论
          </button>
        </div>
      )}
      {signedIn && <OwnWithheld postId={post.id} />}
      {isPending && <CommentSkeleton />}
      {isError && !isPending && threads.length === 0 && (
        <div className={classes.message} role="alert">
          <p>{actionErrorMessage(query.error, '评论没能加载出来')}</p>
          <button type="button" className={classes.retry} onClick={() => query.refetch()}>
            重试
          </button>
        </div>
      )}
      {data && !isPending && threads.length === 0 && <p className={classes.message}>还没有评论，来说第一句吧</p>}
      <ul ref={list} className={classes.threads}>
        {threads.map((thread) => (
          <CommentThread
            key={thread.id}
            thread={thread}
            authorId={post.author_auto_id}
            highlighted={
              highlighted === thread.id || thread.replies.some((id) => id === highlighted) ? highlighted : null
            }
            onReply={onReply}
            keepFocus={keepFocus}
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

const buttonsOf = (list: Element | null) => [...(list?.querySelectorAll<HTMLElement>(REPLY_BUTTON) ?? [])]

/**
 * Call `keepFocus` right before the focused comment or button goes: the comment in its place gets the focus, else the
 * write button, once the list is `ready`.
 */
function useKeptFocus(ready: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<{ element: Element; index: number } | null>(null)

  const keepFocus = useCallback(() => {
    const focused = document.activeElement
    const element = focused?.closest('[data-comment]')?.querySelector(REPLY_BUTTON) ?? focused
    const isBefore = (button: Element) =>
      element && element.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_PRECEDING
    const index = buttonsOf(list.current).filter(isBefore).length
    left.current = element && element !== document.body ? { element, index } : null
  }, [])

  useEffect(() => {
    if (!ready || !left.current || left.current.element.isConnected) return
    const { index } = left.current
    left.current = null
    if (document.activeElement !== document.body) return
    const buttons = buttonsOf(list.current)
    const write = list.current?.closest('article')?.querySelector<HTMLElement>('footer button')
    ;(buttons[Math.min(index, buttons.length - 1)] ?? write)?.focus({ preventScroll: true })
  })

  return { list, keepFocus }
}
