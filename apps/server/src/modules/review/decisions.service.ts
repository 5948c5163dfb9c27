/** Decisions of moderators about notes and comments (docs/product.md#moderation). */
import { DECISION_RULES, type DecisionName, type history, type moderate } from '@shiliu/contract/admin/moderation'
import type { Outcome } from '@shiliu/contract/admin/reports'
import { type AdminRole, roleSuffices } from '@shiliu/contract/admin/roles'
import { words } from '@shiliu/contract/admin/words'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { ModerationState } from '@shiliu/contract/moderation'
import { parseRichText, plainText } from '@shiliu/contract/rich-text'
import type { Ctx } from '#deps.ts'
import { recordAudits } from '#modules/admin/audits.service.ts'
import { tellAuthors } from '#modules/admin/author-notices.service.ts'
import { loadEvidence } from '#modules/admin/evidence.service.ts'
import { decideOnComments } from '#modules/comments/comment-states.service.ts'
import { lockPostsOfComments } from '#modules/comments/comments.deletion.service.ts'
import type { ModeratedState } from '#modules/moderation/history.service.ts'
import * as records from '#modules/moderation/history.service.ts'
import type { ContentType } from '#modules/moderation/targets.service.ts'
import { listHeld } from '#modules/moderation/trash-rows.service.ts'
import { withoutWords } from '#modules/moderation/word-checks.service.ts'
import { tellMentioned } from '#modules/posts/post-mutations.service.ts'
import { decideOnPosts } from '#modules/posts/post-states.service.ts'
import { lockPosts } from '#modules/posts/posts.service.ts'
import { reopenByAction, resolveReportsOf } from '#modules/reports/report-entries.service.ts'
import { iso } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'

const HISTORY_MAX = 100

type Options = {
  /** The states that it applies to, instead of the action's usual ones. */
  from?: readonly ModerationState[] | undefined
  /** Does not notify authors and leaves reports open: the caller handles both. */
  quiet?: boolean
  /** Also what is in the trash with its author or its note, which then comes back with them. */
  evenHeld?: boolean
}

/** The outcome that a decision gives the open reports about its target. */
const OUTCOME_OF: Readonly<Record<DecisionName, Outcome>> = {
  approve: 'dismiss',
  restore: 'dismiss',
  reject: 'reject',
  hide: 'hide',
  delete: 'delete',
}

/**
 * Decides about those that the action applies to, tells their authors, and resolves what was reported about them.
 * Throws `already_moderated` where it applies to none, `changed_since_seen` where they were edited after the moderator
 * saw them, `account_trashed` or `post_trashed` where that has to be restored before, and `invalid_input`.
 */
export async function moderateContent(
  ctx: Ctx,
  actor: records.Actor,
  { target_type, ids, action, reason, seen_at, version, state }: BodyOf<typeof moderate>,
  { from = DECISION_RULES[action].from, quiet = false, evenHeld = false }: Options = {},
): Promise<OutputOf<typeof moderate>> {
  if (!reason && DECISION_RULES[action].needsReason) {
    throw new AppError('invalid_input', { field: 'reason', message: '请填写原因' })
  }
  if (version && ids.length !== 1) {
    throw new AppError('invalid_input', { field: 'version', message: '写明 version 时一次只能处理一项' })
  }
  const showsIt = action === 'approve' || action === 'restore'
  const seenAt = showsIt && seen_at ? Date.parse(seen_at) : Number.POSITIVE_INFINITY
  return tx(ctx, async (t) => {
    let editedSince = 0
    const applies = state ? from.filter((one) => one === state) : from
    const rule = { action, reason, from: applies, seen: state, evenHeld }
    const { next, held } = await nextStates(t, target_type, ids, rule)
    const unlessEdited = (row: Decidable): ModeratedState | null => {
      const decided = next(row)
      if (!decided || (isVersion(row, version) && (row.updated_at ?? 0) <= seenAt)) return decided
      editedSince++
      return null
    }
    const decision = { actor, action, reason, quiet }
    const { changed, undo_id } = await decide(t, target_type, decision, ids, unlessEdited)
    const [holder = 'already_moderated'] = held.values()
    if (undo_id === null) throw new AppError(editedSince > 0 ? 'changed_since_seen' : holder)
    if (!quiet) await resolveReported(t, target_type, { actor, action, reason }, changed, undo_id)
    return { changed: changed.length, undo_id }
  })
}

