import { IconCaretDownFilled, IconCaretUpFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column, Sort } from '../define-resource.ts'
import { cellOf } from './cell-of.ts'
import table from './DataTable.module.css'
import classes from './HeadCell.module.css'

type Props = {
  column: Column
  sort: Sort | null
  onSort: (field: string) => void
  /** Stands before the label. */
  lead: ReactNode
}

const spoken = { asc: 'ascending', desc: 'descending' } as const
const hints = { asc: '升序，点击改为降序', desc: '降序，点击恢复默认', none: '点击升序' }

/** A column's name; where the list can be ordered by it, a button that does. */
export function HeadCell({ column, sort, onSort, lead }: Props) {
  const { key, label, sortable = false } = column
  const order = sort?.field === key ? sort.order : null
  return (
    <th scope="col" {...cellOf(column)} aria-sort={order ? spoken[order] : sortable ? 'none' : undefined}>
      <div className={table.inner}>
        {lead}
        {sortable ? (
          <button type="button" className={classes.sort} title={hints[order ?? 'none']} onClick={() => onSort(key)}>
            {label}
            <span className={classes.arrows} data-order={order ?? undefined} aria-hidden>
              <IconCaretUpFilled size={10} />
              <IconCaretDownFilled size={10} />
            </span>
          </button>
        ) : (
          label
        )}
      </div>
    </th>
  )
}
