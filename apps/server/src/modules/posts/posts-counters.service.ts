/** Counters of many notes at once, with the ranks that follow. Within the caller's transaction. */
import type { Ctx } from '#deps.ts'
import { type Deltas, movesOf } from '#platform/db/bulk.ts'
import { hotScore } from './hot-score.ts'
import type { PostCounter } from './posts.repo.ts'
import * as repo from './posts-counters.repo.ts'
import { lockEngagement } from './views.repo.ts'

/** Moves one counter of many locked notes, with their ranks. */
export async function addToCounters(t: Ctx, counter: PostCounter, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) {
    const ids = some.map(([id]) => id)
    const rows = new Map((await lockEngagement(t.db, t.engine, ids)).map((row) => [row.id, row]))
    const moves = some.flatMap(([id, delta]) => {
      const row = rows.get(id)
      return row ? [{ id, delta, score: hotScore({ ...row, [counter]: row[counter] + delta }) }] : []
    })
    if (moves.length > 0) await repo.addToCounters(t.db, counter, moves)
  }
}
