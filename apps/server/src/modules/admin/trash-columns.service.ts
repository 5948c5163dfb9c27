/** The columns of records that have a trash. */
import type { ModerationState } from '@shiliu/contract/moderation'
import type { Ctx } from '#deps.ts'
import { listTrashed, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { isoOrNull } from '#platform/clock.ts'

/** Rows with what the contract's `trashColumns` tell. The trash is asked about those only that may be in it. */
export async function withTrash<R extends { id: number }>(
  ctx: Ctx,
  targetType: number,
  found: readonly { row: R; mayBeTrashed: boolean }[],
) {
  const suspects = found.flatMap(({ row, mayBeTrashed }) => (mayBeTrashed ? [row.id] : []))
  const trashed = await listTrashed(ctx, targetType, suspects)
  return found.map(({ row }) => {
    const state: 'visible' | 'deleted' = trashed.has(row.id) ? 'deleted' : 'visible'
    return { ...row, state, purge_at: isoOrNull(trashed.get(row.id)?.purge_at ?? null) }
  })
}

/** What the tables give as the reason. */
const ACCOUNT_TRASHED = '账号在回收站里'

type Written = { user_id: number; state: ModerationState; state_reason: string | null }

/** Notes or comments, deleted as long as their author's account is in the trash. */
export async function withAccountTrash<R extends Written>(ctx: Ctx, rows: R[]): Promise<R[]> {
  const trashed = await listTrashed(ctx, TRASHED.user, [...new Set(rows.map(({ user_id }) => user_id))])
  const gone = { state: 'deleted', state_reason: ACCOUNT_TRASHED } as const
  return rows.map((row) => (trashed.has(row.user_id) ? { ...row, ...gone } : row))
}
