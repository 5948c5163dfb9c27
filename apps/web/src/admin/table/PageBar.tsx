import { usePagination } from '@mantine/hooks'
import type { TablePagination } from '@shiliu/contract/common'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './PageBar.module.css'

type Props = {
  /** The server's counts. */
  pagination: TablePagination
  page: number
  onPage: (page: number) => void
  /** Called when the pointer or the focus reaches a page's button. */
  onPreload: (page: number) => void
}

/** Counts and page buttons: all pages up to seven, beyond that always seven items, so that the bar keeps its width. */
export function PageBar({ pagination, page, onPage, onPreload }: Props) {
  const pages = Math.max(1, pagination.pages)
  const current = Math.min(page, pages)
  const { range } = usePagination({ total: pages, page: current })

  /** `aria-disabled` instead of `disabled`, which would lose the focus. */
  function button(target: number, label: string, content: ReactNode) {
    const disabled = target < 1 || target > pages
    const enabled = !disabled && target !== current
    return (
      <button
        key={label}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-current={target === current ? 'page' : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => enabled && onPage(target)}
        onPointerEnter={() => enabled && onPreload(target)}
        onFocus={() => enabled && onPreload(target)}
      >
        {content}
      </button>
    )
  }

  return (
    <div className={classes.bar}>
      <p className={classes.counts}>
        <span>共 {pagination.total} 条</span>
        <span>
          第 {current} / {pages} 页
        </span>
      </p>
      <nav className={classes.pages} aria-label="分页">
        {button(current - 1, '上一页', <IconChevronLeft size={18} stroke={1.75} aria-hidden />)}
        {range.map((item, index) =>
          item === 'dots' ? (
            <span key={index === 1 ? 'dots-before' : 'dots-after'} className={classes.gap} aria-hidden>
              …
            </span>
          ) : (
            button(item, `第 ${item} 页`, item)
          ),
        )}
        {button(current + 1, '下一页', <IconChevronRight size={18} stroke={1.75} aria-hidden />)}
      </nav>
    </div>
  )
}
