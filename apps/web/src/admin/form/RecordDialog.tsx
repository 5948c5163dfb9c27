import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { adminSession } from '#api/session.ts'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { useGuardedClose } from '#ui/history/use-leave-guard.ts'
import { confirm, discardPrompt } from '#ui/overlay/confirm.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import type { EditableResource, Row } from '../define-resource.ts'
import { toastFailure } from '../feedback.ts'
import { useTableCache } from '../table/use-rows.ts'
import { createFormStore, type FormStore, fieldsFor } from './form-store.ts'
import classes from './RecordDialog.module.css'
import { RecordForm } from './RecordForm.tsx'

const DISCARD = discardPrompt('填写的内容', '继续填写')

const RELOAD = {
  title: '重新载入？',
  message: '表单会换成这条记录现在的内容，你填写的修改不会保留',
  type: 'warning',
  confirmLabel: '重新载入',
  cancelLabel: '继续填写',
} as const

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
  const { form, loading, reload } = useRecordForm(resource, record, (error) => {
    toastFailure('操作失败', error)
    onClose()
    void cache.refresh()
  })

  const hasUnsaved = () => opened && form?.dirty() === true
  const close = useGuardedClose({
    question: DISCARD,
    hasUnsaved,
    isSignedIn: () => adminSession.get() !== null,
    isSaving: () => saving.current,
    close: onClose,
  })
  async function confirmReload() {
    if (!hasUnsaved() || (await confirm(RELOAD))) reload()
  }

  return (
    <DialogFrame
      opened={opened}
      onClose={close}
      onExited={onExited}
      title={`${record === 'new' ? '新增' : '编辑'}${resource.noun}`}
      width={560}
      className={classes.dialog}
      closeOnClickOutside={false}
    >
      {form ? (
        <RecordForm
          // A reloaded record starts without the errors of the previous form.
          key={form.row?.version ?? 'new'}
          resource={resource}
          form={form}
          reloading={loading}
          onReload={() => void confirmReload()}
          onSaving={(isSaving) => {
            saving.current = isSaving
          }}
          onClose={close}
          onDone={onClose}
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

// null while the record is fetched, since the row of the list may be outdated. If the fetch fails, the form starts from
// that row; if the record no longer exists, `onGone` is called. `reload` replaces the form.
function useRecordForm(resource: EditableResource, record: Row | 'new', onGone: (error: ApiError) => void) {
  const [form, setForm] = useState<FormStore | null>(() => (record === 'new' ? createFormStore(resource, null) : null))
  const [request, setRequest] = useState(record === 'new' ? null : { row: record })
  const [loading, setLoading] = useState(request !== null)

  const onError = useEffectEvent((error: unknown, row: Row) => {
    if (error instanceof ApiError && error.status === 404) return onGone(error)
    const what = resource.fields.some(({ kind }) => kind === 'pictures') ? '图片' : '详情'
    toastFailure(`获取${resource.noun}${what}失败`, error)
    setForm((current) => current ?? createFormStore(resource, row))
  })

  useEffect(() => {
    if (!request) return
    const abort = new AbortController()
    setLoading(true)
    call(resource.api.get, { params: { id: request.row.id }, signal: abort.signal })
      .then(
        (row) => setForm(createFormStore(resource, row)),
        (error: unknown) => abort.signal.aborted || onError(error, request.row),
      )
      .finally(() => abort.signal.aborted || setLoading(false))
    return () => abort.abort()
  }, [resource, request])

  useEffect(() => () => form?.dispose(), [form])

  return { form, loading, reload: () => setRequest((current) => current && { ...current }) }
}