/** Resolves the open reports about these; automatic decisions leave them to the moderators. */
async function resolveReported(
  t: Ctx,
  target: ContentType,
  { actor, action }: records.Decision & { action: DecisionName },
  ids: number[],
  actionId: number,
): Promise<void> {
  if (actor.adminId === undefined) return
  await resolveReportsOf(t, actor, target, ids, { outcome: OUTCOME_OF[action], actionId })
}

/** What moderators decide about; comments are not edited. */
export type Decidable = { id: number; state: ModerationState; updated_at?: number; is_draft?: number }

const isVersion = ({ updated_at }: Decidable, version: string | undefined): boolean =>
  version === undefined || updated_at === undefined || updated_at === Date.parse(version)

/** Whether taking back a change would show what its author wrote after it, which nobody has looked at. */
export const showsUnseen = (
  { state, updated_at = 0, is_draft }: Decidable,
  { from_state, decided_at }: { from_state: ModerationState; decided_at: number },
): boolean => from_state === 'visible' && state !== 'visible' && is_draft !== 1 && updated_at > decided_at

/** `seen` is the state that the moderator saw. */
type Rule = {
  action: DecisionName
  reason: string | null
  from: readonly ModerationState[]
  seen?: ModerationState | undefined
  evenHeld?: boolean
}

/** What a decision makes of each; null where it does not apply. */
async function nextStates(t: Ctx, target: ContentType, ids: number[], { action, reason, from, seen, evenHeld }: Rule) {
  const { to } = DECISION_RULES[action]
  const isRestoring = action === 'restore'
  await lockTargets(t, target, ids)
  const earlier = isRestoring ? await records.statesBeforeDeletion(t, target, ids) : new Map<number, ModeratedState>()
  // Nobody would see them: what holds them has to be restored before.
  const held: Awaited<ReturnType<typeof listHeld>> =
    isRestoring && !evenHeld ? await listHeld(t, target, ids) : new Map()
  const takesOver = to !== 'visible' && (seen ?? 'deleted') === 'deleted'
  const ownDeletions = takesOver ? await records.listOwnDeletions(t, target, ids) : new Set<number>()
  const next = (row: Decidable): ModeratedState | null => {
    // Its author shall not bring back what a moderator took away: the deletion becomes the moderator's.
    if (row.state === 'deleted' && ownDeletions.has(row.id)) return { state: 'deleted', reason }
    if (!from.includes(row.state) || held.has(row.id)) return null
    const before = row.state === 'deleted' ? earlier.get(row.id) : undefined
    return before ?? { state: to, reason: to === 'visible' ? null : reason }
  }
  return { next, held }
}

type PieceDecision<A> = records.Decision & { action: A; actionId: number }

/**
 * Decides about some rows of a job, which audits and notifies once for all. Skips rows that others decided about after
 * the job was recorded, and does not approve what was edited since. Returns the ids that changed.
 */
export async function decidePiece(
  t: Ctx,
  target: ContentType,
  decision: PieceDecision<DecisionName>,
  ids: number[],
  begun: number,
): Promise<number[]> {
  await lockTargets(t, target, ids)
  const { from } = DECISION_RULES[decision.action]
  const later = new Set(await records.listDecidedSince(t.db, target, ids, decision.actionId))
  const { next } = await nextStates(t, target, ids, { ...decision, from })
  const unseen = (row: Decidable) => decision.action === 'approve' && (row.updated_at ?? 0) > begun
  const { changed } = await decide(t, target, decision, ids, (row) =>
    later.has(row.id) || unseen(row) ? null : next(row),
  )
  await resolveReported(t, target, decision, changed, decision.actionId)
  return changed
}

/** Undoes a job's action for some rows, unless they changed since. Returns the ids that changed. */
export async function undoPiece(
  t: Ctx,
  target: ContentType,
  decision: PieceDecision<'undo'>,
  ids: number[],
  undoId: number,
): Promise<number[]> {
  await lockTargets(t, target, ids)
  const standing = await records.listStandingChanges(t, target, ids)
  const { changed } = await decide(t, target, decision, ids, (row) => {
    const last = standing.get(row.id)
    if (last?.action_id !== undoId || showsUnseen(row, last)) return null
    return { state: last.from_state, reason: last.from_reason }
  })
  await reopenByAction(t, undoId, target, changed)
  return changed
}

type ShownAgain = { target_type: ContentType; target_id: number; reason: string | null; version: string | undefined }

/**
 * Makes something visible from whichever state, for an accepted appeal; `told` is the notification's text after the
 * name. Returns the id to undo it by, null where it is visible already. Throws `changed_since_seen`.
 */
