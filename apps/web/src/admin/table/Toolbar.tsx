import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconChecks,
  IconDownload,
  IconFilter,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import { Button } from '#ui/form/Button.tsx'
import { Drawer } from '../Drawer.tsx'
import { type Resource, titleOf } from '../define-resource.ts'
import { type BatchAction, batchWords } from '../jobs/batch-actions.ts'
import { useMay } from '../permissions.ts'
import { type Trash, trashApiOf } from '../trash/use-trash.ts'
import { ColumnMenu } from './ColumnMenu.tsx'
import { Filters } from './Filters.tsx'
import classes from './Toolbar.module.css'
import type { Columns } from './use-columns.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  resource: Resource
  filters: Record<string, string>
  onFilter: (filters: Record<string, string>) => void
  editable: boolean
  selection: Selection
  deleting: boolean
  /** null where so many cannot be deleted. */
  onDelete: (() => void) | null
  /** Set while the table shows the trash. */
  trash: Trash | null
  /** What can be done to many rows, besides deletion. */
  batch: readonly BatchAction[]
  onBatch: (action: BatchAction) => void
  onCreate: () => void
  columns: Columns
  exporting: boolean
  /** null for who may not export. */
  onExport: (() => void) | null
  busy: boolean
  onRefresh: () => void
}

const WIDE = `(min-width: ${BREAKPOINTS.sidebar + 1}px)`

export function Toolbar({ filters, onFilter, ...props }: Props) {
  const { resource, selection } = props
  const [drawerOpened, setDrawerOpened] = useState(false)
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false })
  const filterCount = Object.keys(filters).length
  const form = { filters: resource.filters, values: filters }
  const deleteButton = useRef<HTMLButtonElement>(null)
  const wasActive = useRef(selection.active)

  // The button that ended the selection is gone: its focus returns to the one that started it.
  useEffect(() => {
    const focusLost = document.activeElement === document.body
    if (wasActive.current && !selection.active && focusLost) deleteButton.current?.focus()
    wasActive.current = selection.active
  }, [selection.active])

  function apply(values: Record<string, string>) {
    setDrawerOpened(false)
    onFilter(values)
  }

  return (
    <div className={classes.toolbar}>
      <h1 className={classes.title}>{titleOf(resource)}</h1>
      <div className={classes.actions}>
        {!wide && (
          <Button
            size="sm"
            variant="plain"
            className={classes.filterButton}
            aria-label={filterCount > 0 ? `筛选 (${filterCount})` : '筛选'}
            aria-haspopup="dialog"
            onClick={() => setDrawerOpened(true)}
          >
            <IconFilter {...icon} />
            筛选
            {filterCount > 0 && <span className={classes.filterCount}>{filterCount}</span>}
          </Button>
        )}
        {selection.active ? <SelectionButtons {...props} /> : <TableButtons {...props} deleteButton={deleteButton} />}
      </div>
      {wide && (
        <div className={classes.filters}>
          <Filters {...form} onApply={onFilter} applyLabel="筛选" clearLabel="清空" />
        </div>
      )}
      <Drawer opened={drawerOpened && !wide} onClose={() => setDrawerOpened(false)} side="bottom" label="筛选条件">
        <Filters {...form} onApply={apply} applyLabel="应用筛选" clearLabel="清空条件" />
      </Drawer>
    </div>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type ButtonProps = Omit<Props, 'filters' | 'onFilter'>

function SelectionButtons({ selection, deleting, onDelete, ...props }: ButtonProps) {
  const { resource, editable, trash, batch, onBatch } = props
  const may = useMay()
  const ids = [...selection.names.keys()]
  const none = deleting || selection.size === 0
  const purge = trashApiOf(resource)?.purge
  return (
    <>
      {trash && (
        <>
          {purge && may(purge) && (
            <Button size="sm" variant="danger" disabled={none} onClick={() => trash.purge(ids)}>
              彻底删除
            </Button>
          )}
          <Button size="sm" disabled={none} onClick={() => trash.restore(ids)}>
            恢复 ({ids.length})
          </Button>
        </>
      )}
      {!trash &&
        batch.map((action) => (
          <Button key={action} size="sm" variant="plain" disabled={none} onClick={() => onBatch(action)}>
            {batchWords(action)}
          </Button>
        ))}
      {editable && onDelete && !trash && (
        <Button size="sm" variant="danger" loading={deleting} onClick={onDelete}>
          确认删除 ({selection.size})
        </Button>
      )}
      <Button size="sm" variant="plain" disabled={deleting} autoFocus onClick={selection.stop}>
        取消
      </Button>
    </>
  )
}

/** The button that begins choosing rows. */
function startOf({ trash, batch }: Pick<Props, 'trash' | 'batch'>) {
  if (trash) return { label: '批量恢复', Icon: IconArrowBackUp }
  return batch.length > 0 ? { label: '批量处理', Icon: IconChecks } : { label: '批量删除', Icon: IconTrash }
}

function TableButtons({ deleteButton, ...props }: ButtonProps & { deleteButton: Ref<HTMLButtonElement> }) {
  const { noun } = props.resource
  const many = props.batch.length > 0
  const plain = { size: 'sm', variant: 'plain', className: classes.compact } as const
  const start = startOf(props)
  return (
    <>
      <ColumnMenu columns={props.columns} className={classes.compact} labelClassName={classes.label} />
      {props.onExport && (
        <Button
          {...plain}
          aria-label="导出 CSV"
          title="导出筛选后的全部内容"
          aria-disabled={props.exporting}
          onClick={props.onExport}
        >
          <IconDownload {...icon} />
          <span className={classes.label}>导出</span>
        </Button>
      )}
      <Button {...plain} aria-label="刷新" onClick={props.onRefresh}>
        <IconRefresh {...icon} data-spinning={props.busy || undefined} />
        <span className={classes.label}>刷新</span>
      </Button>
      {(props.editable || many) && (
        <Button {...plain} ref={deleteButton} aria-label={start.label} onClick={props.selection.start}>
          <start.Icon {...icon} />
          <span className={classes.label}>{start.label}</span>
        </Button>
      )}
      {props.editable && (
        <Button size="sm" aria-label={`新增${noun}`} onClick={props.onCreate}>
          <IconPlus className={classes.icon} {...icon} />
          <span>
            新增<span className={classes.noun}>{noun}</span>
          </span>
        </Button>
      )}
    </>
  )
}
