import { useRef, useState } from 'react'
import { adminSession } from '#api/session.ts'
import { confirm, pendingConfirm } from '#ui/confirm.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import { Bone, Skeleton } from '#ui/Skeleton.tsx'
import { unsavedQuestion } from '#ui/unsaved.ts'
import { useLeaveGuard } from '#ui/use-leave-guard.ts'
import type { Resource, Row } from '../define-resource.ts'
import { tellFailure } from '../failure.ts'
import { useKeptPages } from '../table/use-rows.ts'
import { fieldsFor } from './form-values.ts'
import classes from './RecordDialog.module.css'
import { RecordForm } from './RecordForm.tsx'
import { useRecordSheet } from './use-record-sheet.ts'

const QUESTION = unsavedQuestion('填写的内容', '继续填写')

const RELOAD = {
  title: '重新载入？',
  message: '表单会换成这条记录现在的内容，你填写的修改不会保留',
  type: 'warning',
  confirmLabel: '重新载入',
  cancelLabel: '继续填写',
} as const

type Props = {
  resource: Resource
  /** The row to change, or a new one; null closes. */
  record: Row | 'new' | null
  onClose: () => void
}

/** Writing a record, new or there already. What was not saved is asked about. */
export function RecordDialog({ resource, record, onClose }: Props) {
  // What was typed stays while the dialog fades out; opened again meanwhile, it is another one.
  const [turn, setTurn] = useState({ record, number: 0 })
  const [opened, setOpened] = useState(record !== null)
  if ((record !== null) !== opened) setOpened(!opened)
  if (record && (!opened || record !== turn.record)) setTurn({ record, number: turn.number + 1 })
  if (!turn.record) return null
  return (
    <OneRecord
      key={turn.number}
      resource={resource}
      record={turn.record}
      opened={record !== null}
      onClose={onClose}
      onExited={() => setTurn({ record: null, number: turn.number })}
    />
  )
}

type OneProps = { resource: Resource; record: Row | 'new'; opened: boolean; onClose: () => void; onExited: () => void }

function OneRecord({ resource, record, opened, onClose, onExited }: OneProps) {
  const pages = useKeptPages()
  const saving = useRef(false)
  const asking = pendingConfirm.use() !== null
  const { sheet, loading, reload } = useRecordSheet({
    resource,
    record,
    onGone(error) {
      tellFailure('操作失败', error)
      onClose()
      void pages.refresh()
    },
  })

  const loses = () => opened && sheet?.dirty() === true
  useLeaveGuard(QUESTION, () => loses() && adminSession.get() !== null)

  async function close() {
    if (saving.current || asking) return
    if (!loses() || (await confirm(QUESTION))) onClose()
  }

  async function askedReload() {
    if (!loses() || (await confirm(RELOAD))) reload()
  }
  return (
    <DialogFrame
      opened={opened}
      onClose={() => void close()}
      onExited={onExited}
      title={`${record === 'new' ? '新增' : '编辑'}${resource.noun}`}
      width={560}
      className={classes.dialog}
      closeOnClickOutside={false}
    >
      {sheet ? (
        <RecordForm
          // Another sheet is another form: what was wrong with the last one is not with this.
          key={sheet.row?.version ?? 'new'}
          resource={resource}
          sheet={sheet}
          reloading={loading}
          onReload={() => void askedReload()}
          onSaving={(isSaving) => {
            saving.current = isSaving
          }}
          onClose={() => void close()}
          onDone={onClose}
        />
      ) : (
        <Skeleton className={classes.bones}>
          {fieldsFor(resource.fields, 'update')
            .slice(0, 4)
            .map(({ name }) => (
              <Bone key={name} height={44} />
            ))}
        </Skeleton>
      )}
    </DialogFrame>
  )
}
