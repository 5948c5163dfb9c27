import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { DialogFrame } from '#ui/DialogFrame.tsx'
import type { Reading, Row } from '../define-resource.ts'
import classes from './RowDialog.module.css'
import { WholeValue } from './WholeValue.tsx'

type Props = {
  resource: Reading
  /** null closes. */
  row: Row | null
  onClose: () => void
}

/** All that there is to a row, one field beneath the other. */
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
      <RowDetail key={shown.id} resource={resource} row={shown} />
    </DialogFrame>
  )
}

/** Asked for anew; what the table knew stands in, also when that fails (spec section 8 «Admin»). */
function RowDetail({ resource, row }: { resource: Reading; row: Row }) {
  const { data, error } = useQuery({
    queryKey: keys.adminRow(resource.path, row.id),
    queryFn: ({ signal }) => call(resource.api.get, { params: { id: row.id }, signal }),
    placeholderData: row,
  })
  const gone = error instanceof ApiError && error.status === 404
  return (
    <>
      {gone && (
        <p className={classes.gone} role="alert">
          这条记录已经不在了，下面是之前的内容
        </p>
      )}
      <dl className={classes.fields}>
        {resource.columns.map((column) => (
          <div key={column.key} data-kind={column.kind}>
            <dt>{column.label}</dt>
            <dd>
              <WholeValue column={column} row={data ?? row} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
