import { Button } from '#ui/form/Button.tsx'
import type { Resource, Row } from '../define-resource.ts'
import panel from '../moderation/ModerationPanel.module.css'
import { useMay } from '../permissions.ts'
import { resources } from '../resources.ts'
import { TakenNameDialog } from './TakenNameDialog.tsx'
import { isTrashed, trashApiOf, useTrash } from './use-trash.ts'

/** What can be done about a record in the trash, above its details; nothing for others. */
export function TrashPanel({ resource, row }: { resource: Resource; row: Row }) {
  const trash = useTrash(resource)
  const may = useMay()
  const api = trashApiOf(resource)
  if (!api || !isTrashed(row)) return null
  return (
    <section className={panel.panel} aria-label="回收站">
      <div className={panel.actions}>
        {!resource.moderates && may(api.restore) && (
          <Button size="sm" variant="plain" loading={trash.busy} onClick={() => trash.restoreRow(row)}>
            恢复
          </Button>
        )}
        {may(api.purge) && (
          <Button size="sm" variant="plain" disabled={trash.busy} onClick={() => trash.purgeRow(row)}>
            彻底删除
          </Button>
        )}
      </div>
      <TakenNameDialog resource={resource} trash={trash} />
    </section>
  )
}

/** Takes back the deletion that a line of the audit trail records; nothing for other lines. */
export function RestoreAudit({ row }: { row: object }) {
  const [name, id, action, after]: unknown[] = ['resource', 'record_id', 'action', 'after'].map((key) =>
    Reflect.get(row, key),
  )
  const resource = resources.find(({ path }) => path === name)
  const isDeletion = action === 'delete' && after === null && typeof id === 'number'
  return resource && isDeletion ? <RestoreButton resource={resource} id={id} /> : null
}

function RestoreButton({ resource, id }: { resource: Resource; id: number }) {
  const trash = useTrash(resource)
  const may = useMay()
  const api = trashApiOf(resource)
  if (!api || !may(api.restore)) return null
  return (
    <>
      <Button size="sm" variant="plain" loading={trash.busy} onClick={() => trash.restore([id])}>
        恢复
      </Button>
      <TakenNameDialog resource={resource} trash={trash} />
    </>
  )
}
