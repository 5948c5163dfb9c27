/** Where watched words were found, for moderators (docs/product.md#watched-words). Owns `word_findings`. */
import { WATCHED_WORD } from '@shiliu/contract/limits'
import { REPORTED } from '@shiliu/contract/reports'
import type { Ctx } from '#deps.ts'
import { deleteInBatches } from '#platform/db/rows.ts'
import type { WordCheck } from './word-checks.service.ts'
import * as repo from './words.repo.ts'

export type { FindingRow } from './words.repo.ts'
export { listFindings } from './words.repo.ts'

/** The target type of a profile's texts. */
export const ON_USER = REPORTED.user

type Place = { type: number; id: number; postId?: number }

/** Records what was found in a text that was stored. */
export async function noteFindings(t: Ctx, { findings }: WordCheck, { type, id, postId }: Place): Promise<void> {
  if (findings.length === 0) return
  const place = { target_type: type, target_id: id, post_id: postId ?? null, created_at: t.clock.now() }
  await repo.insertFindings(
    t.db,
    findings.map((finding) => ({ ...finding, ...place })),
  )
}

/** Called by a timer: deletes those that are older than `WATCHED_WORD.keptMs`. */
export async function purgeFindings({ db, clock }: Ctx): Promise<void> {
  const before = clock.now() - WATCHED_WORD.keptMs
  await deleteInBatches(
    (limit) => repo.listFindingIdsBefore(db, before, limit),
    (ids) => repo.deleteFindings(db, ids),
  )
}

/** Deletes what was found in the account's profile; notes and comments keep theirs for the term. */
export async function deleteFindingsOfUser(t: Ctx, userId: number): Promise<void> {
  await deleteInBatches(
    (limit) => repo.listFindingIdsOf(t.db, ON_USER, userId, limit),
    (ids) => repo.deleteFindings(t.db, ids),
  )
}
