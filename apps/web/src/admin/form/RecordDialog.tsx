import { useState } from 'react'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import type { Resource, Row } from '../define-resource.ts'
import { RecordForm } from './RecordForm.tsx'

type Props = {
  resource: Resource
  /** The row to change, or a new one; null closes. */
  record: Row | 'new' | null
  onClose: () => void
}

export function RecordDialog({ resource, record, onClose }: Props) {
  // What was typed stays while the dialog fades out.
  const [shown, setShown] = useState(record)
  if (record && record !== shown) setShown(record)
  if (!shown) return null
  const row = shown === 'new' ? null : shown
  return (
    <DialogFrame
      opened={record !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={`${row ? '编辑' : '新增'}${resource.noun}`}
      closeOnClickOutside={false}
    >
      <RecordForm key={row?.id ?? 'new'} resource={resource} row={row} onClose={onClose} />
    </DialogFrame>
  )
}
