/** The history of moderation: who decided what, to show and undo it. Owns the `moderation_` tables and `trash`. */
import type { ModerationAction, ModerationState } from '@shiliu/contract/moderation'
import type { Ctx } from '#deps.ts'
import { DAY_MS } from '#platform/clock.ts'
import { groupBy } from '#platform/db/rows.ts'
import { followDecision, newestAppeals } from './appeals.service.ts'
import * as repo from './history.repo.ts'

export type { ActionRow, ChangeRow } from './history.repo.ts'
export {
  deleteTrash,
  forgetActorName,
  keepTrashUntil,
  listChanges,
  listDecidedSince,
  listHistory,
  listPurgeable,
  markUndone,
} from './history.repo.ts'

/** `admin:1`, `user:5` or `site`, with the name that the history shows. */
export type Actor = { key: string; name: string; adminId?: number }

/** The actor of automatic decisions. */
export const SITE: Actor = { key: 'site', name: '系统' }

export type Decision = {
  actor: Actor
  action: ModerationAction
  reason: string | null
  /** Of a job: the recorded action that its pieces belong to. */
  actionId?: number
}

/** A state, and what its author is told of it. */
export type ModeratedState = { state: ModerationState; reason: string | null }

export type Change = {
  id: number
  from: ModerationState
  to: ModerationState
  /** What the author was told before. */
  fromReason: string | null
}

/**
 * Records changes that were made in this transaction, what they put into the trash or took out, and what becomes of
 * appeals. Returns the action's id.
 */
export async function recordDecision(
  t: Ctx,
  targetType: number,
  decision: Decision,
  changes: readonly Change[],
): Promise<number> {
  const appeals = await newestAppeals(
    t.db,
    targetType,
    changes.map(({ id }) => id),
  )
  const takesBack = appeals.size > 0 && (decision.action === 'undo' || decision.action === 'restore')
  const takenBack = takesBack ? await listStandingChanges(t, targetType, [...appeals.keys()]) : new Map()
  const now = t.clock.now()
  const { actor } = decision
  const actionId = decision.actionId ?? (await recordAction(t, targetType, decision))
  const rows = changes.map(({ id, from, to, fromReason }) => ({
    action_id: actionId,
    target_type: targetType,
    target_id: id,
    from_state: from,
    to_state: to,
    from_reason: fromReason,
  }))
  await repo.insertChanges(t.db, rows)
  const restored = changes.filter(({ from, to }) => from === 'deleted' && to !== 'deleted')
  await repo.deleteTrash(
    t.db,
    targetType,
    restored.map(({ id }) => id),
  )
  const deletedOnes = (before: boolean) =>
    changes.flatMap(({ id, from, to }) => (to === 'deleted' && (from === 'deleted') === before ? id : []))
  const [trashed, takenOver] = [deletedOnes(false), deletedOnes(true)]
  const deleters = await listDeleters(t, targetType, decision, [...trashed, ...takenOver])
  const deleterOf = (id: number) => deleters.get(id) ?? actor.key
  // What a moderator deletes that its author had deleted, and the undoing of that.
  for (const [key, ids] of groupBy(takenOver, deleterOf)) await repo.updateTrashActor(t.db, targetType, ids, key)
  const stamps = { deleted_at: now, purge_at: now + t.settings.current.trash_days * DAY_MS }
  await repo.insertTrash(
    t.db,
    trashed.map((id) => ({ target_type: targetType, target_id: id, actor: deleterOf(id), ...stamps })),
  )
  await followDecision(t, actor, { changes, actionId, deleters }, appeals, takenBack)
  return actionId
}

/** Whoever undoes a restoration deletes nothing: who deleted these before is named again. */
async function listDeleters(t: Ctx, targetType: number, { action }: Decision, ids: number[]) {
  if (action !== 'undo' || ids.length === 0) return new Map<number, string>()
  const standing = await listStandingChanges(t, targetType, ids)
  return new Map([...standing].flatMap(([id, last]) => (last.to_state === 'deleted' ? [[id, last.actor]] : [])))
}

