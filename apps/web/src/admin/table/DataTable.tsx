import { type ReactNode, useEffect, useRef } from 'react'
import type { Resource, Row, Sort } from '../define-resource.ts'
import classes from './DataTable.module.css'
import { HeadCell } from './HeadCell.tsx'
import { TableRow } from './TableRow.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  resource: Resource
  label: string
  rows: readonly Row[]
  sort: Sort | null
  onSort: (field: string) => void
  selection: Selection
  leaving: number | null
  onEdit: (row: Row) => void
  onRemove: (row: Row) => void
  /** Stands in the rows' place. */
  instead?: ReactNode
}

/** Head and first column stay while the rest scrolls; the box can be scrolled by keyboard. */
export function DataTable({ resource, label, rows, sort, onSort, selection, instead, ...rowProps }: Props) {
  const { columns } = resource
  const box = useRef<HTMLElement>(null)
  const { leaving, ...handlers } = rowProps
  const all = rows.length > 0 && rows.every(selection.has)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are read from the top
  useEffect(() => {
    box.current?.scrollTo({ top: 0 })
  }, [rows[0]?.id, rows.length])

  const chooseAll = selection.on && (
    <input
      type="checkbox"
      aria-label="选择本页全部"
      checked={all}
      ref={(input) => {
        if (input) input.indeterminate = !all && rows.some(selection.has)
      }}
      onChange={(event) => selection.choose(rows, event.currentTarget.checked)}
    />
  )

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className={classes.box} aria-label={label} tabIndex={0}>
      <table className={classes.table} data-choosing={selection.on || undefined}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeadCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={onSort}
                lead={index === 0 ? chooseAll : null}
              />
            ))}
            <th scope="col" className={classes.actions}>
              操作
            </th>
          </tr>
        </thead>
        <tbody>
          {instead ??
            rows.map((row) => (
              <TableRow
                key={row.id}
                resource={resource}
                row={row}
                chosen={selection.on ? selection.has(row) : null}
                leaving={leaving === row.id}
                onChoose={(chosen, on) => selection.choose([chosen], on)}
                {...handlers}
              />
            ))}
        </tbody>
      </table>
    </section>
  )
}
