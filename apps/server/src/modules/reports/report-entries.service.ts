/** Entries of what was reported, and what becomes of them (docs/product.md#reports). Owns the `report` tables. */
import { OUTCOME_WORDS, type Outcome } from '@shiliu/contract/admin/reports'
import { REPORTED, type Reported } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import { idsOfType } from '#modules/moderation/targets.service.ts'
import { notifyBySite } from '#modules/notifications/notifications.service.ts'
import { chunks } from '#platform/db/rows.ts'
import * as repo from './reports.repo.ts'

export type { TargetRow } from './reports.repo.ts'
export {
  countReasons,
  countRecord,
  countTargets,
  countTrusted,
  findReportOf,
  findTarget,
  insertNote,
  insertReport,
  insertTarget,
  listNotes,
  listReports,
  listTargetIds,
  listTargets,
  lockTarget,
  lockTargetOf,
  reopenTargets,
  setTold,
  updateTarget,
} from './reports.repo.ts'

type Result = { outcome: Outcome; actionId: number | null }

/** Resolves entries that are open and locked, and tells those who reported. */
export async function resolveEntries(
  t: Ctx,
  { name }: Actor,
  entries: readonly repo.TargetRow[],
  { outcome, actionId }: Result,
): Promise<void> {
  const result = { outcome, action_id: actionId, resolved_by: name, resolved_at: t.clock.now() }
  for (const some of chunks([...entries])) {
    const ids = some.map(({ id }) => id)
    await repo.resolveTargets(t.db, ids, result)
    await tellReporters(t, some, outcome)
    await repo.setTold(t.db, ids, 1)
  }
}

/** Resolves what is open about these, which were decided about. The caller has locked them. */
export async function resolveReportsOf(
  t: Ctx,
  actor: Actor,
  targetType: Reported,
  targetIds: number[],
  result: Result,
): Promise<void> {
  await resolveEntries(t, actor, await repo.lockOpenOf(t.db, t.engine, targetType, targetIds), result)
}

async function tellReporters(t: Ctx, entries: readonly repo.TargetRow[], outcome: Outcome): Promise<void> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const nameOf = await loadNames(t, entries)
  const answer = `${outcome === 'dismiss' ? '没有发现违规' : OUTCOME_WORDS[outcome]}，谢谢你的举报`
  const reports = await repo.listUntold(t.db, [...byId.keys()])
  const told = reports.flatMap(({ report_target_id, reporter_id }) => {
    const entry = byId.get(report_target_id)
    if (!entry) return []
    const eventKey = `report:${entry.id}:${entry.resolutions + 1}`
    const title = `你举报的${nameOf(entry)}处理好了：${answer}`
    return [{ userId: reporter_id, targetId: null, commentId: null, title, eventKey }]
  })
  await notifyBySite(t, told)
}

async function loadNames(t: Ctx, entries: readonly repo.TargetRow[]): Promise<(entry: repo.TargetRow) => string> {
  const { posts, users } = await repo.listNames(
    t.db,
    idsOfType(entries, REPORTED.post),
    idsOfType(entries, REPORTED.user),
  )
  return ({ target_type, target_id, last_reported_at }) => {
    if (target_type === REPORTED.post) {
      const post = posts.get(target_id)
      // What its author wrote after others saw it last is not theirs to read.
      const isUnseen = post?.is_private === 1 && post.updated_at > last_reported_at
      return post && !isUnseen ? `笔记《${post.title}》` : '笔记'
    }
    return target_type === REPORTED.comment ? '评论' : `用户 ${users.get(target_id) ?? ''} `
  }
}

/** Opens again what an action resolved about these. */
export async function reopenByAction(t: Ctx, actionId: number, targetType: number, targetIds: number[]): Promise<void> {
  const undone = new Set(targetIds)
  const resolved = await repo.listResolvedBy(t.db, actionId)
  const ids = resolved.flatMap(({ id, target_type, target_id }) =>
    target_type === targetType && undone.has(target_id) ? id : [],
  )
  await reopen(t, ids)
}

/** Opens again all that an action resolved. */
export async function reopenAllByAction(t: Ctx, actionId: number): Promise<void> {
  await reopen(
    t,
    (await repo.listResolvedBy(t.db, actionId)).map(({ id }) => id),
  )
}

/** Opens again what a deletion resolved that was taken back. */
export async function reopenDeleted(t: Ctx, targetType: Reported, targetId: number): Promise<void> {
  await reopen(t, await repo.listDeletedOf(t.db, targetType, targetId))
}

async function reopen(t: Ctx, entryIds: number[]): Promise<void> {
  for (const some of chunks(entryIds)) {
    await repo.reopenTargets(t.db, some, t.clock.now())
    await repo.setTold(t.db, some, 0)
  }
}
