import { IconCaretDownFilled, IconCaretUpFilled } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useOverflowEdges } from '#ui/feed/use-overflow-edges.ts'
import { SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import type { Column, Resource, Row, Sort } from '../define-resource.ts'
import { cellProps, isNumeric } from './cell-text.ts'
import classes from './DataTable.module.css'
import { type RowHandlers, TableRow } from './TableRow.tsx'
import type { Selection } from './use-selection.ts'

type Props = Omit<RowHandlers, 'onSelect'> & {
  resource: Resource
  columns: readonly Column[]
  editable: boolean
  label: string
  /** null while the first page loads: shows a skeleton. */
  rows: readonly Row[] | null
  sort: Sort | null
  onSort: (pressed: Sort) => void
  selection: Selection
  deletingId: number | null
}

/** With more columns than this, cells have less padding. */
const DENSE_FROM = 10
const NO_ROWS: readonly Row[] = []

/** A table with sticky head, first and last column, in a box that scrolls. */
export function DataTable({ resource, label, rows, sort, onSort, selection, deletingId, ...rowProps }: Props) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { columns, editable } = rowProps
  const shown = rows ?? NO_ROWS
  useOverflowEdges(box, 'hidden')
  useScrollToTop(box, shown)
  useFocusNextRow(box, shown, deletingId)
  const allSelected = shown.length > 0 && shown.every(selection.has)

  const selectAll = selection.active && (
    <input
      type="checkbox"
      aria-label="选择本页全部"
      checked={allSelected}
      ref={(input) => {
        if (input) input.indeterminate = !allSelected && shown.some(selection.has)
      }}
      onChange={(event) => selection.select(shown, event.currentTarget.checked)}
    />
  )

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section ref={setBox} className={classes.box} aria-label={label} tabIndex={0}>
      <table
        className={classes.table}
        data-selecting={selection.active || undefined}
        data-dense={columns.length > DENSE_FROM || undefined}
      >
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeadCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={onSort}
                before={index === 0 ? selectAll : null}
              />
            ))}
            {editable && (
              <th scope="col" className={classes.actions}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {!rows && <SkeletonRows columns={columns} editable={editable} />}
          {shown.map((row) => (
            <TableRow
              {...rowProps}
              key={row.id}
              resource={resource}
              row={row}
              selected={selection.active ? selection.has(row) : null}
              deleting={deletingId === row.id}
              onSelect={(target, on) => selection.select([target], on)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const
const ORDERS = [
  { order: 'asc', label: '升序', Icon: IconCaretUpFilled },
  { order: 'desc', label: '降序', Icon: IconCaretDownFilled },
] as const

type HeadProps = { column: Column; sort: Sort | null; onSort: (pressed: Sort) => void; before: ReactNode }

function HeadCell({ column, sort, onSort, before }: HeadProps) {
  const { key, label, sortable = false } = column
  const current = sort?.field === key ? sort.order : null
  const sortProps = { 'aria-sort': current ? ARIA_SORT[current] : 'none', 'aria-label': label } as const
  return (
    // The label leaves the buttons out: screen readers announce it with every cell of the column.
    <th scope="col" {...cellProps(column)} {...(sortable && sortProps)}>
      <div className={classes.head}>
        {before}
        {label}
        {sortable && (
          <span className={classes.sortButtons}>
            {ORDERS.map(({ order, label: orderLabel, Icon }) => (
              <button
                key={order}
                type="button"
                aria-label={`按${label}${orderLabel}`}
                aria-pressed={current === order}
                title={current === order ? '恢复默认顺序' : `按${label}${orderLabel}`}
                onClick={() => onSort({ field: key, order })}
              >
                <Icon size={10} aria-hidden />
              </button>
            ))}
          </span>
        )}
      </div>
    </th>
  )
}

/** Widths in pixels by kind of cell. */
const SKELETON_WIDTHS: Partial<Record<Column['kind'], number>> = {
  longText: 160,
  rich: 160,
  date: 120,
  flag: 40,
  enum: 40,
  image: 32,
  images: 64,
  tags: 40,
}
const SKELETON_ROWS = Array.from({ length: 12 }, (_, index) => index)

function SkeletonRows({ columns, editable }: Pick<Props, 'columns' | 'editable'>) {
  const widthOf = (column: Column) => (isNumeric(column) ? 32 : (SKELETON_WIDTHS[column.kind] ?? 96))
  return SKELETON_ROWS.map((row) => (
    <tr key={row} aria-hidden>
      {columns.map((column) => (
        <td key={column.key} {...cellProps(column)}>
          <SkeletonBlock className={classes.skeleton} width={widthOf(column)} height={14} />
        </td>
      ))}
      {editable && <td />}
    </tr>
  ))
}

function useScrollToTop(box: HTMLElement | null, rows: readonly Row[]) {
  const page = `${rows[0]?.id} ${rows.length}`
  const shownPage = useRef(page)
  useEffect(() => {
    if (page !== shownPage.current) box?.scrollTo({ top: 0 })
    shownPage.current = page
  }, [box, page])
}

/** Moves the focus of a deleted row to the row that takes its place. */
function useFocusNextRow(box: HTMLElement | null, rows: readonly Row[], deletingId: number | null) {
  const deleted = useRef<{ id: number; index: number } | null>(null)
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === deletingId)
    if (deletingId !== null && index >= 0) deleted.current = { id: deletingId, index }
    const previous = deleted.current
    if (deletingId !== null || !previous) return
    deleted.current = null
    const { activeElement } = document
    const focusLost = activeElement === document.body || activeElement?.id === 'main'
    if (!focusLost || rows.some(({ id }) => id === previous.id)) return
    const buttons = box?.querySelectorAll<HTMLElement>('tbody th button')
    buttons?.[Math.min(previous.index, buttons.length - 1)]?.focus({ preventScroll: true })
  }, [box, rows, deletingId])
}
