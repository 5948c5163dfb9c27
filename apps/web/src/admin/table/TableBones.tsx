import { Bone } from '#ui/Skeleton.tsx'
import type { Column } from '../define-resource.ts'
import classes from './DataTable.module.css'

const widths = { text: 96, long: 160, number: 32, date: 120, flag: 40 }
const ROWS = 12

/** Rows of the shape that comes. */
export function TableBones({ columns }: { columns: readonly Column[] }) {
  return Array.from({ length: ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
    <tr key={index} aria-hidden>
      {columns.map(({ key, kind }) => (
        <td key={key} data-kind={kind}>
          <Bone className={classes.bone} width={widths[kind]} height={14} />
        </td>
      ))}
      <td />
    </tr>
  ))
}
