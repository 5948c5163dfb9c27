/** Uploaded pictures, stored in two or three sizes under a common key. */
import type { Picture } from '@shiliu/contract/posts'
import type { Uploaded } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { isOutcomeUnknown } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { inspect } from '#platform/images/inspect.ts'
import type { ProcessedPicture } from '#platform/images/pipeline.ts'
import { fileKeys, keyOfUrl, mediaKey, PICTURE_TYPE, PRESETS, variants } from '#platform/images/presets.ts'
import { putAll, type Storage } from '#platform/storage/storage.ts'
import * as repo from './media.repo.ts'
import { atCostOf } from './upload-budget.service.ts'

export type { MediaRow } from './media.repo.ts'

/** Who uploads: `account` waits and pays for it, `signal` aborts when nobody wants it any more. */
export type Uploader = { account: string; ownerId: number | null; signal?: AbortSignal | undefined }

/** Stores a picture. Throws as `putPicture`, and leaves no files behind then. */
export async function storePicture(ctx: Ctx, ownerId: number | null, file: UploadedFile): Promise<Uploaded> {
  const picture = await putPicture(ctx, { account: `user:${ownerId}`, ownerId }, file)
  await withoutLeavingFiles(ctx, [picture], () => repo.insertMedia(ctx.db, picture.row))
  return picture.uploaded
}

/** Stores the files of a converted picture and its row, or neither. Returns the row's id and the detail size's URL. */
export async function storeProcessedPicture(
  ctx: Ctx,
  ownerId: number | null,
  processed: ProcessedPicture,
): Promise<{ id: number; url: string }> {
  const row = await putFiles(ctx, ownerId, processed)
  const id = await withoutLeavingFiles(ctx, [{ row }], () => repo.insertMedia(ctx.db, row))
  return { id, url: detailUrl(ctx.storage, row.media_key) }
}

/** What is left belongs to the database: a full disk stops every write. */
const FREE_SPACE_MIN = 0.05

/** A picture whose files are stored, and the row that `insertPictures` is to write. */
export type PutPicture = { row: repo.NewMedia; uploaded: Uploaded }

/**
 * Stores the files: upright and without metadata (docs/product.md#picture-rules). Throws `file_*`,
 * `disk_full`, `upload_budget` and what `PictureWorkers` throw, with none left.
 */
export async function putPicture(
  ctx: Ctx,
  { account, ownerId, signal }: Uploader,
  file: UploadedFile,
): Promise<PutPicture> {
  if (file.body === null) throw new AppError('file_too_large')
  if (file.body.length === 0) throw new AppError('file_missing')
  const { pixels } = inspect(file.body)
  if ((await ctx.disks.freeShare()) < FREE_SPACE_MIN) throw new AppError('disk_full')
  const { body } = file
  const { picture, row } = await atCostOf(ctx, account, { pixels, bytes: body.length }, async () => {
    const converted = await ctx.pictures.convert({ account, file: body, pixels, signal })
    return { picture: converted, row: await putFiles(ctx, ownerId, converted) }
  })
  const { width, height, thumbhash } = picture
  const url = detailUrl(ctx.storage, row.media_key)
  const uploaded = { url, originalname: file.name, originalName: file.name, size: file.body.length }
  return { row, uploaded: { ...uploaded, width, height, thumbhash } }
}

export function insertPictures(t: Ctx, pictures: PutPicture[]): Promise<void> {
  return repo.insertAllMedia(
    t.db,
    pictures.map(({ row }) => row),
  )
}

/** Removes the files of pictures whose rows are not written. Logs a failure: nothing removes such files later. */
export async function removePutFiles(ctx: Ctx, pictures: Pick<PutPicture, 'row'>[]): Promise<void> {
  if (pictures.length === 0) return
  try {
    await ctx.storage.remove(pictures.flatMap(({ row }) => fileKeys(row.media_key)))
  } catch (error) {
    ctx.log.error({ err: error, pictures: pictures.length }, 'could not remove files of pictures without rows')
  }
}

/**
 * Writes the rows of stored pictures; removes their files where that fails. Where the rows may be written all the same,
 * the files stay: a row without files is a broken picture, files without a row only take space, as nothing removes them.
 */
export async function withoutLeavingFiles<T>(
  ctx: Ctx,
  pictures: Pick<PutPicture, 'row'>[],
  writeRows: () => Promise<T>,
): Promise<T> {
  try {
    return await writeRows()
  } catch (error) {
    if (!isOutcomeUnknown(error)) await removePutFiles(ctx, pictures)
    throw error
  }
}

