import { Bone } from '#ui/Skeleton.tsx'
import type { Column } from '../define-resource.ts'
import { cellOf, isNumeric } from './cell-of.ts'
import classes from './DataTable.module.css'

/** Pixels, by what is shown; others are about as wide as a name. */
const widths: Partial<Record<Column['kind'], number>> = {
  long: 160,
  rich: 160,
  date: 120,
  flag: 40,
  mapped: 40,
  image: 32,
  images: 64,
  tags: 40,
}
const NAME = 96
const NUMBER = 32
const ROWS = 12

type Props = {
  columns: readonly Column[]
  /** Whether a column for what can be done with a row follows. */
  actions: boolean
}

/** Rows of the shape that comes. */
export function TableBones({ columns, actions }: Props) {
  return Array.from({ length: ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
    <tr key={index} aria-hidden>
      {columns.map((column) => (
        <td key={column.key} {...cellOf(column)}>
          <Bone
            className={classes.bone}
            width={isNumeric(column) ? NUMBER : (widths[column.kind] ?? NAME)}
            height={14}
          />
        </td>
      ))}
      {actions && <td />}
    </tr>
  ))
}
