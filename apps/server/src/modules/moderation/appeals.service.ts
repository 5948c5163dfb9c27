/** Objections of authors, and what ends them or opens them again (docs/product.md#appeals). Owns `appeals`. */
import { TARGET } from '@shiliu/contract/limits'
import type { Moderation, ModerationState, OwnAppeal } from '@shiliu/contract/moderation'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import * as repo from './appeals.repo.ts'
import type { Actor, Change } from './history.service.ts'

export type { AppealFilter, AppealRow } from './appeals.repo.ts'
export {
  countAppeals,
  findAppeal,
  findDeleter,
  insertAppeal,
  listAppeals,
  lockAppeal,
  newestAppeals,
  updateAppeals,
} from './appeals.repo.ts'

/** An appeal that nobody has answered. */
export const OPEN_APPEAL = {
  state: 'open',
  outcome: null,
  action_id: null,
  answer: null,
  resolved_by: null,
  resolved_at: null,
} as const

/** Where an author may appeal; `deleted` is meant by a moderator. */
const APPEALABLE: readonly ModerationState[] = ['hidden', 'rejected', 'deleted']

/** Whether the newest appeal leaves room for another one: none, one that was accepted, or one that nobody answered. */
export const mayAppeal = (newest: repo.AppealRow | undefined): boolean =>
  newest === undefined || newest.outcome === 'accept' || newest.outcome === 'closed'

type Stated = { id: number; state: ModerationState; state_reason: string | null; appealed: number }

/** What the author of these is told, by id; nothing of what is visible. */
export async function loadModeration(
  ctx: Ctx,
  targetType: number,
  rows: readonly Stated[],
): Promise<Map<number, Moderation>> {
  const withheld = rows.filter(({ state }) => state !== 'visible')
  const appealed = withheld.filter((row) => row.appealed === 1).map(({ id }) => id)
  const appeals = appealed.length === 0 ? new Map() : await repo.newestAppeals(ctx.db, targetType, appealed)
  return new Map(withheld.map((row) => [row.id, presentModeration(row, appeals.get(row.id))]))
}

function presentModeration({ state, state_reason: reason }: Stated, newest: repo.AppealRow | undefined): Moderation {
  if (newest && !mayAppeal(newest)) return { state, reason, can_appeal: false, appeal: presentOwnAppeal(newest) }
  return { state, reason, can_appeal: APPEALABLE.includes(state) }
}

/** An appeal that is open or was refused, as its author sees it. */
export function presentOwnAppeal({ state, text, answer, created_at }: repo.AppealRow): OwnAppeal {
  return { state: state === 'open' ? 'open' : 'refused', text, answer, created_at: iso(created_at) }
}

type Followed = {
  changes: readonly Change[]
  actionId: number
  /** Whose deletion came back, where somebody else undid its restoration. */
  deleters: ReadonlyMap<number, string>
}

/**
 * Ends the appeals about what is not withheld by moderators any more, and opens those again that the change ended which
 * is now taken back: `takenBack` are these changes by target. The caller has locked the targets.
 */
export async function followDecision(
  t: Ctx,
  actor: Actor,
  { changes, actionId, deleters }: Followed,
  appeals: ReadonlyMap<number, repo.AppealRow>,
  takenBack: ReadonlyMap<number, { action_id: number }>,
): Promise<void> {
  const ended: number[] = []
  const opened: number[] = []
  for (const { id, to } of changes) {
    const appeal = appeals.get(id)
    if (!appeal) continue
    const isByAuthor = (deleters.get(id) ?? actor.key) === `user:${appeal.user_id}`
    const stands = APPEALABLE.includes(to) && !(to === 'deleted' && isByAuthor)
    if (appeal.state === 'open' && !stands) ended.push(appeal.id)
    const isTakenBack = appeal.action_id !== null && takenBack.get(id)?.action_id === appeal.action_id
    if (appeal.state === 'resolved' && stands && isTakenBack) opened.push(appeal.id)
  }
  const by = { resolved_by: actor.name, resolved_at: t.clock.now() }
  await repo.updateAppeals(t.db, ended, { state: 'resolved', outcome: 'closed', action_id: actionId, ...by })
  await repo.updateAppeals(t.db, opened, OPEN_APPEAL)
}

/** Ends the open appeals about what is deleted for good, with posts those about the comments below them. */
export async function endAppealsAbout(t: Ctx, targetType: number, ids: readonly number[]): Promise<void> {
  const below = targetType === TARGET.post ? await repo.listOpenBelow(t.db, ids) : []
  const open = [...(await repo.listOpenAbout(t.db, targetType, ids)), ...below]
  await repo.updateAppeals(t.db, open, { state: 'resolved', outcome: 'closed', resolved_at: t.clock.now() })
}
