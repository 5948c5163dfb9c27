import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Column, Reading, Row } from '../define-resource.ts'
import { Cell } from './Cell.tsx'
import { cellOf } from './cell-of.ts'
import { textOf } from './cell-text.ts'
import table from './DataTable.module.css'
import { shortName } from './naming.ts'
import classes from './TableRow.module.css'

export type RowHandlers = {
  onLook: (row: Row) => void
  onChoose: (row: Row, on: boolean) => void
  onEdit: (row: Row) => void
  onRemove: (row: Row) => void
}

type Props = RowHandlers & {
  resource: Reading
  columns: readonly Column[]
  row: Row
  /** Can be chosen, and is or is not; null where nothing can be. */
  chosen: boolean | null
  /** Whether the row can be written. */
  written: boolean
  leaving: boolean
}

const OWN = 'a, button, label'

export function TableRow({ resource, columns, row, chosen, written, leaving, ...handlers }: Props) {
  const name = `${resource.noun}「${shortName(resource, row)}」`
  const [first, ...others] = columns

  /** All of a row is a target where rows are chosen, but what does something itself. */
  function press({ target }: MouseEvent) {
    if (chosen !== null && target instanceof Element && !target.closest(OWN)) handlers.onChoose(row, !chosen)
  }

  return (
    <tr
      data-chosen={chosen || undefined}
      data-leaving={leaving || undefined}
      aria-busy={leaving || undefined}
      onClick={press}
    >
      {first && (
        <th scope="row" {...cellOf(first)}>
          {chosen === null ? (
            <button
              type="button"
              className={classes.look}
              aria-label={`查看${name}`}
              aria-haspopup="dialog"
              title="查看详情"
              onClick={() => handlers.onLook(row)}
            >
              {textOf(first, row)}
            </button>
          ) : (
            <label className={classes.choice}>
              <input
                type="checkbox"
                aria-label={`选择${name}`}
                checked={chosen}
                onChange={(event) => handlers.onChoose(row, event.currentTarget.checked)}
              />
              {textOf(first, row)}
            </label>
          )}
        </th>
      )}
      {others.map((column) => (
        <td key={column.key} {...cellOf(column)}>
          <Cell column={column} row={row} />
        </td>
      ))}
      {written && (
        <td className={table.actions}>
          {chosen === null && <Actions name={name} row={row} disabled={leaving} {...handlers} />}
        </td>
      )}
    </tr>
  )
}

type ActionProps = Pick<RowHandlers, 'onEdit' | 'onRemove'> & { name: string; row: Row; disabled: boolean }

function Actions({ name, row, disabled, onEdit, onRemove }: ActionProps) {
  return (
    <div className={classes.buttons}>
      <button type="button" aria-label={`编辑${name}`} title="编辑" disabled={disabled} onClick={() => onEdit(row)}>
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </button>
      <button type="button" aria-label={`删除${name}`} title="删除" disabled={disabled} onClick={() => onRemove(row)}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}
