import { IconArrowBackUp, IconPencil, IconTrash, IconTrashX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import type { Column, Resource, Row } from '../define-resource.ts'
import { isTrashed } from '../trash/use-trash.ts'
import { Cell } from './Cell.tsx'
import { cellProps, cellText } from './cell-text.ts'
import table from './DataTable.module.css'
import { shortName } from './deletion-text.ts'
import classes from './TableRow.module.css'

export type RowHandlers = {
  onView: (row: Row) => void
  onSelect: (row: Row, on: boolean) => void
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
  /** null where the viewer may not. */
  onRestore: ((row: Row) => void) | null
  onPurge: ((row: Row) => void) | null
}

type Props = RowHandlers & {
  resource: Resource
  columns: readonly Column[]
  row: Row
  /** null while rows cannot be selected. */
  selected: boolean | null
  editable: boolean
  deleting: boolean
}

const INTERACTIVE = 'a, button, label'

/** A row whose first cell opens the details or, while rows are selected, holds the checkbox. */
export function TableRow({ resource, columns, row, selected, editable, deleting, ...handlers }: Props) {
  const name = `${resource.noun}「${shortName(resource, row)}」`
  const [first, ...others] = columns
  const Actions = isTrashed(row) ? TrashActions : RowActions

  /** A click anywhere on the row toggles its checkbox. */
  function toggle({ target }: MouseEvent) {
    if (selected !== null && target instanceof Element && !target.closest(INTERACTIVE))
      handlers.onSelect(row, !selected)
  }

  return (
    <tr
      data-selected={selected || undefined}
      data-deleting={deleting || undefined}
      aria-busy={deleting || undefined}
      onClick={toggle}
    >
      {first && (
        <th scope="row" {...cellProps(first)}>
          {selected === null ? (
            <button
              type="button"
              className={classes.view}
              aria-label={`${cellText(first, row)} 查看${name}`}
              aria-haspopup="dialog"
              title="查看详情"
              onClick={() => handlers.onView(row)}
            >
              {cellText(first, row)}
            </button>
          ) : (
            <label className={classes.select}>
              <input
                type="checkbox"
                aria-label={`${cellText(first, row)} 选择${name}`}
                checked={selected}
                onChange={(event) => handlers.onSelect(row, event.currentTarget.checked)}
              />
              {cellText(first, row)}
            </label>
          )}
        </th>
      )}
      {others.map((column) => (
        <td key={column.key} {...cellProps(column)}>
          <Cell column={column} row={row} />
        </td>
      ))}
      {editable && (
        <td className={table.actions}>
          {selected === null && <Actions name={name} row={row} disabled={deleting} {...handlers} />}
        </td>
      )}
    </tr>
  )
}

type ActionProps = Omit<RowHandlers, 'onView' | 'onSelect'> & { name: string; row: Row; disabled: boolean }

function RowActions({ name, row, disabled, onEdit, onDelete }: ActionProps) {
  return (
    <div className={classes.buttons}>
      <button type="button" aria-label={`编辑${name}`} title="编辑" disabled={disabled} onClick={() => onEdit(row)}>
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </button>
      <button type="button" aria-label={`删除${name}`} title="删除" disabled={disabled} onClick={() => onDelete(row)}>
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

function TrashActions({ name, row, disabled, onRestore, onPurge }: ActionProps) {
  return (
    <div className={classes.buttons}>
      {onRestore && (
        <button
          type="button"
          aria-label={`恢复${name}`}
          title="恢复"
          disabled={disabled}
          onClick={() => onRestore(row)}
        >
          <IconArrowBackUp size={18} stroke={1.75} aria-hidden />
        </button>
      )}
      {onPurge && (
        <button
          type="button"
          aria-label={`彻底删除${name}`}
          title="彻底删除"
          disabled={disabled}
          onClick={() => onPurge(row)}
        >
          <IconTrashX size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}
