/** The public list of accounts. */
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { list } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { type CursorQuery, listCursor, valueAndIdKey } from '#platform/db/cursor.ts'
import { presentUserBase } from './users.present.ts'
import * as repo from './users.repo.ts'

type Page = OutputOf<typeof list>

const COUNT_CACHE_MS = 60_000

/** Returns a reader of the account list's pages, newest first. */
export function createUserList(ctx: Ctx): (query: CursorQuery) => Promise<Page> {
  const countUsers = userCounter(ctx)
  const cursors = listCursor('users', valueAndIdKey)
  return async (query) => {
    const { rows: newest, pagination } = await cursors.read(query, await countUsers(), {
      rows: (at) => repo.listNewest(ctx.db, at),
      key: (row) => [row.created_at, row.id],
    })
    const ids = newest.map((row) => row.id)
    const rows = ids.length > 0 ? await repo.listUsersByIds(ctx.db, ids) : []
    const users = new Map(
      rows.map((user) => [user.id, { ...presentUserBase(ctx, user), created_at: iso(user.created_at) }]),
    )
    return { users: ids.flatMap((id) => users.get(id) ?? []), pagination }
  }
}

/** Counting scans an index: caches the total until somebody registers, or a minute, since accounts are deleted, too. */
function userCounter(ctx: Ctx): () => Promise<number> {
  let cached = { newest: -1, total: 0, until: 0 }
  return async () => {
    const newest = await repo.newestUserId(ctx.db)
    const now = ctx.clock.now()
    if (cached.newest !== newest || now >= cached.until) {
      cached = { newest, total: await repo.countUsers(ctx.db), until: now + COUNT_CACHE_MS }
    }
    return cached.total
  }
}
