import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Resource, Row } from '../define-resource.ts'
import { Cell } from './Cell.tsx'
import classes from './DataTable.module.css'

type Props = {
  resource: Resource
  row: Row
  /** Can be chosen, and is or is not; null where nothing can be. */
  chosen: boolean | null
  leaving: boolean
  onChoose: (row: Row, on: boolean) => void
  onEdit: (row: Row) => void
  onRemove: (row: Row) => void
}

export function TableRow({ resource, row, chosen, leaving, onChoose, onEdit, onRemove }: Props) {
  const { columns, noun } = resource
  const name = `${noun}「${resource.nameOf(row)}」`
  return (
    <tr data-chosen={chosen || undefined} data-leaving={leaving || undefined} aria-busy={leaving || undefined}>
      {columns.map((column, index) => (
        <td key={column.key} data-kind={column.kind}>
          {index === 0 && chosen !== null ? (
            <label className={classes.choice}>
              <input
                type="checkbox"
                aria-label={`选择${name}`}
                checked={chosen}
                onChange={(event) => onChoose(row, event.currentTarget.checked)}
              />
              <Cell column={column} row={row} />
            </label>
          ) : (
            <Cell column={column} row={row} />
          )}
        </td>
      ))}
      <td className={classes.actions}>
        {chosen === null && (
          <div className={classes.buttons}>
            <button
              type="button"
              aria-label={`编辑${name}`}
              title="编辑"
              disabled={leaving}
              onClick={() => onEdit(row)}
            >
              <IconPencil size={18} stroke={1.75} aria-hidden />
            </button>
            <button
              type="button"
              aria-label={`删除${name}`}
              title="删除"
              disabled={leaving}
              onClick={() => onRemove(row)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </button>
          </div>
        )}
      </td>
    </tr>
  )
}
