/** What is made from the rows once all are there: counters, hot scores, and where new ids begin. */

import type { Ctx } from '#deps.ts'
import type { CountedTable } from '#modules/account/recount.repo.ts'
import { DAY_POSTS_MAX, hotScore } from '#modules/posts/hot-score.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/schema.ts'
import { continueIds, countFor, listIdsAfter, listRanked, setRanks } from './import.repo.ts'
import type { Source, SourceTable } from './source.ts'

/** Posts last: their scores follow from their counters. */
export const COUNTED: readonly CountedTable[] = ['users', 'categories', 'tags', 'comments', 'posts']

const LIMIT = 300

/** Counts for the rows after an id, within the caller's transaction. Returns the last id, or undefined at the end. */
export async function countSome(
  t: Ctx,
  table: CountedTable,
  after: number,
): Promise<{ last: number; rows: number } | undefined> {
  const ids = (await listIdsAfter(t.db, table, after, LIMIT)).map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return undefined
  await countFor(t.db, table, ids)
  if (table === 'posts') await rank(t, ids)
  return { last, rows: ids.length }
}

async function rank(t: Ctx, ids: number[]): Promise<void> {
  const posts = await listRanked(t.db, ids, DAY_MS)
  const ranks = posts.map((post) => {
    const day_posts = Math.min(post.day_posts, DAY_POSTS_MAX)
    return { id: post.id, day_posts, hot_score: hotScore({ ...post, day_posts }) }
  })
  await setRanks(t.db, ranks)
}

const SAME_IDS = [
  ...(['users', 'categories', 'tags', 'posts', 'comments', 'likes', 'collections'] as const),
  ...(['follows', 'notifications'] as const),
] satisfies (SourceTable & keyof Database)[]

/** An id that the old site gave to something that is gone, or did not come, leads to nothing here, either. */
export async function continueAllIds({ db, engine }: Ctx, source: Source): Promise<void> {
  for (const table of SAME_IDS) await continueIds(db, engine, table, await source.nextId(table))
}
