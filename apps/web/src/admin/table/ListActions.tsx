import { IconDownload, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import classes from './Toolbar.module.css'
import type { Columns } from './use-columns.ts'
import type { Selection } from './use-selection.ts'

export type ListActionProps = {
  noun: string
  /** Whether there is anything to write; else the list is only read. */
  written: boolean
  selection: Selection
  removing: boolean
  onRemove: () => void
  onCreate: () => void
  columns: Columns
  exporting: boolean
  onExport: () => void
  busy: boolean
  onRefresh: () => void
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** What can be done with the whole list; while rows are chosen for deletion, only that. */
export function ListActions(props: ListActionProps) {
  const { on } = props.selection
  const start = useRef<HTMLButtonElement>(null)
  const wasOn = useRef(on)

  // The button that ended it is gone; the one that began it is back.
  useEffect(() => {
    if (wasOn.current && !on && document.activeElement === document.body) start.current?.focus()
    wasOn.current = on
  }, [on])

  return on ? <Choosing {...props} /> : <Doing {...props} start={start} />
}

function Choosing({ selection, removing, onRemove }: ListActionProps) {
  return (
    <>
      <Button size="sm" variant="danger" loading={removing} onClick={onRemove}>
        确认删除 ({selection.size})
      </Button>
      <Button size="sm" variant="plain" disabled={removing} autoFocus onClick={selection.leave}>
        取消
      </Button>
    </>
  )
}

function Doing({ start, ...props }: ListActionProps & { start: Ref<HTMLButtonElement> }) {
  const { noun } = props
  return (
    <>
      <ColumnMenu columns={props.columns} className={classes.small} wordClassName={classes.word} />
      <Button
        size="sm"
        variant="plain"
        className={classes.small}
        aria-label="导出 CSV"
        title="导出筛选后的全部内容"
        aria-disabled={props.exporting}
        onClick={props.onExport}
      >
        <IconDownload {...icon} />
        <span className={classes.word}>导出</span>
      </Button>
      <Button size="sm" variant="plain" className={classes.small} aria-label="刷新" onClick={props.onRefresh}>
        <IconRefresh {...icon} data-turning={props.busy || undefined} />
        <span className={classes.word}>刷新</span>
      </Button>
      {props.written && (
        <>
          <Button
            size="sm"
            variant="plain"
            ref={start}
            className={classes.small}
            aria-label="批量删除"
            onClick={props.selection.start}
          >
            <IconTrash {...icon} />
            <span className={classes.word}>批量删除</span>
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
