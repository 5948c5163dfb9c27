/** The list of all accounts. */
import type { OutputOf } from '@shiliu/contract/endpoint'
import type { list } from '@shiliu/contract/users'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { isBeyond, type PageQuery, paginationOf } from '#platform/db/rows.ts'
import { presentUserBase } from './users.present.ts'
import * as repo from './users.repo.ts'

type Page = OutputOf<typeof list>

const COUNT_MS = 60_000

/** Answers a page of all accounts, the newest first. */
export function userDirectory(ctx: Ctx): (page: PageQuery) => Promise<Page> {
  const countUsers = userCounter(ctx)
  return async (page) => {
    const total = await countUsers()
    const ids = isBeyond(page, total) ? [] : await repo.listNewestIds(ctx.db, page)
    const rows = ids.length > 0 ? await repo.listUsersByIds(ctx.db, ids) : []
    const users = new Map(rows.map((user) => [user.id, { ...presentUserBase(user), created_at: iso(user.created_at) }]))
    return { users: ids.flatMap((id) => users.get(id) ?? []), pagination: paginationOf(page, total) }
  }
}

/** Counting walks an index, so the number is kept: until somebody registers, at most a minute (accounts also go). */
function userCounter(ctx: Ctx): () => Promise<number> {
  let kept = { newest: -1, total: 0, until: 0 }
  return async () => {
    const newest = await repo.newestUserId(ctx.db)
    const now = ctx.clock.now()
    if (kept.newest !== newest || now >= kept.until) {
      kept = { newest, total: await repo.countUsers(ctx.db), until: now + COUNT_MS }
    }
    return kept.total
  }
}
