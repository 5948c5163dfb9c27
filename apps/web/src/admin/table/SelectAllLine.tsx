import classes from './SelectAllLine.module.css'
import type { Selection } from './use-selection.ts'

type Props = { selection: Selection; onPage: number; total: number; max: number }

/** Once a page is selected: offers all rows that match the filter, on other pages too. */
export function SelectAllLine({ selection, onPage, total, max }: Props) {
  const { all, names } = selection
  if (!selection.active || onPage === 0) return null
  const fromPages = names.size >= onPage && total > names.size
  if (all === null && !fromPages) return null
  return (
    <p className={classes.line} role="status">
      {all === null ? `已选 ${names.size} 条。` : `已选符合条件的全部 ${all} 条，包括其他页的。`}
      {all !== null && (
        <button type="button" onClick={() => selection.selectAll(null)}>
          只选刚才的 {names.size} 条
        </button>
      )}
      {all === null && total <= max && (
        <button type="button" onClick={() => selection.selectAll(total)}>
          选择全部 {total} 条
        </button>
      )}
      {all === null && total > max && `一次最多处理 ${max} 条，请先筛选。`}
    </p>
  )
}
