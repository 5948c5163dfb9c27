/** What a job does to a few rows in one transaction, and how that is taken back. */
import type { JobAction } from '@shiliu/contract/admin/jobs'
import { POST, TARGET } from '@shiliu/contract/limits'
import type { ModerationAction } from '@shiliu/contract/moderation'
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { endSessionsOf } from '#modules/auth/sessions.service.ts'
import { loadCategories } from '#modules/categories/categories.service.ts'
import type { Actor } from '#modules/moderation/history.service.ts'
import type { ContentType } from '#modules/moderation/targets.service.ts'
import { listTrashed, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { lockPins, type PinRow, restorePins } from '#modules/posts/pins.service.ts'
import { movePosts, retagPosts } from '#modules/posts/post-filing.service.ts'
import { reopenByAction } from '#modules/reports/report-entries.service.ts'
import * as sanctions from '#modules/sanctions/sanctions.service.ts'
import { loadTags } from '#modules/tags/tags.admin.service.ts'
import { listUsers, lockUsers } from '#modules/users/users.service.ts'
import { decidePiece, undoPiece } from './decisions.service.ts'

/** What an action needs to know beside the rows. */
export type JobDetails = {
  title: string
  filter: Record<string, string> | null
  category_id?: number
  category?: string
  tag_id?: number
  tag?: string
  until?: number | null
  hide_content?: boolean
  /** Whose content it deletes, of one user. */
  user_id?: number
}

export type JobWork = {
  action: JobAction
  details: JobDetails
  actor: Actor
  reason: string | null
  actionId: number
  createdAt: number
}

/** What a row was before; undoing reads it. */
export type Before = { id: number; category_id?: number | null; tag_ids?: number[]; ban_id?: number; pins?: PinRow[] }

/** Ends a job that cannot go on, with the reason in words. */
export class JobFailure extends Error {}

/** What the history of decisions calls each action. */
export const RECORDED_AS = {
  hide: 'hide',
  restore: 'restore',
  approve: 'approve',
  reject: 'reject',
  delete: 'delete',
  delete_content: 'delete',
  move: 'edit',
  tag: 'edit',
  untag: 'edit',
  ban: 'ban',
} as const satisfies Record<JobAction, ModerationAction>

/** Rows that one transaction changes: few enough that other writers do not wait. */
export const pieceSize = (action: JobAction, { hide_content }: JobDetails): number => {
  if (action === 'ban') return hide_content ? 1 : 5
  return action === 'move' || action === 'tag' || action === 'untag' ? 20 : 10
}

/** Changes the rows that it applies to; returns what these were. Throws `JobFailure`. */
export async function applyPiece(t: Ctx, work: JobWork, targetType: number, ids: number[]): Promise<Before[]> {
  const { details } = work
  switch (work.action) {
    case 'move': {
      const to = details.category_id ?? 0
      if ((await loadCategories(t, [to])).every(({ mayBeTrashed }) => mayBeTrashed))
        throw new JobFailure('要移动到的分类已被删除')
      return movePosts(t, ids, ({ state }) => (state === 'deleted' ? undefined : to))
    }
    case 'tag':
    case 'untag': {
      const tag = details.tag_id ?? 0
      if ((await loadTags(t, [tag])).every(({ mayBeTrashed }) => mayBeTrashed)) throw new JobFailure('这个标签已被删除')
      const adds = work.action === 'tag'
      return retagPosts(t, ids, ({ state, tag_ids }) => {
        if (state === 'deleted' || tag_ids.includes(tag) === adds) return null
        if (!adds) return tag_ids.filter((id) => id !== tag)
        return tag_ids.length < POST.tagsMax ? [...tag_ids, tag] : null
      })
    }
    case 'ban':
      return banUsers(t, work, ids)
    default: {
      const action = work.action === 'delete_content' ? 'delete' : work.action
      const decision = { actor: work.actor, action, reason: work.reason, actionId: work.actionId }
      const changed = await decidePiece(t, targetType as ContentType, decision, ids, work.createdAt)
      return changed.map((id) => ({ id }))
    }
  }
}

/** Those who are banned already stay so, with their own reason and end; who was deleted meanwhile is left alone. */
async function banUsers(t: Ctx, { actor, reason, details, actionId }: JobWork, ids: number[]): Promise<Before[]> {
  await lockUsers(t, ids)
  const trashed = await listTrashed(t, TRASHED.user, ids)
  const active = (await listUsers(t, ids)).filter((user) => user.is_active === 1 && !trashed.has(user.id))
  const about = { reason: reason ?? '', note: details.title, until: details.until ?? null }
  const banned: Before[] = []
  for (const { id } of active) {
    const ban_id = await sanctions.ban(t, id, actor, { ...about, hideContent: details.hide_content ?? false, actionId })
    await endSessionsOf(t, { role: 'user', id })
    banned.push({ id, ban_id })
  }
  return banned
}

/** Takes back what `work` did to rows that nobody changed since; returns those that changed. `undoId` records it. */
export async function undoAppliedPiece(
  t: Ctx,
  work: JobWork,
  undo: { actor: Actor; actionId: number },
  targetType: number,
  before: Before[],
): Promise<Before[]> {
  const byId = new Map(before.map((row) => [row.id, row]))
  const ids = [...byId.keys()]
  const { category_id, tag_id = 0 } = work.details
  switch (work.action) {
    case 'move': {
      const earlier = before.flatMap((row) => row.category_id ?? [])
      const there = new Set(earlier.length > 0 ? (await loadCategories(t, earlier)).map(({ row }) => row.id) : [])
      const lost = before.flatMap(({ pins }) => pins ?? [])
      if (lost.length > 0) await lockPins(t)
      const moved = await movePosts(t, ids, (post) => {
        const to = byId.get(post.id)?.category_id ?? null
        return post.category_id === category_id && (to === null || there.has(to)) ? to : undefined
      })
      const movedIds = new Set(moved.map(({ id }) => id))
      await restorePins(
        t,
        lost.filter(({ post_id }) => movedIds.has(post_id)),
      )
      return moved
    }
    case 'tag':
    case 'untag': {
      const earlierTags = (id: number) => byId.get(id)?.tag_ids ?? []
      const all = [...new Set(ids.flatMap(earlierTags))]
      const there = new Set(all.length > 0 ? (await loadTags(t, all)).map(({ row }) => row.id) : [])
      return retagPosts(t, ids, ({ id, tag_ids }) => {
        const earlier = earlierTags(id)
        const expected = work.action === 'tag' ? [...earlier, tag_id] : earlier.filter((other) => other !== tag_id)
        const asLeft = expected.filter((other) => there.has(other) || other === tag_id)
        return asLeft.join() === tag_ids.join() ? earlier.filter((other) => there.has(other)) : null
      })
    }
    case 'ban':
      return unbanUsers(t, { ...undo, undoId: work.actionId }, ids, byId)
    default: {
      const decision = { actor: undo.actor, action: 'undo', reason: null, actionId: undo.actionId } as const
      const changed = await undoPiece(t, targetType as ContentType, decision, ids, work.actionId)
      return changed.map((id) => ({ id }))
    }
  }
}

type Unbanning = { actor: Actor; undoId: number }

async function unbanUsers(
  t: Ctx,
  { actor, undoId }: Unbanning,
  ids: number[],
  byId: Map<number, Before>,
): Promise<Before[]> {
  await lockUsers(t, ids)
  const inForce = await sanctions.listInForce(t, ids)
  const ours = inForce.filter(({ id, user_id, kind }) => kind === 'ban' && byId.get(user_id)?.ban_id === id)
  for (const { user_id } of ours) await sanctions.unban(t, user_id, actor)
  const unbanned = ours.map(({ user_id }) => user_id)
  await reopenByAction(t, undoId, REPORTED.user, unbanned)
  return unbanned.map((id) => ({ id }))
}

/** What the rows of a job are, except where it takes apart what users wrote. */
export const TARGET_OF = { posts: TARGET.post, comments: TARGET.comment, users: REPORTED.user } as const
