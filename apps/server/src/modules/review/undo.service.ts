/** Taking back what moderators decided (docs/product.md#moderation). */
import type { undo } from '@shiliu/contract/admin/moderation'
import type { OutputOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { takeBackSanctions } from '#modules/admin/account-sanctions.service.ts'
import type { ModeratedState } from '#modules/moderation/history.service.ts'
import * as records from '#modules/moderation/history.service.ts'
import { type ContentType, idsOfType } from '#modules/moderation/targets.service.ts'
import { reopenAllByAction, reopenByAction } from '#modules/reports/report-entries.service.ts'
import { lockSanctions } from '#modules/sanctions/sanctions.service.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { lockAppealed, takeBackRefusal } from './appeals.service.ts'
import { type Decidable, decide, lockTargets, showsUnseen } from './decisions.service.ts'
import { isHighlight, undoHighlight } from './highlights.service.ts'

const { appeal: APPEAL, sanction: SANCTION } = records.OTHER_CHANGE

/** Undoes what is unchanged since. Throws `record_not_found`, `already_undone`, `changed_since_seen`, `pins_full`. */
export function undoDecision(ctx: Ctx, actor: records.Actor, undoId: number): Promise<OutputOf<typeof undo>> {
  return tx(ctx, async (t) => {
    const changes = await records.listChanges(t.db, undoId)
    // Accounts before what they wrote, as bans lock them.
    const sanctions = await lockSanctions(t, idsOfType(changes, SANCTION))
    const action = await records.lockAction(t, undoId)
    if (!action) throw new AppError('record_not_found')
    if (action.undone_at !== null) throw new AppError('already_undone')
    if (isHighlight(action.action)) return undoHighlight(t, actor, action)
    for (const id of idsOfType(changes, APPEAL)) await lockAppealed(t, id)
    const { changed, edited } = await takeBackStates(t, actor, undoId, changes.filter(isContent))
    const refusals = await countTrue(idsOfType(changes, APPEAL), (id) => takeBackRefusal(t, actor, id, undoId))
    const lifted = await takeBackSanctions(t, { id: actor.adminId ?? 0 }, sanctions, undoId)
    const count = changed.length + refusals + lifted
    if (count === 0) throw new AppError(edited > 0 ? 'changed_since_seen' : 'already_undone')
    await records.markUndone(t.db, undoId, t.clock.now())
    // A report that led to a sanction is of one decision.
    if (lifted > 0) await reopenAllByAction(t, undoId)
    else await reopenByAction(t, undoId, action.target_type, changed)
    return { changed: count, skipped: changes.length - count, job_id: null }
  })
}

/**
 * As `undoDecision` for one note or comment, whatever else the action decided about. Returns whether there was
 * something to take back.
 */
export function undoFor(
  ctx: Ctx,
  actor: records.Actor,
  undoId: number,
  target: ContentType,
  id: number,
): Promise<boolean> {
  return tx(ctx, async (t) => {
    const { changed } = await takeBackStates(t, actor, undoId, [{ target_type: target, target_id: id }])
    await reopenByAction(t, undoId, target, changed)
    return changed.length > 0
  })
}

const isContent = ({ target_type }: records.ChangeRow) => target_type === TARGET.post || target_type === TARGET.comment

type Changed = Pick<records.ChangeRow, 'target_type' | 'target_id'>

type TakenBack = { changed: number[]; edited: number }

/** Returns the ids of what changed, and how many stay because their authors changed them meanwhile. */
async function takeBackStates(t: Ctx, actor: records.Actor, undoId: number, changes: Changed[]): Promise<TakenBack> {
  const [first] = changes
  if (!first) return { changed: [], edited: 0 }
  const target = first.target_type as ContentType
  const ids = [...new Set(changes.map((change) => change.target_id))]
  await lockTargets(t, target, ids)
  const standing = await records.listStandingChanges(t, target, ids)
  let edited = 0
  const next = (row: Decidable): ModeratedState | null => {
    const last = standing.get(row.id)
    if (last?.action_id !== undoId) return null
    if (!showsUnseen(row, last)) return { state: last.from_state, reason: last.from_reason }
    edited++
    return null
  }
  const { changed } = await decide(t, target, { actor, action: 'undo', reason: null }, ids, next)
  return { changed, edited }
}

/** One after the other: they share a transaction. */
async function countTrue(ids: number[], work: (id: number) => Promise<boolean>): Promise<number> {
  let count = 0
  for (const id of ids) if (await work(id)) count++
  return count
}
