import type { Pagination } from '@shiliu/contract/common'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './PageBar.module.css'
import { pageItems } from './page-items.ts'

type Props = {
  /** As the server counted. */
  pagination: Pagination
  /** As the address says. */
  page: number
  onPage: (page: number) => void
  /** On a sign that a page will be asked for. */
  onNear: (page: number) => void
}

export function PageBar({ pagination, page, onPage, onNear }: Props) {
  const pages = Math.max(1, pagination.pages)
  const current = Math.min(page, pages)

  /** Disabled by word only: a button that is really disabled loses the focus. */
  function button(target: number, label: string, content: ReactNode) {
    const off = target < 1 || target > pages
    const near = () => !off && target !== current && onNear(target)
    return (
      <button
        key={label}
        type="button"
        className={classes.button}
        aria-label={label}
        aria-current={target === current ? 'page' : undefined}
        aria-disabled={off || undefined}
        onClick={() => !off && target !== current && onPage(target)}
        onPointerEnter={near}
        onFocus={near}
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
        {pageItems(current, pages).map((item) =>
          typeof item === 'number' ? (
            button(item, `第 ${item} 页`, item)
          ) : (
            <span key={item} className={classes.gap} aria-hidden>
              …
            </span>
          ),
        )}
        {button(current + 1, '下一页', <IconChevronRight size={18} stroke={1.75} aria-hidden />)}
      </nav>
    </div>
  )
}