export async function showAgain(
  t: Ctx,
  actor: records.Actor,
  { target_type, target_id, reason, version }: ShownAgain,
  told: string,
): Promise<number | null> {
  const next = (row: Decidable): ModeratedState | null => {
    if (row.state === 'visible') return null
    if (!isVersion(row, version)) throw new AppError('changed_since_seen')
    return { state: 'visible', reason: null }
  }
  const decision = { actor, action: 'restore', reason } as const
  return (await decide(t, target_type, decision, [target_id], next, told)).undo_id
}

/** Newest first, the last hundred. Watched words are named to who may read their list. */
export async function listHistory(ctx: Ctx, role: AdminRole, { target_type, target_id }: QueryOf<typeof history>) {
  const readsWords = roleSuffices(role, words.list.adminRole ?? 'owner')
  const rows = await records.listHistory(ctx.db, target_type, target_id, HISTORY_MAX)
  return {
    history: rows.map(({ id, actor, actor_name, action, reason, created_at, undone_at, from_state, to_state }) => ({
      id,
      actor: actor_name,
      action,
      reason: actor !== records.SITE.key || readsWords ? reason : withoutWords(reason),
      from: from_state,
      to: to_state,
      created_at: iso(created_at),
      undone: undone_at !== null,
    })),
  }
}

/** Locks notes or comments. Call it before reading their history: others could decide in between. */
export const lockTargets = (t: Ctx, target: ContentType, ids: number[]): Promise<void> =>
  target === TARGET.post ? lockPosts(t, ids) : lockPostsOfComments(t, ids)

type Decided = {
  id: number
  state: ModerationState
  state_reason: string | null
  content: string
  authorId: number
  postId: number
  commentId: number | null
  name: string
}

/** Changes the states that `next` returns, audits and notifies. Leaves reports to the caller. */
export async function decide(
  t: Ctx,
  target: ContentType,
  decision: records.Decision & { quiet?: boolean },
  ids: number[],
  next: (row: Decidable) => ModeratedState | null,
  told?: string,
): Promise<{ changed: number[]; undo_id: number | null }> {
  if (target === TARGET.comment) {
    const { comments, actionId } = await decideOnComments(t, decision, ids, next)
    const decided = comments.map((row) => ({
      ...row,
      authorId: row.user_id,
      postId: row.post_id,
      commentId: row.id,
      name: '',
    }))
    await follow(t, target, decision, decided, actionId, told)
    return { changed: comments.map(({ id }) => id), undo_id: actionId }
  }
  const { posts, actionId } = await decideOnPosts(t, decision, ids, next)
  const decided = posts.map((row) => ({
    ...row,
    authorId: row.user_id,
    postId: row.id,
    commentId: null,
    name: row.title,
  }))
  await follow(t, target, decision, decided, actionId, told)
  // Who is mentioned in a note that waited for review is told when it appears.
  const waited = posts.filter(({ state }) => state === 'pending' || state === 'rejected')
  await tellMentioned(
    t,
    waited.map(({ id }) => id),
  )
  return { changed: posts.map(({ id }) => id), undo_id: actionId }
}

/** Records the decision in the audit trail and notifies the authors; a job does both once for all its pieces. */
async function follow(
  t: Ctx,
  target: ContentType,
  decision: records.Decision & { quiet?: boolean },
  decided: Decided[],
  actionId: number | null,
  told?: string,
): Promise<void> {
  if (actionId === null || decision.actionId !== undefined) return
  await audit(t, target, decision, decided, actionId)
  if (!decision.quiet) await tellAuthors(t, decision, decided, actionId, told)
}

async function audit(
  t: Ctx,
  target: ContentType,
  { actor, action, reason }: records.Decision,
  decided: Decided[],
  actionId: number,
): Promise<void> {
  if (actor.adminId === undefined || !isAudited(action)) return
  const resource = target === TARGET.post ? 'posts' : 'comments'
  const ids = decided.map(({ id }) => id)
  const evidence = await loadEvidence(t, resource, ids)
  const entries = decided.map(({ id, name, state, state_reason, content }) => {
    const now = evidence.get(id)
    return {
      resource,
      record_id: id,
      record_name: name || plainText(parseRichText(content)),
      before: { ...now, content, state, state_reason },
      after: { ...(now && { state: Reflect.get(now, 'state') }), reason, undo_id: actionId },
    }
  })
  await recordAudits(t, { id: actor.adminId }, action, entries)
}

/** The others are recorded where they are made. */
const AUDITED = ['approve', 'reject', 'hide', 'restore', 'delete', 'undo'] as const

const isAudited = (action: records.Decision['action']): action is (typeof AUDITED)[number] =>
  AUDITED.some((audited) => audited === action)
