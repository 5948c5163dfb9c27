import type { OutputOf } from '@shiliu/contract/endpoint'
import type { list } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { isBeyondLastPage, type PageQuery, paginationOf } from '#platform/db/pagination.ts'
import { presentUserBase } from './users.present.ts'
import * as repo from './users.repo.ts'

type Page = OutputOf<typeof list>

const COUNT_CACHE_MS = 60_000

/** Returns a reader of the account list's pages, newest first. */
export function createUserList(ctx: Ctx): (page: PageQuery) => Promise<Page> {
  const countUsers = userCounter(ctx)
  return async (page) => {
    const total = await countUsers()
    const ids = isBeyondLastPage(page, total) ? [] : await repo.listNewestIds(ctx.db, page)
    const rows = ids.length > 0 ? await repo.listUsersByIds(ctx.db, ids) : []
    const users = new Map(rows.map((user) => [user.id, { ...presentUserBase(user), created_at: iso(user.created_at) }]))
    return { users: ids.flatMap((id) => users.get(id) ?? []), pagination: paginationOf(page, total) }
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
