import type { Post } from '@shiliu/contract/posts'
import { useState } from 'react'
import { refusalOf } from '#api/error.ts'
import { useInfiniteScroll } from '#ui/use-infinite-scroll.ts'
import { CommentBones } from './CommentBones.tsx'
import classes from './CommentSection.module.css'
import { CommentThread } from './CommentThread.tsx'
import { threadsOf } from './comment-cache.ts'
import { type Sort, useComments } from './use-comments.ts'
import type { ReplyTarget } from './use-composer.ts'
import { useFocusInPlace } from './use-focus-in-place.ts'
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

/** The comments below a note (spec sections 2, 4 «Comments»). */
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
  const threads = threadsOf(data)
  const { list, removing } = useFocusInPlace(data)
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
      {isPending && <CommentBones />}
      {isError && threads.length === 0 && (
        <div className={classes.message} role="alert">
          <p>{refusalOf(query.error, '评论没能加载出来')}</p>
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
            onRemoving={removing}
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
