/** The audit trail of administrators' writes (docs/decisions/014-back-office.md). */
import type { audits } from '@shiliu/contract/admin/audits'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { AUDIT } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { findAdminById } from './admins.repo.ts'
import * as repo from './audits.repo.ts'

type Audit = OutputOf<typeof audits.get>
export type Action = Audit['action']

export type AuditEntry = {
  resource: string
  record_id: number
  record_name: string
  /** The record as the back office shows it, which excludes secrets. */
  before: object | null
  after: object | null
}

const NAME_MAX = 100

/** Call it in the transaction of the write itself. */
export async function recordAudits(t: Ctx, viewer: AdminViewer, action: Action, entries: AuditEntry[]): Promise<void> {
  const admin = await findAdminById(t.db, viewer.id)
  const shared = { admin_id: admin?.id ?? null, username: admin?.username ?? '', action, created_at: t.clock.now() }
  const rows = entries.map(({ before, after, record_name, ...entry }) => ({
    ...shared,
    ...entry,
    record_name: [...record_name].slice(0, NAME_MAX).join(''),
    before_json: before && JSON.stringify(before),
    after_json: after && JSON.stringify(after),
  }))
  await repo.insertAudits(t.db, rows)
}

export async function loadAudits(ctx: Ctx, ids: number[]): Promise<Audit[]> {
  return (await repo.listAudits(ctx.db, ids)).map(present)
}

function present({ before_json, after_json, created_at, action, ...row }: repo.AuditRow): Audit {
  const [before, after] = [before_json, after_json].map((json) =>
    json === null ? null : (JSON.parse(json) as Record<string, unknown>),
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

export function purgeAudits(ctx: Ctx): Promise<void> {
  return repo.deleteAuditsBefore(ctx.db, ctx.clock.now() - AUDIT.keepMs)
}