async function putFiles(ctx: Ctx, owner_id: number | null, { files, width, height, thumbhash }: ProcessedPicture) {
  const media_key = mediaKey(Buffer.concat(files.map(({ body }) => body)))
  await putAll(
    ctx.storage,
    files.map(({ suffix, body }) => ({ key: media_key + suffix, body, contentType: PICTURE_TYPE })),
  )
  const bytes = files.reduce((sum, { body }) => sum + body.length, 0)
  return { media_key, owner_id, width, height, thumbhash, bytes, created_at: ctx.clock.now() }
}

export function detailUrl(storage: Storage, key: string): string {
  return storage.url(key + PRESETS.detail.suffix)
}

/** The context of a request: an absolute address of the host that it was sent to is ours, too. */
export function reachedAt(ctx: Ctx, host: string): Ctx {
  return { ...ctx, hosts: [...ctx.hosts, host.toLowerCase()] }
}

/** An address at one of our hosts, except of a stored file, without the origin; any other unchanged. */
export function withoutOwnOrigin({ hosts, storage }: Ctx, url: string): string {
  // The public URL of a bucket may be at our host.
  if (storage.owns(url)) return url
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url
  const { protocol, host, pathname, search, hash } = new URL(url)
  // Some proxies name the port also where it is the usual one.
  const named = `${host}:${protocol === 'https:' ? 443 : 80}`
  return hosts.includes(host) || hosts.includes(named) ? pathname + search + hash : url
}

/** Who writes what shall show pictures; null is somebody who has no account yet. */
export type Author = 'administrator' | { userId: number | null; postId?: number }

type UseOptions = { author: Author; field: string }

/**
 * The media rows of these URLs, in their order. Throws `image_foreign` for a URL of a picture that was not uploaded here,
 * and for what somebody else uploaded and nothing published shows (docs/api.md#picture-sources).
 */
export async function requireUploaded(t: Ctx, urls: string[], { author, field }: UseOptions): Promise<repo.MediaRow[]> {
  if (urls.length === 0) return []
  const keys = urls.map((url) => withoutOwnOrigin(t, url)).map((url) => (t.storage.owns(url) ? keyOfUrl(url) : null))
  const known = keys.filter((key) => key !== null)
  const rows = known.length > 0 ? await repo.listMediaByKeys(t.db, known) : []
  const usable = author === 'administrator' ? rows : await withoutUnpublished(t, rows, author)
  const byKey = new Map(usable.map((row) => [row.media_key, row]))
  return keys.map((key) => {
    const row = key === null ? undefined : byKey.get(key)
    if (!row) throw new AppError('image_foreign', { field })
    return row
  })
}

/** Keeps an uploaded picture from being deleted until the transaction that begins to use it ends. Throws `image_foreign`. */
export async function lockUploaded(t: Ctx, url: string, field: string): Promise<void> {
  const [picture] = await requireUploaded(t, [url], { author: 'administrator', field })
  const [locked] = picture ? await repo.lockMedia(t.db, t.engine, [picture.id]) : []
  if (!locked) throw new AppError('image_foreign', { field })
}

async function withoutUnpublished(
  t: Ctx,
  rows: repo.MediaRow[],
  { userId, postId = -1 }: Exclude<Author, string>,
): Promise<repo.MediaRow[]> {
  const isOwn = ({ owner_id }: repo.MediaRow) => owner_id !== null && owner_id === userId
  const others = rows.filter((row) => !isOwn(row)).map((row) => row.id)
  if (others.length === 0) return rows
  const shown = new Set(await repo.listShownAmong(t.db, others, postId))
  return rows.filter((row) => isOwn(row) || shown.has(row.id))
}

export type PictureRef = { media_id: number; url: null } | { media_id: null; url: string }

type ResolveOptions = UseOptions & { existing?: readonly string[] }

/** As `requireUploaded`, but also accepts `existing` URLs and, of administrators, any https URL. */
export async function resolvePictures(
  t: Ctx,
  urls: string[],
  { author, existing = [], field }: ResolveOptions,
): Promise<PictureRef[]> {
  const isOwn = (url: string) => t.storage.owns(withoutOwnOrigin(t, url))
  const own = urls.filter(
    (url) => !existing.includes(url) && (author !== 'administrator' || isOwn(url) || !isHttps(url)),
  )
  const rows = await requireUploaded(t, own, { author, field })
  const ids = new Map(own.map((url, i) => [url, rows[i]?.id]))
  return urls.map((url) => {
    const media_id = ids.get(url)
    return media_id === undefined ? { media_id: null, url } : { media_id, url: null }
  })
}

function isHttps(url: string): boolean {
  return /^https:\/\/[^\s"'<>\\]+$/.test(url) && URL.canParse(url)
}

type PictureFields = Pick<repo.MediaRow, 'media_key' | 'width' | 'height' | 'thumbhash'>

export function presentPicture(storage: Storage, { media_key, width, height, thumbhash }: PictureFields): Picture {
  const { detail, card, full } = variants(detailUrl(storage, media_key), { width, height })
  return { url: detail, card, full, width, height, thumbhash }
}
