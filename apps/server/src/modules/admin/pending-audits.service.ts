/**
 * Audit lines that are written in the background, within a second: what administrators read, and failed sign-ins. The
 * same line is written at most once an hour.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '#deps.ts'
import { locate } from '#modules/addresses/addresses.service.ts'
import { atMost } from '#platform/at-most.ts'
import { HOUR_MS } from '#platform/clock.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { tx } from '#platform/db/tx.ts'
import type { AppError } from '#platform/errors.ts'
import { networkOf } from '#platform/http/rate-limit.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import { type AdminRow, listAdminsByIds } from './admins.repo.ts'
import * as repo from './audits.repo.ts'
import type { AuditEntry } from './audits.service.ts'
import { boundedStates } from './bounded-state.ts'

type Line = Pick<AuditEntry, 'resource' | 'record_id' | 'record_name'> & {
  key: string
  action: 'view' | 'sign_fail'
  adminId: number | null
  /** Where it is not the administrator's own. */
  username?: string
  after: object | null
  ip?: string
  at: number
}

export type PendingAudits = {
  add(line: Line): void
  drain(): Line[]
  /** After a failure to write them. */
  putBack(lines: readonly Line[]): void
}

/** More than a second brings; what is beyond is dropped. */
const MOST = 5000

/** Keeps lines in memory until `writePendingAudits` stores them. */
export function pendingAudits(): PendingAudits {
  let lines = new Map<string, Line>()
  const written = new LRUCache<string, true>(atMost(MOST))
  return {
    add(line) {
      if (lines.size < MOST && !written.has(line.key) && !lines.has(line.key)) lines.set(line.key, line)
    },
    drain() {
      const drained = [...lines.values()]
      lines = new Map()
      for (const { key } of drained) written.set(key, true)
      return drained
    },
    putBack(failed) {
      for (const line of failed) {
        written.delete(line.key)
        if (lines.size < MOST) lines.set(line.key, line)
      }
    },
  }
}

type Viewed = {
  /** As in the trail: `posts`, `reports`, `addresses` … */
  resource: string
  /** 0 for a list. */
  id: number
  name: string
  /** What of it was seen, where the id does not say. */
  details?: object
}

/** Notes that an administrator saw what others do not: at most one line an hour for each person and thing. */
export function noteView(ctx: Ctx, viewer: Pick<AdminViewer, 'id'>, { resource, id, name, details }: Viewed): void {
  const at = ctx.clock.now()
  const what = details ? digest(JSON.stringify(details)) : ''
  const key = ['view', viewer.id, resource, id, what, Math.floor(at / HOUR_MS)].join(' ')
  const about = { resource, record_id: id, record_name: name, after: details ?? null }
  ctx.pendingAudits.add({ key, action: 'view', adminId: viewer.id, ...about, at })
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** Lines for one name: attackers with many addresses do not fill the table. The security log has all. */
const FAILURES_AN_HOUR = 30

const FAILURES: Readonly<Record<string, string>> = {
  credentials_wrong: '密码不对',
  second_factor_wrong: '验证码不对',
  account_disabled: '账号已停用',
}

/** Notes a failed sign-in under the name of an administrator that there is, once an hour for each address and cause. */
export function noteFailedSignIn(
  ctx: Ctx,
  { id, username }: AdminRow,
  { code }: AppError,
  client: { ip: string; userAgent: string },
): void {
  const reason = FAILURES[code]
  if (!reason) return
  const at = ctx.clock.now()
  const key = ['sign_fail', id, code, digest(networkOf(client.ip)), Math.floor(at / HOUR_MS)].join(' ')
  const about = { resource: 'admins', record_id: id, record_name: username, username }
  const after = { reason, user_agent: client.userAgent }
  ctx.pendingAudits.add({ key, action: 'sign_fail', adminId: null, ...about, after, ip: client.ip, at })
}

/** Called by a timer and on shutdown. Lines that could not be written are kept for the next call. */
export async function writePendingAudits(ctx: Ctx): Promise<void> {
  const drained = ctx.pendingAudits.drain()
  if (drained.length === 0) return
  try {
    const lines = await admitted(ctx, drained)
    await tx(ctx, (t) => write(t, lines))
  } catch (error) {
    ctx.pendingAudits.putBack(drained)
    // Another node wrote one of them: the next run finds it.
    if (!isUniqueViolation(error)) throw error
  }
}

async function admitted(ctx: Ctx, lines: readonly Line[]): Promise<Line[]> {
  const found: Line[] = []
  for (const line of lines) {
    if (line.ip === undefined) {
      found.push(line)
      continue
    }
    const rule = { windowMs: HOUR_MS, max: FAILURES_AN_HOUR }
    const { waitMs, count } = await ctx.attempts.take(`audit of failed sign-ins ${line.record_id}`, rule)
    if (waitMs > 0) continue
    const { location } = await locate(ctx, { ip: line.ip, port: null })
    const isLast = count === FAILURES_AN_HOUR - 1
    const more = isLast && { more: '这一小时内之后的不再记在这里，见安全日志' }
    found.push({ ...line, after: { ...line.after, location, ...more } })
  }
  return found
}

async function write(t: Ctx, lines: readonly Line[]): Promise<void> {
  const known = new Set(
    await repo.listOnceKeys(
      t.db,
      lines.map(({ key }) => key),
    ),
  )
  const ids = [...new Set(lines.flatMap(({ adminId }) => adminId ?? []))]
  const admins = new Map((ids.length === 0 ? [] : await listAdminsByIds(t.db, ids)).map((admin) => [admin.id, admin]))
  const rows = lines.flatMap(({ key, adminId, username, after, at, ip: _, ...line }) => {
    if (known.has(key)) return []
    const admin = adminId === null ? undefined : admins.get(adminId)
    const who = { admin_id: admin?.id ?? null, username: username ?? admin?.username ?? '' }
    const [, after_json] = boundedStates(null, after)
    const record_name = repo.recordNameOf(line.record_name)
    return { ...line, ...who, record_name, before_json: null, after_json, created_at: at, once_key: key }
  })
  await repo.insertAudits(t.db, rows)
}
