import { SEARCH } from '@shiliu/contract/limits'
import type { Post, PostPage } from '@shiliu/contract/posts'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Pager } from '#ui/feed/Pager.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { BackButton } from '#ui/form/BackButton.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { FilterInput } from '#ui/form/FilterInput.tsx'
import { PillSelect } from '#ui/form/PillSelect.tsx'
import { CategoriesError } from '../CategoriesError.tsx'
import { useCategories } from '../use-categories.ts'
import { useDeletePost } from '../use-delete-post.ts'
import classes from './OwnPostList.module.css'
import { OwnPostListSkeleton } from './OwnPostRow.tsx'
import { fallbackPage, isFiltered, type OwnFilter, useOwnFilter } from './own-filter.ts'

export type OwnPostSource = {
  keyOf: (filter: OwnFilter) => QueryKey
  fetchPage: (filter: OwnFilter, signal: AbortSignal) => Promise<PostPage>
}

type Props = {
  heading: string
  /** 笔记 or 草稿. */
  noun: string
  source: OwnPostSource
  errorTitle: string
  createLabel: string
  renderRow: (post: Post, onDelete: () => void) => ReactNode
}

/** A page of the viewer's own notes or drafts. Keyword, category and page are in the address. */
export function OwnPostList({ heading, noun, source, errorTitle, createLabel, renderRow }: Props) {
  const [filter, change] = useOwnFilter()
  const root = useRef<HTMLDivElement>(null)
  const goTo = useCallback((page: number) => change({ page }), [change])
  const { query, redirecting } = useOwnPosts(source, filter, goTo)
  const { data, error, isPlaceholderData } = query
  const deletePost = useDeletePost()
  /** Index of a row that was deleted while its button had the focus. */
  const deleted = useRef<number | null>(null)

  const restoreFocus = useEffectEvent((posts: readonly Post[] = []) => {
    if (deleted.current === null || document.activeElement !== document.body) return
    const buttons = root.current?.querySelectorAll<HTMLElement>('[data-danger]') ?? []
    const next = buttons[Math.min(deleted.current, posts.length - 1)] ?? root.current
    next?.focus({ preventScroll: true })
    deleted.current = null
  })
  useEffect(() => restoreFocus(data?.posts), [data])

  function turnPage(page: number) {
    goTo(page)
    window.scrollTo({ top: 0, behavior: 'instant' })
    // The focused page button is out of view now.
    root.current?.focus({ preventScroll: true })
  }

  async function onDelete(post: Post, index: number) {
    if (await deletePost(post)) deleted.current = index
  }

  function list() {
    if (error && !data) return <ErrorState title={errorTitle} error={error} onRetry={() => void query.refetch()} />
    if (!data || redirecting || (isPlaceholderData && data.posts.length === 0)) return <OwnPostListSkeleton />
    if (data.posts.length > 0) {
      return (
        <>
          <ul aria-label={`我的${noun}`}>
            {data.posts.map((post, index) => renderRow(post, () => void onDelete(post, index)))}
          </ul>
          <Pager page={filter.page} pages={data.pagination.pages} onPage={turnPage} />
        </>
      )
    }
    if (isFiltered(filter)) {
      return (
        <EmptyState
          title={`没有找到相关${noun}`}
          hint="换个词或换个分类试试"
          action={
            <Button variant="plain" onClick={() => change({ keyword: '', category: null })}>
              清空条件
            </Button>
          }
        />
      )
    }
    return <EmptyState title={`暂无${noun}`} action={<ButtonLink to={paths.publish()}>{createLabel}</ButtonLink>} />
  }

  const total = data?.pagination.total
  const empty = total === 0 && !isPlaceholderData && !isFiltered(filter)
  return (
    <div ref={root} className={classes.page} tabIndex={-1}>
      <div className={classes.head}>
        <BackButton fallback={paths.ownProfile()} />
        <h1 className={classes.heading}>{heading}</h1>
        <p className={classes.total} role="status">
          {total !== undefined && `共 ${total} 篇${noun}`}
        </p>
      </div>
      {!empty && <Filters filter={filter} noun={noun} onChange={change} />}
      <div className={classes.list} aria-busy={isPlaceholderData || undefined}>
        {list()}
      </div>
    </div>
  )
}

/** The page of the filter; the previous page stays until it is loaded. An empty page redirects to an earlier one. */
function useOwnPosts({ keyOf, fetchPage }: OwnPostSource, filter: OwnFilter, goTo: (page: number) => void) {
  const query = useQuery({
    queryKey: keyOf(filter),
    queryFn: ({ signal }) => fetchPage(filter, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data, isPlaceholderData } = query
  const empty = data !== undefined && !isPlaceholderData && data.posts.length === 0
  const fallback = empty ? fallbackPage(filter.page, data.pagination.pages) : null

  useEffect(() => {
    if (fallback !== null) goTo(fallback)
  }, [fallback, goTo])

  return { query, redirecting: fallback !== null }
}

type FiltersProps = { filter: OwnFilter; noun: string; onChange: (change: Partial<OwnFilter>) => void }

function Filters({ filter, noun, onChange }: FiltersProps) {
  const { data = [], failed, retrying, retry } = useCategories()
  const { keyword, category } = filter
  // A category that was deleted, or is not loaded yet, still filters the list.
  const unknown = category !== null && data.every(({ id }) => id !== category)
  const choices = [
    { value: '', label: '全部分类' },
    ...(unknown ? [{ value: String(category), label: '所选分类' }] : []),
    ...data.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <>
      <div className={classes.filters}>
        <FilterInput
          value={keyword}
          label={`搜索我的${noun}`}
          maxLength={SEARCH.keywordMax}
          onChange={(next) => onChange({ keyword: next })}
        />
        <PillSelect
          label="分类"
          choices={choices}
          value={String(category ?? '')}
          onChange={(next) => onChange({ category: next ? Number(next) : null })}
        />
      </div>
      {failed && <CategoriesError retrying={retrying} retry={retry} />}
    </>
  )
}
