import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminSession } from '#api/session.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { useGuardedClose } from '#ui/history/use-leave-guard.ts'
import { discardPrompt } from '#ui/overlay/confirm.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import type { EditableResource, Row } from '../define-resource.ts'
import { toastFailure } from '../feedback.ts'
import { forgetOpenForm, keepOpenForm } from '../return-place.ts'
import { useTableCache } from '../table/use-rows.ts'
import { fieldsFor } from './form-store.ts'
import { ProblemPanel } from './ProblemPanel.tsx'
import classes from './RecordDialog.module.css'
import { RecordForm } from './RecordForm.tsx'
import { useRecordForm } from './use-record-form.ts'

const DISCARD = discardPrompt('填写的内容', '继续填写')

type Props = {
  resource: EditableResource
  /** The row to edit, or a new one; null closes. */
  record: Row | 'new' | null
  onClose: () => void
}

/** The create and edit dialog of a record. Asks before unsaved changes are lost. */
export function RecordDialog({ resource, record, onClose }: Props) {
  // Keeps the form while the dialog fades out. Opened again meanwhile, it starts with a new form.
  const [shown, setShown] = useState({ record, key: 0 })
  const [opened, setOpened] = useState(record !== null)
  if ((record !== null) !== opened) setOpened(!opened)
  if (record && (!opened || record !== shown.record)) setShown({ record, key: shown.key + 1 })
  if (!shown.record) return null
  return (
    <OpenDialog
      key={shown.key}
      resource={resource}
      record={shown.record}
      opened={record !== null}
      onClose={onClose}
      onExited={() => setShown({ record: null, key: shown.key })}
    />
  )
}

type OpenProps = {
  resource: EditableResource
  record: Row | 'new'
  opened: boolean
  onClose: () => void
  onExited: () => void
}

function OpenDialog({ resource, record, opened, onClose, onExited }: OpenProps) {
  const cache = useTableCache()
  const saving = useRef(false)
  const { form, revision, problem, ...on } = useRecordForm({
    resource,
    record,
    onMissing(error) {
      toastFailure('操作失败', error)
      onClose()
      void cache.refresh()
    },
    onGone: () => void cache.refresh(),
  })
  useOpenForm(resource, record, opened, on.forget)

  const hasUnsaved = () => opened && form?.dirty() === true
  function discard() {
    on.forget()
    onClose()
  }
  const close = useGuardedClose({
    question: DISCARD,
    hasUnsaved,
    isSignedIn: () => adminSession.get() !== null,
    isSaving: () => saving.current,
    close: discard,
  })

  return (
    <DialogFrame
      opened={opened}
      onClose={close}
      onExited={onExited}
      title={`${form && !form.row ? '新增' : '编辑'}${resource.noun}`}
      width={560}
      className={classes.dialog}
      closeOnClickOutside={false}
    >
      {form ? (
        <RecordForm
          // A form whose content was put in from outside starts without the errors of the one before.
          key={revision}
          resource={resource}
          form={form}
          problem={
            problem && (
              <ProblemPanel
                problem={problem}
                form={form}
                onTakeTheirs={on.takeTheirs}
                onKeepMine={on.keepMine}
                onCompare={on.conflict}
                onStartAnew={on.startAnew}
              />
            )
          }
          undecided={problem?.kind === 'conflict' || problem?.kind === 'comparing'}
          onConflict={on.conflict}
          onGone={on.gone}
          onSaving={(isSaving) => {
            saving.current = isSaving
          }}
          onClose={close}
          onDone={discard}
        />
      ) : (
        <Skeleton className={classes.skeleton}>
          {fieldsFor(resource.fields, 'update')
            .slice(0, 4)
            .map(({ name }) => (
              <SkeletonBlock key={name} height={44} />
            ))}
        </Skeleton>
      )}
    </DialogFrame>
  )
}

/** Marks the form as open, so that it is opened again after a reload or when somebody had to sign in anew. */
function useOpenForm({ path }: EditableResource, record: Row | 'new', opened: boolean, forget: () => void) {
  const id = record === 'new' ? null : record.id
  const giveUp = useEffectEvent(forget)
  useEffect(() => {
    if (!opened) return
    keepOpenForm({ resource: path, id })
    return () => {
      // Closed, or left after the question about unsaved changes. Without a session it is gone on with later.
      if (!adminSession.get()) return
      forgetOpenForm()
      giveUp()
    }
  }, [path, id, opened])
}
