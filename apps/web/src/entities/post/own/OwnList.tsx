import type { Post } from '@shiliu/contract/posts'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { BackButton } from '#ui/BackButton.tsx'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Pager } from '#ui/Pager.tsx'
import { OwnBones } from './OwnBones.tsx'
import { OwnFilters } from './OwnFilters.tsx'
import classes from './OwnList.module.css'
import { narrows } from './own-filter.ts'
import { useDeleteOwn } from './use-delete-own.ts'
import { useOwnFilter } from './use-own-filter.ts'
import { type OwnSource, useOwnPosts } from './use-own-posts.ts'

type Props = {
  heading: string
  /** 笔记 or 草稿. */
  what: string
  source: OwnSource
  failed: string
  /** The button where there is nothing yet; it leads to writing. */
  first: string
  row: (post: Post, onDelete: () => void) => ReactNode
}

/** One's own notes or drafts: narrowed by words and category, page by page, all of it in the address. */
export function OwnList({ heading, what, source, failed, first, row }: Props) {
  const [filter, change] = useOwnFilter()
  const top = useRef<HTMLDivElement>(null)
  const goTo = useCallback((page: number) => change({ page }), [change])
  const { query, leaving } = useOwnPosts(source, filter, goTo)
  const { data, error, isPlaceholderData } = query
  const remove = useDeleteOwn()
  /** The place of a row that was deleted with the focus in it. */
  const deleted = useRef<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the row goes
  useEffect(() => {
    if (deleted.current === null || document.activeElement !== document.body) return
    const buttons = top.current?.querySelectorAll<HTMLElement>('[data-danger]') ?? []
    const next = buttons[Math.min(deleted.current, buttons.length - 1)] ?? top.current
    next?.focus({ preventScroll: true })
    deleted.current = null
  }, [data])

  function turn(page: number) {
    goTo(page)
    window.scrollTo({ top: 0, behavior: 'instant' })
    // The buttons stay where the eyes no longer are.
    top.current?.focus({ preventScroll: true })
  }

  async function onDelete(post: Post, index: number) {
    if (await remove(post)) deleted.current = index
  }

  function list() {
    if (error && !data) return <ErrorState title={failed} error={error} onRetry={() => void query.refetch()} />
    if (!data || leaving || (isPlaceholderData && data.posts.length === 0)) return <OwnBones />
    if (data.posts.length > 0) {
      return (
        <>
          <ul aria-label={`我的${what}`}>
            {data.posts.map((post, index) => row(post, () => void onDelete(post, index)))}
          </ul>
          <Pager page={filter.page} pages={data.pagination.pages} onPage={turn} />
        </>
      )
    }
    if (narrows(filter)) {
      return (
        <EmptyState
          title={`没有找到相关${what}`}
          hint="换个词或换个分类试试"
          action={
            <Button variant="plain" onClick={() => change({ keyword: '', category: null })}>
              清空条件
            </Button>
          }
        />
      )
    }
    return <EmptyState title={`暂无${what}`} action={<ButtonLink to={paths.publish()}>{first}</ButtonLink>} />
  }

  const total = data?.pagination.total
  const nothingYet = total === 0 && !isPlaceholderData && !narrows(filter)
  return (
    <div ref={top} className={classes.page} tabIndex={-1}>
      <div className={classes.head}>
        <BackButton fallback={paths.ownProfile()} />
        <h1 className={classes.heading}>{heading}</h1>
        <p className={classes.total} role="status">
          {total !== undefined && `共 ${total} 篇${what}`}
        </p>
      </div>
      {!nothingYet && <OwnFilters filter={filter} what={what} onChange={change} />}
      <div className={classes.list} aria-busy={isPlaceholderData || undefined}>
        {list()}
      </div>
    </div>
  )
}
