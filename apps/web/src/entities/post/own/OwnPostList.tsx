import { SEARCH } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { useCategories } from '#entities/category/category.queries.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Pager } from '#ui/feed/Pager.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { BackButton } from '#ui/form/BackButton.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { FilterInput } from '#ui/form/FilterInput.tsx'
import { PillSelect } from '#ui/form/PillSelect.tsx'
import { CategoriesError } from '../CategoriesError.tsx'
import classes from './OwnPostList.module.css'
import { OwnPostListSkeleton } from './OwnPostRow.tsx'
import { fallbackPage, isFiltered, type OwnFilter, useOwnFilter } from './own-filter.ts'
import { deleteNote, useOwnNotes } from './own-post.queries.ts'

type Props = {
  kind: 'notes' | 'drafts'
  userId: string
  heading: string
  /** 笔记 or 草稿. */
  noun: string
  errorTitle: string
  createLabel: string
  renderRow: (post: Post, onDelete: () => void) => ReactNode
}

/** A page of the viewer's own notes or drafts. Keyword, category and page are in the address. */
export function OwnPostList({ kind, userId, heading, noun, errorTitle, createLabel, renderRow }: Props) {
  const [filter, change] = useOwnFilter()
  const root = useRef<HTMLDivElement>(null)
  const goTo = useCallback((page: number) => change({ page }), [change])
  const { query, items: posts } = useOwnNotes(kind, userId, filter)
  const { data, error, isPlaceholderData } = query
  const fallback =
    data && posts.length === 0 && !isPlaceholderData ? fallbackPage(filter.page, data.pagination.pages) : null
  /** Index of a row that was deleted while its button had the focus. */
  const deleted = useRef<number | null>(null)

  useEffect(() => {
    if (fallback !== null) goTo(fallback)
  }, [fallback, goTo])

  const restoreFocus = useEffectEvent(() => {
    if (deleted.current === null || document.activeElement !== document.body) return
    const buttons = root.current?.querySelectorAll<HTMLElement>('[data-danger]') ?? []
    const next = buttons[Math.min(deleted.current, posts.length - 1)] ?? root.current
    next?.focus({ preventScroll: true })
    deleted.current = null
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a deleted row changes the notes
  useEffect(() => restoreFocus(), [posts])

  function turnPage(page: number) {
    goTo(page)
    window.scrollTo({ top: 0, behavior: 'instant' })
    // The focused page button is out of view now.
    root.current?.focus({ preventScroll: true })
  }

  async function onDelete(post: Post, index: number) {
    if (await deleteNote(post)) deleted.current = index
  }

  function list() {
    if (error && !data) return <ErrorState title={errorTitle} error={error} onRetry={() => void query.refetch()} />
    if (!data || fallback !== null || (isPlaceholderData && posts.length === 0)) return <OwnPostListSkeleton />
    if (posts.length > 0) {
      return (
        <>
          <ul aria-label={`我的${noun}`}>
            {posts.map((post, index) => renderRow(post, () => void onDelete(post, index)))}
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
