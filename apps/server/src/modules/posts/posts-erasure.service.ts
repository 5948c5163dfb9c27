/** Notes when an account goes: its own go with it, others' lose what it gave them. All within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import * as categories from '#modules/categories/categories.service.ts'
import * as tags from '#modules/tags/tags.service.ts'
import { type Deltas, movesOf } from '#platform/db/bulk.ts'
import { chunks } from '#platform/db/rows.ts'
import { hotScore } from './hot-score.ts'
import type { PostCounter } from './posts.repo.ts'
import { pagesChanged } from './posts.service.ts'
import * as repo from './posts-erasure.repo.ts'
import { listEngagement } from './views.repo.ts'

/** Keeps others from changing these notes and what hangs below them until the transaction ends. */
export async function lockPosts(t: Ctx, ids: number[]): Promise<void> {
  const sorted = ids.toSorted((a, b) => a - b)
  for (const some of chunks(sorted)) await repo.lockPosts(t.db, t.engine, some)
}

/** Moves one counter of many locked notes, with their ranks. */
export async function addToCounters(t: Ctx, counter: PostCounter, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) {
    const rows = new Map(
      (
        await listEngagement(
          t.db,
          some.map(([id]) => id),
        )
      ).map((row) => [row.id, row]),
    )
    const moves = some.flatMap(([id, delta]) => {
      const row = rows.get(id)
      return row ? [{ id, delta, score: hotScore({ ...row, [counter]: row[counter] + delta }) }] : []
    })
    if (moves.length > 0) await repo.addToCounters(t.db, counter, moves)
  }
}

/** Deletes all notes and drafts of a user with what hangs on them. Their author's own counters are left as they are. */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  const ids = await repo.listPostIdsOf(t.db, userId)
  if (ids.length === 0) return
  const less = (counts: [number, number][]) => new Map(counts.map(([id, n]) => [id, -n]))
  await categories.addPostsToMany(t, less(await repo.countByCategory(t.db, userId)))
  await tags.addUsesToMany(t, less(await repo.countByTag(t.db, userId)))
  for (const some of chunks(ids)) {
    await t.search.remove(t.db, 'posts', some)
    await repo.deletePosts(t.db, some)
  }
  pagesChanged(t)
}
