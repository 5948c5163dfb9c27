import { usePagination } from '@mantine/hooks'
import type { TablePagination } from '@shiliu/contract/common'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import classes from './PageBar.module.css'

type Props = {
  /** The server's counts. */
  pagination: TablePagination
  page: number
  onPage: (page: number) => void
  /** Called when the pointer or the focus reaches a page's button. */
  onPreload: (page: number) => void
}

/** Beyond this many pages the bar leaves some out, and offers to jump. */
const ALL_SHOWN_MAX = 7

/** Counts and page buttons: all pages up to seven, beyond that always seven items, and a field to jump to any page. */
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
      {pages > ALL_SHOWN_MAX && <JumpField pages={pages} onJump={(target) => target !== current && onPage(target)} />}
    </div>
  )
}

/** Enter or 跳转 shows the typed page; a number beyond the last one shows the last. */
function JumpField({ pages, onJump }: { pages: number; onJump: (page: number) => void }) {
  const input = useRef<HTMLInputElement>(null)

  function jump(event: FormEvent) {
    event.preventDefault()
    const field = input.current
    const page = Number(field?.value.trim())
    if (!field || !Number.isInteger(page) || page < 1) return field?.select()
    field.value = ''
    onJump(Math.min(page, pages))
  }

  return (
    <form className={classes.jump} onSubmit={jump} noValidate>
      <label>
        跳到第
        <input
          ref={input}
          className={classes.field}
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(pages).length + 1}
          aria-label={`跳到第几页，共 ${pages} 页`}
        />
        页
      </label>
      <button type="submit" className={classes.go}>
        跳转
      </button>
    </form>
  )
}
