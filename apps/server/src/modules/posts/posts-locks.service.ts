/** Locks on many notes, for whoever changes them or what hangs below them. Within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import * as repo from './posts-locks.repo.ts'

/** Keeps others from changing these notes and what hangs below them until the transaction ends. */
export async function lockPosts(t: Ctx, ids: number[]): Promise<void> {
  const sorted = ids.toSorted((a, b) => a - b)
  for (const some of chunks(sorted)) await repo.lockPosts(t.db, t.engine, some)
}
