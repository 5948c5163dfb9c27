/** What authors object to, and what moderators answer (docs/product.md#appeals). */
import type { AppealEntry, list, resolve } from '@shiliu/contract/admin/appeals'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { OwnAppeal } from '@shiliu/contract/moderation'
import type { Ctx } from '#deps.ts'
import { recordAudits } from '#modules/admin/audits.service.ts'
import { lockAnyComment, markAppealed } from '#modules/comments/comments.service.ts'
import * as appeals from '#modules/moderation/appeals.service.ts'
import { type Actor, recordAction, recordOtherChange } from '#modules/moderation/history.service.ts'
import type { ContentType, TargetRef } from '#modules/moderation/targets.service.ts'
import { notifyBySite } from '#modules/notifications/notifications.service.ts'
import { appealChanged, lockAnyPost } from '#modules/posts/posts.service.ts'
import { findUser } from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { paginationOf } from '#platform/db/pagination.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { lockTargets, showAgain } from './decisions.service.ts'
import { loadItems } from './moderated-items.ts'

/**
 * Objects to what moderators decided about an own note or comment. Throws `post_not_found`, `comment_not_found`,
 * `forbidden`, `appeal_impossible`, `appeal_used`.
 */
export function appeal(ctx: Ctx, authorId: number, target: ContentType, id: number, text: string): Promise<OwnAppeal> {
  return tx(ctx, async (t) => {
    const { state, state_reason } = await lockOwn(t, authorId, target, id)
    if (state === 'visible' || state === 'pending') throw new AppError('appeal_impossible')
    const newest = (await appeals.newestAppeals(t.db, target, [id])).get(id)
    if (!appeals.mayAppeal(newest)) throw new AppError('appeal_used', { message: USED[newest?.state ?? 'open'] })
    const row = {
      ...{ target_type: target, target_id: id, user_id: authorId, text, ...appeals.OPEN_APPEAL },
      ...{ against_state: state, against_reason: state_reason, created_at: t.clock.now() },
    }
    const appealId = await appeals.insertAppeal(t.db, row)
    await (target === TARGET.post ? appealChanged(t, id) : markAppealed(t, id))
    return appeals.presentOwnAppeal({ ...row, id: appealId })
  })
}

const USED = { open: '已经申诉过了，请等待处理', resolved: '申诉没有通过，不能再次申诉' } as const

/** An own note or comment, whatever its state; what its author deleted is not found. */
async function lockOwn(t: Ctx, authorId: number, target: ContentType, id: number) {
  const notFound = target === TARGET.post ? 'post_not_found' : 'comment_not_found'
  const row = await (target === TARGET.post ? lockAnyPost(t, id) : lockAnyComment(t, id))
  if (!row) throw new AppError(notFound)
  if (row.user_id !== authorId) throw new AppError(row.is_private === 1 ? notFound : 'forbidden')
  const isOwnDeletion = row.state === 'deleted' && (await appeals.findDeleter(t.db, target, id)) === `user:${authorId}`
  if (isOwnDeletion) throw new AppError(notFound)
  return row
}

/** Open ones first, the oldest first. */
export async function listAppeals(ctx: Ctx, query: QueryOf<typeof list>): Promise<OutputOf<typeof list>> {
  const { user_id: publicId, state, target_type } = query
  // A number that nobody has finds nothing.
  const author = publicId === undefined ? undefined : ((await findUser(ctx, publicId))?.id ?? 0)
  const filter = { state, target_type, author }
  const rows = await appeals.listAppeals(ctx.db, filter, query)
  const itemOf = await loadItems(ctx, rows)
  const data = rows.map((row) => present(row, itemOf))
  return { data, pagination: paginationOf(query, await appeals.countAppeals(ctx.db, filter)) }
}

function present(row: appeals.AppealRow, itemOf: (ref: TargetRef) => AppealEntry['target']): AppealEntry {
  const { id, target_type, target_id, state, text, outcome, answer, resolved_by, created_at, resolved_at } = row
  return {
    ...{ id, target_type: target_type as ContentType, target_id, state, text, outcome, answer, resolved_by },
    created_at: iso(created_at),
    against: { state: row.against_state, reason: row.against_reason },
    resolved_at: resolved_at === null ? null : iso(resolved_at),
    target: itemOf(row),
  }
}

/**
 * Answers an appeal and tells its author. Throws `record_not_found`, `appeal_resolved`, `changed_since_seen`,
 * `invalid_input`.
 */
