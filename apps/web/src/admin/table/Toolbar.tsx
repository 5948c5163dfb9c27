import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconFilter, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { BREAKPOINTS } from '#ui/breakpoints.ts'
import { Button } from '#ui/form/Button.tsx'
import { Drawer } from '../Drawer.tsx'
import { type Resource, titleOf } from '../define-resource.ts'
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
  onDelete: () => void
  onCreate: () => void
  columns: Columns
  exporting: boolean
  onExport: () => void
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

function SelectionButtons({ selection, deleting, onDelete }: ButtonProps) {
  return (
    <>
      <Button size="sm" variant="danger" loading={deleting} onClick={onDelete}>
        确认删除 ({selection.names.size})
      </Button>
      <Button size="sm" variant="plain" disabled={deleting} autoFocus onClick={selection.stop}>
        取消
      </Button>
    </>
  )
}

function TableButtons({ deleteButton, ...props }: ButtonProps & { deleteButton: Ref<HTMLButtonElement> }) {
  const { noun } = props.resource
  const plain = { size: 'sm', variant: 'plain', className: classes.compact } as const
  return (
    <>
      <ColumnMenu columns={props.columns} className={classes.compact} labelClassName={classes.label} />
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
      <Button {...plain} aria-label="刷新" onClick={props.onRefresh}>
        <IconRefresh {...icon} data-spinning={props.busy || undefined} />
        <span className={classes.label}>刷新</span>
      </Button>
      {props.editable && (
        <>
          <Button {...plain} ref={deleteButton} aria-label="批量删除" onClick={props.selection.start}>
            <IconTrash {...icon} />
            <span className={classes.label}>批量删除</span>
          </Button>
          <Button size="sm" aria-label={`新增${noun}`} onClick={props.onCreate}>
            <IconPlus className={classes.icon} {...icon} />
            <span>
              新增<span className={classes.noun}>{noun}</span>
            </span>
          </Button>
        </>
      )}
    </>
  )
}
