import { IconCaretDownFilled, IconCaretUpFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column, Sort } from '../define-resource.ts'
import { cellOf } from './cell-of.ts'
import table from './DataTable.module.css'
import classes from './HeadCell.module.css'

type Props = {
  column: Column
  sort: Sort | null
  onSort: (pressed: Sort) => void
  /** Stands before the label. */
  lead: ReactNode
}

const spoken = { asc: 'ascending', desc: 'descending' } as const
const orders = [
  { order: 'asc', word: '升序', Icon: IconCaretUpFilled },
  { order: 'desc', word: '降序', Icon: IconCaretDownFilled },
] as const

/** A column's name; where the list can be ordered by it, with a button for each way. */
export function HeadCell({ column, sort, onSort, lead }: Props) {
  const { key, label, sortable = false } = column
  const now = sort?.field === key ? sort.order : null
  const sorted = now ? spoken[now] : 'none'
  return (
    // Cells are told with their head's name: that of the buttons is no part of it.
    <th scope="col" {...cellOf(column)} {...(sortable && { 'aria-sort': sorted, 'aria-label': label })}>
      <div className={table.inner}>
        {lead}
        {label}
        {sortable && (
          <span className={classes.orders}>
            {orders.map(({ order, word, Icon }) => (
              <button
                key={order}
                type="button"
                aria-label={`按${label}${word}`}
                aria-pressed={now === order}
                title={now === order ? '恢复默认顺序' : `按${label}${word}`}
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
