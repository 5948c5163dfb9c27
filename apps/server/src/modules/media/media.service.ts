/**
 * Uploaded pictures: stored in three sizes under a key of their own, kept while something shows them. Owns `media`,
 * `removed_media`.
 */
import { setImmediate as othersFirst, setTimeout as wait } from 'node:timers/promises'
import type { Picture } from '@shiliu/contract/posts'
import type { Uploaded } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { chunks } from '#platform/db/rows.ts'
import { afterCommit, tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { mediaKey } from '#platform/images/media-key.ts'
import { processPicture } from '#platform/images/pipeline.ts'
import { fileKeys, keyOfUrl, PICTURE_TYPE, PRESETS, variants } from '#platform/images/presets.ts'
import { putAll, type Storage } from '#platform/storage/storage.ts'
import * as repo from './media.repo.ts'

export type { MediaRow } from './media.repo.ts'

/** An upload that no note, comment or avatar uses after this time is removed. */
const KEEP_UNUSED_MS = 24 * 3600 * 1000
const SWEEP_AT_ONCE = 500
const FILES_AT_ONCE = 100
const PATIENCE_MS = 2000

/**
 * Decodes, measures and stores one picture, upright and without metadata (spec section 5 «Images»). Throws the `file_*`
 * errors; nothing is left behind then.
 */
export async function storePicture(ctx: Ctx, ownerId: number | null, file: UploadedFile): Promise<Uploaded> {
  if (file.body === null) throw new AppError('file_too_large')
  if (file.body.length === 0) throw new AppError('file_missing')
  const picture = await processPicture(file.body)
  const key = mediaKey(file.body)
  const files = picture.files.map(({ suffix, body }) => ({ key: key + suffix, body, contentType: PICTURE_TYPE }))
  await putAll(ctx.storage, files)
  const { width, height, thumbhash } = picture
  try {
    await repo.insertMedia(ctx.db, {
      media_key: key,
      owner_id: ownerId,
      width,
      height,
      thumbhash,
      bytes: files.reduce((sum, { body }) => sum + body.length, 0),
      created_at: ctx.clock.now(),
    })
  } catch (error) {
    await ctx.storage.remove(fileKeys(key))
    throw error
  }
  const url = detailUrl(ctx.storage, key)
  return { url, originalname: file.name, originalName: file.name, size: file.body.length, width, height, thumbhash }
}

/**
 * Stores several pictures one after another (memory stays bounded). `all` answers all or, when one fails, throws and
 * leaves none behind.
 */
export async function storeAll(ctx: Ctx, ownerId: number | null, files: UploadedFile[]): Promise<Uploaded[]> {
  const stored: Uploaded[] = []
  try {
    for (const file of files) stored.push(await storePicture(ctx, ownerId, file))
    return stored
  } catch (error) {
    await discard(
      ctx,
      stored.map(({ url }) => url),
    )
    throw error
  }
}

export function detailUrl(storage: Storage, key: string): string {
  return storage.url(key + PRESETS.detail.suffix)
}

/** The media of own urls, in their order. Throws `image_foreign` where one is not a picture that was uploaded here. */
export async function requireOwn(t: Ctx, urls: string[], field = 'images'): Promise<repo.MediaRow[]> {
  if (urls.length === 0) return []
  const keys = urls.map((url) => (t.storage.owns(url) ? keyOfUrl(url) : null))
  const known = keys.filter((key) => key !== null)
  const rows = known.length > 0 ? await repo.listMediaByKeys(t.db, known) : []
  const byKey = new Map(rows.map((row) => [row.media_key, row]))
  return keys.map((key) => {
    const row = key === null ? undefined : byKey.get(key)
    if (!row) throw new AppError('image_foreign', { field })
    return row
  })
}

/** What a note keeps of a picture: one of ours, or an address elsewhere. */
export type PictureRef = { media_id: number; url: null } | { media_id: null; url: string }

type Where = { anywhere: boolean; kept?: readonly string[]; field: string }

/**
 * As `requireOwn`; `anywhere` lets any https address through besides (wire rule 23: for administrators), `kept` those that
 * are there already.
 */
export async function requirePictures(
  t: Ctx,
  urls: string[],
  { anywhere, kept = [], field }: Where,
): Promise<PictureRef[]> {
  const own = urls.filter((url) => !kept.includes(url) && (!anywhere || t.storage.owns(url) || !isHttps(url)))
  const rows = await requireOwn(t, own, field)
  const ids = new Map(own.map((url, i) => [url, rows[i]?.id]))
  return urls.map((url) => {
    const media_id = ids.get(url)
    return media_id === undefined ? { media_id: null, url } : { media_id, url: null }
  })
}

function isHttps(url: string): boolean {
  return /^https:\/\/[^\s"'<>\\]+$/.test(url) && URL.canParse(url)
}

type Shown = Pick<repo.MediaRow, 'media_key' | 'width' | 'height' | 'thumbhash'>

/** A stored picture as the wire shows it. */
export function presentPicture(storage: Storage, { media_key, width, height, thumbhash }: Shown): Picture {
  const { detail, card, full } = variants(detailUrl(storage, media_key))
  return { url: detail, card, full, width, height, thumbhash }
}

/** Takes back uploads that were never used. */
async function discard(ctx: Ctx, urls: string[]): Promise<void> {
  if (urls.length === 0) return
  await removeMedia(ctx, await requireOwn(ctx, urls))
}

/** Removes pictures that nothing has shown for a day; answers how many. Called by a timer. */
export async function sweepUnused(ctx: Ctx): Promise<number> {
  const before = ctx.clock.now() - KEEP_UNUSED_MS
  let removed = 0
  for (let after = 0; ; ) {
    const ids = await repo.listIdsBefore(ctx.db, before, after, SWEEP_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) return removed
    const unused = (await repo.listUnusedAmong(ctx.db, ids)).map((row) => row.id)
    if (unused.length > 0) removed += await tx(ctx, (t) => removeUnused(t, unused))
    after = last
    // SQLite answers without a pause, and others wait.
    await othersFirst()
  }
}

/**
 * Removes what a user uploaded and nothing else shows, within the caller's transaction; the files go once that is certain.
 * Comes after the user's notes and comments have gone. What others show stays, without an owner.
 */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  for (const ids of chunks(await repo.listMediaIdsOf(t.db, userId))) await removeUnused(t, ids, userId)
}

/** A note's own pictures; those with what its comments show; a comment's. */
const shownBy = {
  'post images': repo.listImagesOfPosts,
  posts: repo.listShownByPosts,
  comments: repo.listShownByComments,
}

/**
 * Runs what deletes these notes or comments, or takes their pictures out, within the caller's transaction; what nothing
 * shows after that is removed at once.
 */
export async function removeWith(
  t: Ctx,
  kind: keyof typeof shownBy,
  ids: number[],
  erase: () => Promise<void>,
): Promise<void> {
  const shown = new Set<number>()
  for (const some of chunks(ids)) for (const id of await shownBy[kind](t.db, some)) shown.add(id)
  await erase()
  for (const some of chunks([...shown].toSorted((a, b) => a - b))) await removeUnused(t, some)
}

/** Removes those of the media that nothing shows but the avatar of `exceptFor`; answers how many. */
async function removeUnused(t: Ctx, ids: number[], exceptFor?: number): Promise<number> {
  // Locked before they are judged: nobody begins to show them now.
  await repo.lockMedia(t.db, t.engine, ids)
  const unused = await repo.listUnusedAmong(t.db, ids, exceptFor)
  if (unused.length > 0) await removeMedia(t, unused)
  return unused.length
}

/** Rows first, files once that is certain; until they are gone their keys are remembered, whatever happens between. */
async function removeMedia(ctx: Ctx, rows: repo.MediaRow[]): Promise<void> {
  const keys = rows.map((row) => row.media_key)
  await tx(ctx, async (t) => {
    await repo.insertRemoved(t.db, keys)
    await repo.deleteMedia(
      t.db,
      rows.map((row) => row.id),
    )
    afterCommit(t, (db) => soon(removeFiles({ ...ctx, db }, keys)), { last: true })
  })
}

/** Nobody waits long for a storage that is far away: what is begun goes on, and what fails is tried again. */
async function soon(work: Promise<void>): Promise<void> {
  const stop = new AbortController()
  await Promise.race([work, wait(PATIENCE_MS, undefined, { signal: stop.signal }).catch(() => {})])
  stop.abort()
}

async function removeFiles({ db, storage, log }: Pick<Ctx, 'db' | 'storage' | 'log'>, keys: string[]): Promise<void> {
  try {
    await storage.remove(keys.flatMap(fileKeys))
    await repo.deleteRemoved(db, keys)
  } catch (error) {
    log.error({ err: error, pictures: keys.length }, 'files not removed from storage, to be tried again')
  }
}

/** Removes the files that could not be removed with their pictures. Called by a timer. */
export async function removeLeftFiles(ctx: Ctx): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await repo.listRemoved(ctx.db, after, FILES_AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    // One that cannot be removed does not keep the others.
    await removeFiles(
      ctx,
      rows.map((row) => row.media_key),
    )
    after = last.id
  }
}
