/** Brings an index of an older version up to date on a running site (docs/decisions/027-search-words-and-order.md). */
import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '#deps.ts'
import { lockPosts } from '#modules/posts/posts.service.ts'
import * as posts from '#modules/posts/search-indexing.service.ts'
import * as users from '#modules/users/users.service.ts'
import { DAY_MS } from '#platform/clock.ts'
import { findMark, lockMark, type Mark, setMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { invalidateSearches } from '#platform/search/search-cache.ts'
import { INDEX_VERSION } from '#platform/search/tokens.ts'
import * as repo from './reindex.repo.ts'

/** So few that a batch does not keep requests waiting. */
const BATCH_SIZE = 20

/** The marks hold the pass times `SPAN` plus the lowest id of it that is done: newest first in each pass. */
const TABLES = [
  { table: 'users', mark: 'search-rewritten-users' },
  { table: 'posts', mark: 'search-rewritten-posts' },
] as const satisfies readonly { table: 'posts' | 'users'; mark: Mark }[]
/** Above all ids. */
const SPAN = 2 ** 44
const NOTHING_DONE = SPAN - 1

/**
 * Whether entries are of another version or missing, as after an update or with a backup without them. Continues what
 * another process has begun, or was interrupted.
 */
export async function beginRebuild(ctx: Ctx): Promise<boolean> {
  // Beside nodes of a newer version, theirs stays.
  const isCurrent = ((await findMark(ctx.db, 'search-version')) ?? 0) >= INDEX_VERSION
  if (isCurrent && !(await hasMissingEntries(ctx))) return false
  return tx(ctx, async (t) => {
    await setMark(t.db, 'search-version', 0)
    if ((await findMark(t.db, 'search-rebuilding')) === INDEX_VERSION) return true
    await setMark(t.db, 'search-rebuilding', INDEX_VERSION)
    for (const { mark } of TABLES) await setMark(t.db, mark, NOTHING_DONE)
    return true
  })
}

/** Rewrites entries for about as long as `forMs`, with pauses as long as the work; returns whether all are done. */
export async function continueRebuild(ctx: Ctx, forMs = Number.POSITIVE_INFINITY): Promise<boolean> {
  const start = performance.now()
  for (const { table, mark } of TABLES) {
    for (;;) {
      const before = performance.now()
      if (!(await tx(ctx, (t) => rewriteBatch(t, table, mark)))) break
      if (performance.now() - start > forMs) return false
      await wait(performance.now() - before)
    }
  }
  await tx(ctx, finish)
  return true
}

/** False at the end, also where another process came to it. The lock keeps processes from doing the same batch. */
async function rewriteBatch(t: Ctx, table: 'posts' | 'users', mark: Mark): Promise<boolean> {
  await lockMark(t.db, mark)
  const done = (await findMark(t.db, mark)) ?? NOTHING_DONE
  let pass = Math.floor(done / SPAN)
  let ids = await repo.listIdsBelow(t.db, table, pass, done % SPAN, BATCH_SIZE)
  while (ids.length === 0 && ++pass < repo.PASSES) {
    ids = await repo.listIdsBelow(t.db, table, pass, SPAN, BATCH_SIZE)
  }
  const last = ids.at(-1)
  if (last === undefined) return false
  if (table === 'posts') {
    await lockPosts(t, ids)
    await posts.rewriteEntries(t, ids)
  } else {
    await users.lockUsers(t, ids)
    await users.rewriteEntries(t, await users.listUsers(t, ids))
  }
  await setMark(t.db, mark, pass * SPAN + last)
  return true
}

/** Puts the index in order, once a day and after a rebuild, in small steps with pauses as long as the work. */
export async function tidyIndex(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const last = (await findMark(ctx.db, 'search-tidied')) ?? 0
  if (now - last < DAY_MS) return
  await tx(ctx, (t) => setMark(t.db, 'search-tidied', now))
  for (const kind of ['notes', 'users'] as const) {
    for (let [first, more] = [true, true]; more && !stopping?.aborted; first = false) {
      const before = performance.now()
      more = await tx(ctx, (t) => t.search.tidy(t.db, kind, first))
      await wait(performance.now() - before)
    }
  }
  // The rest is done after the restart, not a day later.
  if (stopping?.aborted) await tx(ctx, (t) => setMark(t.db, 'search-tidied', last))
}

async function finish(t: Ctx): Promise<void> {
  await setMark(t.db, 'search-version', INDEX_VERSION)
  await setMark(t.db, 'search-rebuilding', 0)
  await setMark(t.db, 'search-tidied', 0)
  invalidateSearches(t, 'notes', 'any')
  invalidateSearches(t, 'users', 'any')
}

async function hasMissingEntries(ctx: Ctx): Promise<boolean> {
  return (await countMissing(ctx)) > 0
}

async function countMissing({ db, search }: Pick<Ctx, 'db' | 'search'>): Promise<number> {
  const rows = await repo.countRows(db)
  let missing = 0
  for (const kind of ['notes', 'drafts', 'users'] as const) {
    missing += Math.max(0, rows[kind] - (await search.count(db, kind)))
  }
  return missing
}

/** Whether the index follows this version's rules, and how many notes, drafts and users it lacks. Only reads. */
export async function indexState(ctx: Pick<Ctx, 'db' | 'search'>): Promise<{ isCurrent: boolean; missing: number }> {
  const isCurrent = ((await findMark(ctx.db, 'search-version')) ?? 0) >= INDEX_VERSION
  return { isCurrent, missing: await countMissing(ctx) }
}
