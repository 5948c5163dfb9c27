/** Rebuilds the search index from the database. Safe while the site runs; searches keep working. */
import type { Ctx } from '#deps.ts'
import { lockPosts } from '#modules/posts/posts.service.ts'
import { indexPosts, unindexPosts } from '#modules/posts/search-indexing.service.ts'
import * as users from '#modules/users/users.service.ts'
import { setMark } from '#platform/db/marks.ts'
import { batchTx, tx } from '#platform/db/tx.ts'
import type { SearchKind } from '#platform/search/search.ts'
import { INDEX_VERSION } from '#platform/search/tokens.ts'
import * as repo from './reindex.repo.ts'

/** On SQLite so few that requests do not wait for long: it has one writer. */
const BATCH_SIZE = { sqlite: 20, mysql: 200 }
const LISTED = 200

/** `removed` counts entries without a row. */
type ReindexResult = { posts: number; users: number; removed: number }
type Progress = (done: number, total: number) => void

const KINDS = { posts: ['notes', 'drafts'], users: ['users'] } as const satisfies Record<string, readonly SearchKind[]>
type Table = keyof typeof KINDS

/** Rewrites every entry and removes those without a row. Calls `progress` after each batch. */
export async function reindex(ctx: Ctx, progress?: Progress): Promise<ReindexResult> {
  const rows = await repo.countRows(ctx.db)
  const total = rows.notes + rows.drafts + rows.users
  const done: ReindexResult = { posts: 0, users: 0, removed: 0 }
  for (const table of ['posts', 'users'] as const) {
    for (let pass = 0, below = Number.MAX_SAFE_INTEGER; pass < repo.PASSES; ) {
      const ids = await batchTx(ctx, (t) => reindexBatch(t, table, pass, below))
      below = ids.at(-1) ?? Number.MAX_SAFE_INTEGER
      if (ids.length === 0) pass++
      done[table] += ids.length
      if (ids.length > 0) progress?.(Math.min(done.posts + done.users, total), total)
    }
    for (const kind of KINDS[table]) done.removed += await removeOrphans(ctx, table, kind)
  }
  await tx(ctx, async (t) => {
    await setMark(t.db, 'search-version', INDEX_VERSION)
    // A later rebuild must not go on where an interrupted one was.
    await setMark(t.db, 'search-rebuilding', 0)
    await setMark(t.db, 'search-tidied', 0)
  })
  return done
}

async function reindexBatch(t: Ctx, table: Table, pass: number, below: number): Promise<number[]> {
  const ids = await repo.listIdsBelow(t.db, table, pass, below, BATCH_SIZE[t.engine])
  if (ids.length === 0) return ids
  if (table === 'posts') {
    await lockPosts(t, ids)
    await indexPosts(t, ids, 'any')
  } else {
    await users.lockUsers(t, ids)
    await users.indexUsers(t, await users.listUsers(t, ids))
  }
  return ids
}

async function removeOrphans(ctx: Ctx, table: Table, kind: SearchKind): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const ids = await ctx.search.list(ctx.db, kind, after, LISTED)
    const last = ids.at(-1)
    if (last === undefined) return removed
    after = last
    const orphans = await repo.listMissing(ctx.db, table, ids)
    removed += orphans.length
    if (orphans.length > 0)
      await batchTx(ctx, (t) => (table === 'posts' ? unindexPosts(t, orphans, 'any') : users.unindexUsers(t, orphans)))
  }
}
