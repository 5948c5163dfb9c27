import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import type { Resource, Row } from '../define-resource.ts'
import { FullValue } from './FullValue.tsx'
import classes from './RowDialog.module.css'

type Props = {
  resource: Resource
  /** null closes. */
  row: Row | null
  onClose: () => void
}

/** All fields of a row, including those that no column shows. */
export function RowDialog({ resource, row, onClose }: Props) {
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  if (!shown) return null
  return (
    <DialogFrame
      opened={row !== null}
      onClose={onClose}
      onExited={() => setShown(null)}
      title={`${resource.noun}详情`}
      width={640}
    >
      <RowDetails key={shown.id} resource={resource} row={shown} />
    </DialogFrame>
  )
}

/** Fetches the record again; the row of the table is shown meanwhile, and if the fetch fails. */
function RowDetails({ resource, row }: { resource: Resource; row: Row }) {
  const { data, error } = useQuery({
    queryKey: keys.adminRow(resource.path, row.id),
    queryFn: ({ signal }) => call(resource.api.get, { params: { id: row.id }, signal }),
    placeholderData: row,
  })
  const deleted = error instanceof ApiError && error.status === 404
  return (
    <>
      {deleted && (
        <p className={classes.deleted} role="alert">
          这条记录已经不在了，下面是之前的内容
        </p>
      )}
      <dl className={classes.fields}>
        {resource.columns.map((column) => (
          <div key={column.key} data-kind={column.kind}>
            <dt>{column.label}</dt>
            <dd>
              <FullValue column={column} row={data ?? row} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
