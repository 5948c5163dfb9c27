import { type ReactNode, useEffect, useState } from 'react'
import { useRowEnds } from '#ui/use-row-ends.ts'
import type { Column, Reading, Row, Sort } from '../define-resource.ts'
import classes from './DataTable.module.css'
import { HeadCell } from './HeadCell.tsx'
import { type RowHandlers, TableRow } from './TableRow.tsx'
import { useNextRow } from './use-next-row.ts'
import type { Selection } from './use-selection.ts'

type Props = Omit<RowHandlers, 'onChoose'> & {
  resource: Reading
  /** Those to be seen. */
  columns: readonly Column[]
  /** Whether rows can be written. */
  written: boolean
  label: string
  rows: readonly Row[]
  sort: Sort | null
  onSort: (pressed: Sort) => void
  selection: Selection
  leaving: number | null
  /** Stands in the rows' place. */
  instead?: ReactNode
}

/** More columns than this lie closer together. */
const CROWDED = 10

/** Head and first column stay while the rest scrolls; the box can be scrolled by keyboard. */
export function DataTable({ resource, label, rows, sort, onSort, selection, instead, ...rowProps }: Props) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { leaving, columns, written } = rowProps
  useRowEnds(box, 'hidden', 1)
  useNextRow(box, rows, leaving)
  const all = rows.length > 0 && rows.every(selection.has)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are read from the top
  useEffect(() => {
    box?.scrollTo({ top: 0 })
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
    <section ref={setBox} className={classes.box} aria-label={label} tabIndex={0}>
      <table
        className={classes.table}
        data-choosing={selection.on || undefined}
        data-crowded={columns.length > CROWDED || undefined}
      >
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
            {written && (
              <th scope="col" className={classes.actions}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {instead ??
            rows.map((row) => (
              <TableRow
                {...rowProps}
                key={row.id}
                resource={resource}
                row={row}
                chosen={selection.on ? selection.has(row) : null}
                leaving={leaving === row.id}
                onChoose={(chosen, on) => selection.choose([chosen], on)}
              />
            ))}
        </tbody>
      </table>
    </section>
  )
}