export function resolveAppeal(
  ctx: Ctx,
  actor: Actor,
  id: number,
  { action, reason, version }: BodyOf<typeof resolve>,
): Promise<OutputOf<typeof resolve>> {
  if (action === 'refuse' && !reason) throw new AppError('invalid_input', { field: 'reason', message: '请填写原因' })
  return tx(ctx, async (t) => {
    const found = await appeals.findAppeal(t.db, id)
    if (!found) throw new AppError('record_not_found')
    const about = { target_type: found.target_type as ContentType, target_id: found.target_id, reason, version }
    // What it is about first, as every writer does.
    await lockTargets(t, about.target_type, [about.target_id])
    requireOpen(await appeals.lockAppeal(t.db, t.engine, id))
    const undo_id =
      action === 'accept'
        ? await showAgain(t, actor, about, '申诉通过了，已恢复')
        : await recordRefusal(t, actor, id, about)
    const by = { resolved_by: actor.name, resolved_at: t.clock.now() }
    const result = { outcome: action, action_id: undo_id, answer: reason, ...by }
    await appeals.updateAppeals(t.db, [id], { state: 'resolved', ...result })
    if (action === 'refuse') await followRefusal(t, actor, { ...found, answer: reason, action_id: undo_id })
    return { undo_id }
  })
}

type About = { target_type: ContentType; reason: string | null }

async function recordRefusal(t: Ctx, actor: Actor, id: number, { target_type, reason }: About): Promise<number> {
  const actionId = await recordAction(t, target_type, { actor, action: 'refuse', reason })
  await recordOtherChange(t, actionId, 'appeal', id)
  return actionId
}

function requireOpen(appeal: appeals.AppealRow | undefined): void {
  if (!appeal) throw new AppError('record_not_found')
  if (appeal.state === 'open') return
  const by = appeal.resolved_by ?? '系统'
  const message =
    appeal.outcome === 'closed'
      ? `这个申诉不用再处理了：内容已经由 ${by} 恢复、重新提交或删除`
      : `这个申诉已经由 ${by} 处理过了，请刷新后再看`
  throw new AppError('appeal_resolved', { message })
}

async function followRefusal(t: Ctx, actor: Actor, row: appeals.AppealRow): Promise<void> {
  const { id, text, answer, action_id } = row
  const item = (await loadItems(t, [row]))(row)
  await tellAuthor(t, row, item, { words: `没有通过：${answer}`, key: `${action_id}` })
  if (actor.adminId === undefined) return
  const entry = { resource: 'appeals', record_id: id, record_name: text }
  const states = { before: { text }, after: { reason: answer, undo_id: action_id } }
  await recordAudits(t, { id: actor.adminId }, 'reject', [{ ...entry, ...states }])
}

type Told = { words: string; key: string }

async function tellAuthor(t: Ctx, row: appeals.AppealRow, item: AppealEntry['target'], told: Told): Promise<void> {
  const { id, target_type, target_id, user_id } = row
  const isNote = target_type === TARGET.post
  if (isNote) await appealChanged(t, target_id)
  const title = `你的${isNote ? `笔记《${item?.title ?? ''}》` : '评论'}申诉${told.words}`
  const about = { targetId: item?.post_id ?? null, commentId: isNote ? null : target_id }
  await notifyBySite(t, [{ userId: user_id, ...about, title, eventKey: `appeal:${id}:${told.key}` }])
}

/** Locks what this refused appeal is about. */
export async function lockAppealed(t: Ctx, id: number): Promise<void> {
  const row = await appeals.findAppeal(t.db, id)
  if (row) await lockTargets(t, row.target_type as ContentType, [row.target_id])
}

/** Opens an appeal again that this action refused, where there is still something to decide; returns whether it did. */
export async function takeBackRefusal(t: Ctx, actor: Actor, id: number, actionId: number): Promise<boolean> {
  const row = await appeals.lockAppeal(t.db, t.engine, id)
  if (row?.state !== 'resolved' || row.action_id !== actionId) return false
  const item = (await loadItems(t, [row]))(row)
  if (!item || item.state === 'visible' || item.state === 'pending') return false
  const deleter = await appeals.findDeleter(t.db, row.target_type, row.target_id)
  if (deleter === `user:${row.user_id}`) return false
  await appeals.updateAppeals(t.db, [id], appeals.OPEN_APPEAL)
  await tellAuthor(t, row, item, { words: '重新打开了，处理好会通知你', key: `${actionId} undone` })
  if (actor.adminId === undefined) return true
  const entry = { resource: 'appeals', record_id: id, record_name: row.text }
  await recordAudits(t, { id: actor.adminId }, 'undo', [
    { ...entry, before: { outcome: row.outcome, reason: row.answer }, after: { undo_id: actionId } },
  ])
  return true
}
