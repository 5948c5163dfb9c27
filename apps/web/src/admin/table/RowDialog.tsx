import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { call } from '#api/client.ts'
import { ApiError } from '#api/error.ts'
import { keys } from '#api/keys.ts'
import { paths } from '#app/paths.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { Skeleton, SkeletonBlock } from '#ui/feedback/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { DialogFrame } from '#ui/overlay/DialogFrame.tsx'
import { scrollLockCount } from '#ui/overlay/overlay.ts'
import { AuditActions } from '../audits/AuditActions.tsx'
import type { Resource, Row } from '../define-resource.ts'
import { ModerationPanel } from '../moderation/ModerationPanel.tsx'
import { TrashPanel } from '../trash/TrashPanel.tsx'
import { isTrashed } from '../trash/use-trash.ts'
import { FullValue } from './FullValue.tsx'
import classes from './RowDialog.module.css'

type Props = {
  resource: Resource
  /** null closes. */
  id: number | null
  /** The rows of the table's page, between which one goes on. */
  rows: readonly Row[]
  onView: (id: number | null) => void
  /** null for who may not. */
  onEdit: ((row: Row) => void) | null
  onDelete: ((row: Row) => void) | null
}

/** All fields of a row, including those that no column shows, what may be done about it, and the rows beside it. */
export function RowDialog({ resource, id, rows, onView, onEdit, onDelete }: Props) {
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  const index = rows.findIndex((row) => row.id === id)
  const previous = rows[index - 1]
  const next = index >= 0 ? rows[index + 1] : undefined
  useArrowKeys(id !== null, { ArrowLeft: previous, ArrowRight: next }, (row) => onView(row.id))
  if (shown === null) return null
  return (
    <DialogFrame
      opened={id !== null}
      onClose={() => onView(null)}
      onExited={() => setShown(null)}
      title={`${resource.noun}详情`}
      width={640}
    >
      <RowDetails
        key={shown}
        resource={resource}
        id={shown}
        row={rows.find((row) => row.id === shown)}
        onEdit={onEdit}
        onDelete={onDelete}
      />
      {rows.length > 1 && index >= 0 && (
        <div className={classes.beside}>
          <Button size="sm" variant="plain" aria-disabled={!previous} onClick={() => previous && onView(previous.id)}>
            <IconChevronLeft size={18} stroke={1.75} aria-hidden />
            上一条
          </Button>
          <span>
            {index + 1} / {rows.length}
          </span>
          <Button size="sm" variant="plain" aria-disabled={!next} onClick={() => next && onView(next.id)}>
            下一条
            <IconChevronRight size={18} stroke={1.75} aria-hidden />
          </Button>
        </div>
      )}
    </DialogFrame>
  )
}

type Arrows = Record<'ArrowLeft' | 'ArrowRight', Row | undefined>

/** Goes on by ← and →, except in fields and while a dialog is above. */
function useArrowKeys(opened: boolean, arrows: Arrows, go: (row: Row) => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select')
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey || scrollLockCount() > 1) return
    const row = event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? arrows[event.key] : undefined
    if (row) go(row)
  })
  useEffect(() => {
    if (!opened) return
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [opened])
}

type DetailsProps = Pick<Props, 'resource' | 'onEdit' | 'onDelete'> & { id: number; row: Row | undefined }

/** Fetches the record again; the row of the table is shown meanwhile, and if the fetch fails. */
function RowDetails({ resource, id, row, onEdit, onDelete }: DetailsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.adminRow(resource.path, id),
    queryFn: ({ signal }) => call(resource.api.get, { params: { id }, signal }),
    placeholderData: row,
  })
  const isGone = error instanceof ApiError && error.status === 404
  const shown = data ?? row
  if (!shown) {
    if (isGone) return <p className={classes.deleted}>这条记录已经不在了</p>
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return (
      <Skeleton>
        {resource.columns.slice(0, 8).map(({ key }) => (
          <SkeletonBlock key={key} height={32} className={classes.skeleton} />
        ))}
      </Skeleton>
    )
  }
  const trashed = isTrashed(shown)
  return (
    <>
      {isGone && !trashed && (
        <p className={classes.deleted} role="alert">
          这条记录已经不在了，下面是之前的内容
        </p>
      )}
      {resource.moderates && <ModerationPanel targetType={resource.moderates} noun={resource.noun} row={shown} />}
      {resource.path === 'audits' && <AuditActions row={shown} />}
      <TrashPanel resource={resource} row={shown} />
      {resource.Panel && !isGone && !trashed && <resource.Panel id={shown.id} row={shown} />}
      {(trashed || !isGone) && (
        <div className={classes.actions}>
          {resource.path === 'users' && (
            <Link className={classes.link} to={paths.adminUser(shown.id)}>
              看全部
            </Link>
          )}
          {!trashed && onEdit && (
            <Button size="sm" variant="plain" onClick={() => onEdit(shown)}>
              编辑
            </Button>
          )}
          {/* Of notes and comments the moderator gives a reason, above. */}
          {!trashed && onDelete && !resource.moderates && (
            <Button size="sm" variant="plain" onClick={() => onDelete(shown)}>
              删除
            </Button>
          )}
        </div>
      )}
      <dl className={classes.fields}>
        {resource.columns.map((column) => (
          <div key={column.key} data-kind={column.kind}>
            <dt>{column.label}</dt>
            <dd>
              <FullValue column={column} row={shown} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