/**
 * Records that something is decided, before its changes are known, or with what undoes it in `detail`. Returns the id
 * that undoes it.
 */
export function recordAction(
  t: Ctx,
  targetType: number,
  { actor, action, reason }: Decision,
  detail?: unknown,
): Promise<number> {
  const about = { actor: actor.key, actor_name: actor.name, action, target_type: targetType, reason }
  const detail_json = detail === undefined ? null : JSON.stringify(detail)
  return repo.insertAction(t.db, { ...about, detail_json, created_at: t.clock.now(), undone_at: null })
}

/** What an action changed beside notes and comments, as `target_type` of its changes. */
export const OTHER_CHANGE = { sanction: 6, appeal: 7 } as const

/** Lets what an action changed beside notes and comments be taken back with it. States of changes say nothing here. */
export function recordOtherChange(
  t: Ctx,
  action_id: number,
  kind: keyof typeof OTHER_CHANGE,
  target_id: number,
): Promise<void> {
  const nothing = { from_state: 'visible', to_state: 'visible', from_reason: null } as const
  return repo.insertChanges(t.db, [{ action_id, target_type: OTHER_CHANGE[kind], target_id, ...nothing }])
}

type StandingChange = Awaited<ReturnType<typeof repo.listChangesOf>>[number]

/** The newest change of each target that was not undone. The caller has locked the targets. */
export async function listStandingChanges(
  t: Ctx,
  targetType: number,
  ids: number[],
): Promise<Map<number, StandingChange>> {
  const standing = await listAllStanding(t, targetType, ids)
  return new Map([...standing].flatMap(([id, changes]) => changes.slice(-1).map((change) => [id, change])))
}

/** The changes of each target that were not undone, oldest first. */
async function listAllStanding(t: Ctx, targetType: number, ids: number[]): Promise<Map<number, StandingChange[]>> {
  const standing = new Map<number, StandingChange[]>()
  for (const change of await repo.listChangesOf(t.db, targetType, ids)) {
    const earlier = standing.get(change.target_id) ?? []
    // Only the newest can be undone, which makes the one before it the newest again.
    if (change.action === 'undo') earlier.pop()
    else earlier.push(change)
    standing.set(change.target_id, earlier)
  }
  return standing
}

/** The states that deleted notes or comments had before, by id. The caller has locked them. */
export async function statesBeforeDeletion(
  t: Ctx,
  targetType: number,
  ids: number[],
): Promise<Map<number, ModeratedState>> {
  const standing = await listAllStanding(t, targetType, ids)
  return new Map(
    [...standing].flatMap(([id, changes]): [number, ModeratedState][] => {
      if (changes.at(-1)?.to_state !== 'deleted') return []
      // A moderator may have deleted what its author had deleted before.
      const deletion = changes.findLast(({ from_state }) => from_state !== 'deleted')
      return deletion ? [[id, { state: deletion.from_state, reason: deletion.from_reason }]] : []
    }),
  )
}

/** Which of these their authors deleted. */
export async function listOwnDeletions(t: Ctx, targetType: number, ids: number[]): Promise<Set<number>> {
  const trashed = await repo.listTrash(t.db, targetType, ids)
  return new Set(trashed.flatMap(({ actor, target_id }) => (actor.startsWith('user:') ? target_id : [])))
}

/** The state before its author deleted it; null where the newest change that stands is another one. */
export async function stateBeforeOwnDeletion(
  t: Ctx,
  targetType: number,
  id: number,
  { key }: Actor,
): Promise<ModeratedState | null> {
  const last = (await listStandingChanges(t, targetType, [id])).get(id)
  if (last?.actor !== key || last.to_state !== 'deleted') return null
  return { state: last.from_state, reason: last.from_reason }
}

/** Locks an action until the transaction ends. */
export function lockAction(t: Ctx, id: number): Promise<repo.ActionRow | undefined> {
  return repo.lockAction(t.db, t.engine, id)
}
