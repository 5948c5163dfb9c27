/** Rows of `trash`: what is deleted, by whom, until when (docs/decisions/048-trash-of-accounts-and-names.md). */
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { DAY_MS } from '#platform/clock.ts'
import { chunks } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './history.repo.ts'
import type { Actor } from './history.service.ts'

/** The target types of the table `trash`. */
export const TRASHED = { ...REPORTED, tag: 4, category: 5 } as const

export type TrashRow = repo.TrashRow

/** Keeps them for as long as the setting says, or `keptMs`. The caller has locked them and hides them itself. */
export async function putIntoTrash(
  t: Ctx,
  targetType: number,
  ids: readonly number[],
  actor: Actor,
  keptMs: number = t.settings.current.trash_days * DAY_MS,
): Promise<void> {
  const now = t.clock.now()
  const stamps = { actor: actor.key, deleted_at: now, purge_at: now + keptMs }
  await repo.insertTrash(
    t.db,
    ids.map((id) => ({ target_type: targetType, target_id: id, ...stamps })),
  )
}

/** Those of them that are in the trash, by id. */
export async function listTrashed(ctx: Ctx, targetType: number, ids: number[]): Promise<Map<number, TrashRow>> {
  const rows = await repo.listTrash(ctx.db, targetType, ids)
  return new Map(rows.map((row) => [row.target_id, row]))
}

/** Whether it is in the trash. */
export const isInTrash = async (ctx: Ctx, targetType: number, id: number): Promise<boolean> =>
  (await listTrashed(ctx, targetType, [id])).size > 0

type Holder = 'account_trashed' | 'post_trashed'

/** Posts or comments that cannot come back alone, with the error that says what has to be restored before. */
export async function listHeld(ctx: Ctx, targetType: number, ids: readonly number[]): Promise<Map<number, Holder>> {
  const held = new Map<number, Holder>()
  for (const some of chunks([...ids])) {
    const isPosts = targetType === TRASHED.post
    const below = isPosts ? [] : await repo.listCommentsUnderTrashed(ctx.db, some)
    const listOfTrashed = isPosts ? repo.listPostsOfTrashed : repo.listCommentsOfTrashed
    for (const { id } of below) held.set(id, 'post_trashed')
    for (const { id } of await listOfTrashed(ctx.db, TRASHED.user, some)) held.set(id, 'account_trashed')
  }
  return held
}

/** Throws `account_trashed` or `post_trashed` where one of them cannot come back alone. */
export async function refuseHeld(ctx: Ctx, targetType: number, ids: readonly number[]): Promise<void> {
  const [holder] = (await listHeld(ctx, targetType, ids)).values()
  if (holder) throw new AppError(holder)
}

/** Throws `account_trashed` where one is only in the trash as long as its author's account is. */
export async function refuseTrashedByAccount(ctx: Ctx, targetType: number, ids: number[]): Promise<void> {
  const trashed = await listTrashed(ctx, targetType, ids)
  if (ids.some((id) => !trashed.has(id))) throw new AppError('account_trashed')
}
