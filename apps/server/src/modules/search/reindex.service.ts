/** Builds the search index anew from the rows it stands for. Safe while the site runs, which goes on finding meanwhile. */
import type { Ctx } from '#deps.ts'
import { makeFindable, makeUnfindable } from '#modules/posts/findable.service.ts'
import { lockPosts } from '#modules/posts/posts-locks.service.ts'
import * as users from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import type { SearchKind } from '#platform/search/search.ts'
import * as repo from './reindex.repo.ts'

const AT_ONCE = 200

/** `removed` counts entries of what is no longer there. */
export type Reindexed = { posts: number; users: number; removed: number }
type Progress = (done: number, total: number) => void

const KINDS = { posts: ['notes', 'drafts'], users: ['users'] } as const satisfies Record<string, readonly SearchKind[]>
type Table = keyof typeof KINDS

/** Writes every entry again and removes those of nothing; `progress` is told after each batch how many rows are done. */
export async function reindex(ctx: Ctx, progress?: Progress): Promise<Reindexed> {
  const rows = await repo.countRows(ctx.db)
  const total = rows.notes + rows.drafts + rows.users
  const done: Reindexed = { posts: 0, users: 0, removed: 0 }
  for (const table of ['posts', 'users'] as const) {
    for (let after = 0; ; ) {
      const ids = await tx(ctx, (t) => reindexBatch(t, table, after))
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
      done[table] += ids.length
      progress?.(Math.min(done.posts + done.users, total), total)
    }
    for (const kind of KINDS[table]) done.removed += await removeGone(ctx, table, kind)
  }
  return done
}

/** Builds the index where entries are missing, as after an upgrade that made it anew; answers whether it did. */
export async function ensureIndexed(ctx: Ctx): Promise<boolean> {
  const rows = await repo.countRows(ctx.db)
  for (const kind of ['notes', 'drafts', 'users'] as const) {
    if ((await ctx.search.count(ctx.db, kind)) >= rows[kind]) continue
    await reindex(ctx)
    return true
  }
  return false
}

async function reindexBatch(t: Ctx, table: Table, after: number): Promise<number[]> {
  const ids = await repo.listIdsAfter(t.db, table, after, AT_ONCE)
  if (ids.length === 0) return ids
  if (table === 'posts') {
    await lockPosts(t, ids)
    await makeFindable(t, ids, 'any')
  } else {
    await users.lockUsers(t, ids)
    await users.makeFindable(t, await users.listUsers(t, ids))
  }
  return ids
}

async function removeGone(ctx: Ctx, table: Table, kind: SearchKind): Promise<number> {
  let removed = 0
  for (let after = 0; ; ) {
    const ids = await ctx.search.list(ctx.db, kind, after, AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return removed
    after = last
    const gone = await repo.listGone(ctx.db, table, ids)
    removed += gone.length
    if (gone.length > 0)
      await tx(ctx, (t) => (table === 'posts' ? makeUnfindable(t, gone, 'any') : users.makeUnfindable(t, gone)))
  }
}
