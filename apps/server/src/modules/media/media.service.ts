/** Uploaded pictures: stored in three sizes under a key of their own, kept while something shows them. Owns `media`. */
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
export async function storeAll(ctx: Ctx, ownerId: number, files: UploadedFile[]): Promise<Uploaded[]> {
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

/**
 * As `requireOwn`, for a picture that a user's row will name. No foreign key keeps it there, so the row is held until the
 * transaction ends: whoever removes unused pictures sees it used.
 */
export async function requireAvatar(t: Ctx, url: string): Promise<repo.MediaRow> {
  const [picture] = await requireOwn(t, [url], 'avatar')
  const [held] = picture ? await repo.lockMedia(t.db, t.engine, [picture.id]) : []
  if (!held) throw new AppError('image_foreign', { field: 'avatar' })
  return held
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
  const unused = await repo.listUnusedMedia(ctx.db, ctx.clock.now() - KEEP_UNUSED_MS, 500)
  if (unused.length > 0) await removeMedia(ctx, unused)
  return unused.length
}

/**
 * Removes what a user uploaded and nothing else shows, within the caller's transaction; the files go once that is certain.
 * Comes after the user's notes and comments have gone. What others show stays, without an owner.
 */
export async function eraseOf(t: Ctx, userId: number): Promise<void> {
  for (const ids of chunks(await repo.listMediaIdsOf(t.db, userId))) {
    // Locked before they are judged: nobody begins to show them now.
    await repo.lockMedia(t.db, t.engine, ids)
    const unused = await repo.listUnusedAmong(t.db, ids, userId)
    if (unused.length > 0) await removeMedia(t, unused)
  }
}

/** Rows first, files once that is certain: a crash between leaves files that no page refers to, never the reverse. */
async function removeMedia(ctx: Ctx, rows: repo.MediaRow[]): Promise<void> {
  await tx(ctx, async (t) => {
    await repo.deleteMedia(
      t.db,
      rows.map((row) => row.id),
    )
    afterCommit(t, async () => {
      await ctx.storage.remove(rows.flatMap((row) => fileKeys(row.media_key))).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'pictures not removed from storage')
      })
    })
  })
}
