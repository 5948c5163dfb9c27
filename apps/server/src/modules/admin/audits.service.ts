/** The audit trail of administrators' writes (docs/decisions/014-back-office.md). */
import type { audits } from '@shiliu/contract/admin/audits'
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { DAY_MS, iso } from '#platform/clock.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { shownRecord, storedRecord } from '#platform/storage/addresses.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { findAdminById, listNamesWith } from './admins.repo.ts'
import * as repo from './audits.repo.ts'
import { boundedStates } from './bounded-state.ts'

export type Audit = OutputOf<typeof audits.get>
export type Action = Audit['action']

export type AuditEntry = {
  resource: string
  record_id: number
  record_name: string
  /** The record as the back office shows it, without secrets; addresses of pictures as rows store them. */
  before: object | null
  after: object | null
}

type State = AuditEntry['before']

/** Who works on the server itself. */
export const COMMAND_LINE = { id: 0, username: '命令行' }

/** Call it in the transaction of the write itself. */
export async function recordAudits(
  t: Ctx,
  viewer: Pick<AdminViewer, 'id'> | typeof COMMAND_LINE,
  action: Action,
  entries: AuditEntry[],
): Promise<void> {
  const admin = await findAdminById(t.db, viewer.id)
  const username = admin?.username ?? ('username' in viewer ? viewer.username : '')
  const shared = { admin_id: admin?.id ?? null, username, action, created_at: t.clock.now() }
  const rows = entries.map(({ before, after, record_name, ...entry }) => {
    const [old, made] = [before, after].map((state) => state && storedRecord(t.storage, state)) as [State, State]
    const [before_json, after_json] = boundedStates(old, made)
    return { ...shared, ...entry, record_name: repo.recordNameOf(record_name), before_json, after_json }
  })
  await repo.insertAudits(t.db, rows)
}

/** Whose lines a part of a name asks for: administrators that there are, and the name itself of one who is gone. */
export async function listAuditedNames({ db }: Ctx, text: string): Promise<string[]> {
  return [...new Set([text, ...(await listNamesWith(db, text))])]
}

/** Audit lines as the back office shows them, in no particular order. */
export async function loadAudits(ctx: Ctx, ids: number[]): Promise<Audit[]> {
  return (await repo.listAudits(ctx.db, ids)).map((row) => present(ctx.storage, row))
}

function present(
  storage: Storage,
  { before_json, after_json, created_at, action, once_key: _, ...row }: repo.AuditRow,
): Audit {
  const [before, after] = [before_json, after_json].map((json) =>
    json === null ? null : shownRecord(storage, JSON.parse(json) as Record<string, unknown>),
  )
  return {
    ...row,
    action: action as Action,
    changed: changedFields(before ?? null, after ?? null),
    before: before ?? null,
    after: after ?? null,
    created_at: iso(created_at),
  }
}

const IGNORED_FIELDS = new Set(['version', 'updated_at'])

function changedFields(before: Record<string, unknown> | null, after: Record<string, unknown> | null): string[] {
  if (!before || !after) return []
  const differs = (name: string) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return Object.keys(after).filter((name) => !IGNORED_FIELDS.has(name) && differs(name))
}

/** Called by a timer: the only way that a line goes. */
export async function purgeAudits({ db, clock, settings }: Ctx): Promise<void> {
  const before = clock.now() - settings.current.audit_keep_days * DAY_MS
  await deleteInBatches(
    (limit) => repo.listIdsBefore(db, before, limit),
    (ids) => repo.deleteAudits(db, ids),
  )
}
