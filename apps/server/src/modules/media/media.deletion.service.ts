/** Deletes pictures that nothing shows any more: database rows first, files after the commit. Owns `removed_media`. */
import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Ctx } from '#deps.ts'
import { DAY_MS } from '#platform/clock.ts'
import { chunks } from '#platform/db/rows.ts'
import { readSettings } from '#platform/db/settings.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { fileKeys, keyOfUrl } from '#platform/images/presets.ts'
import * as repo from './media.repo.ts'

/** A day longer than browsers keep what was written but not sent (docs/decisions/029-local-copies.md). */
const UNUSED_TTL_MS = 8 * DAY_MS
const SWEEP_BATCH = 500
const FILE_BATCH = 100
const MAX_WAIT_MS = 2000

/** Deletes uploads that nothing uses eight days after their upload; returns how many. Called by a timer. */
export async function deleteUnusedMedia(ctx: Ctx): Promise<number> {
  const before = ctx.clock.now() - UNUSED_TTL_MS
  let removed = 0
  for (let after = 0; ; ) {
    const ids = await repo.listIdsBefore(ctx.db, before, after, SWEEP_BATCH)
    const last = ids.at(-1)
    if (last === undefined) return removed
    const unused = (await repo.listUnusedAmong(ctx.db, ids)).map((row) => row.id)
    if (unused.length > 0) removed += await tx(ctx, (t) => deleteUnused(t, unused))
    after = last
    // SQLite calls are synchronous: lets other requests run between batches.
    await yieldToEventLoop()
  }
}

/** Call it after deleting the user's posts and comments. Uploads that others show stay, without an owner. */
export async function deleteMediaOfUser(t: Ctx, userId: number): Promise<void> {
  for (const ids of chunks(await repo.listMediaIdsOf(t.db, userId))) await deleteUnused(t, ids, userId)
}

/** Media ids shown by the posts' own images, by posts and the comments below them, or by comments. */
const LIST_SHOWN = {
  'post images': repo.listImagesOfPosts,
  posts: repo.listShownByPosts,
  comments: repo.listShownByComments,
}

/** Runs `deleteRows`, which deletes these rows or detaches their pictures, then deletes pictures that nothing shows. */
export async function deleteWithMedia(
  t: Ctx,
  kind: keyof typeof LIST_SHOWN,
  ids: number[],
  deleteRows: () => Promise<void>,
): Promise<void> {
  const shown = new Set<number>()
  for (const some of chunks(ids)) for (const id of await LIST_SHOWN[kind](t.db, some)) shown.add(id)
  await deleteRows()
  for (const some of chunks([...shown].toSorted((a, b) => a - b))) await deleteUnused(t, some)
}

/** Deletes those of the media that nothing shows; the avatar of `ignoredUserId` does not count. Returns how many. */
async function deleteUnused(t: Ctx, ids: number[], ignoredUserId?: number): Promise<number> {
  // Locked before the check, so that no new reference appears.
  await repo.lockMedia(t.db, t.engine, ids)
  const logo = keyOfUrl((await readSettings(t.db)).site_logo)
  const unused = (await repo.listUnusedAmong(t.db, ids, ignoredUserId)).filter((row) => row.media_key !== logo)
  if (unused.length > 0) await deleteMedia(t, unused)
  return unused.length
}

/** Deletes rows, then files after the commit. `removed_media` keeps their keys until that has succeeded. */
export async function deleteMedia(ctx: Ctx, rows: repo.MediaRow[]): Promise<void> {
  const keys = rows.map((row) => row.media_key)
  await tx(ctx, async (t) => {
    await repo.insertRemoved(t.db, keys)
    await repo.deleteMedia(
      t.db,
      rows.map((row) => row.id),
    )
    afterCommit(t, (db) => waitAtMost(MAX_WAIT_MS, removeFiles({ ...ctx, db }, keys)), { last: true })
  })
}

/** Keeps a slow storage from delaying the response. The work itself goes on. */
async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, wait(ms, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}

async function removeFiles({ db, storage, log }: Pick<Ctx, 'db' | 'storage' | 'log'>, keys: string[]): Promise<void> {
  try {
    await storage.remove(keys.flatMap(fileKeys))
    await repo.deleteRemoved(db, keys)
  } catch (error) {
    log.error({ err: error, pictures: keys.length }, 'could not remove files from storage, will retry')
  }
}

/** Retries the removal of files that failed. Called by a timer. */
export async function removePendingFiles(ctx: Ctx): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await repo.listRemoved(ctx.db, after, FILE_BATCH)
    const last = rows.at(-1)
    if (!last) return

    await removeFiles(
      ctx,
      rows.map((row) => row.media_key),
    )
    after = last.id
  }
}
