/** Uploads: files become stored pictures in two or three sizes under a common key, several at once, or none. */
import type { OutputOf } from '@shiliu/contract/endpoint'
import { UPLOAD } from '@shiliu/contract/limits'
import { tooLargeText } from '@shiliu/contract/pictures'
import type { images, Uploaded } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { isOutcomeUnknown } from '#platform/db/errors.ts'
import { readSettings } from '#platform/db/settings.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { fileAt } from '#platform/http/embedded-files.ts'
import { type Once, StoredAnswer } from '#platform/http/idempotency.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { inspect } from '#platform/images/inspect.ts'
import type { ProcessedPicture } from '#platform/images/pipeline.ts'
import { fileKeys, mediaKey, PICTURE_TYPE, pictureRulesOf } from '#platform/images/presets.ts'
import { LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import { putAll } from '#platform/storage/storage.ts'
import * as repo from './media.repo.ts'
import { detailUrl, storedDetailUrl } from './media.service.ts'
import { withinUploadBudget } from './upload-budget.service.ts'

/** Who uploads: `account` waits and pays for it, `signal` aborts when nobody wants it any more. */
export type Uploader = { account: string; ownerId: number | null; signal?: AbortSignal | undefined }

/**
 * Stores all files, or none where one fails, and answers `present` of them. One after another, to bound memory.
 * Throws as `putPicture`, and `read_only` where the site was closed meanwhile.
 */
export async function storeAll<T>(
  ctx: Ctx,
  uploader: Uploader,
  files: Iterable<UploadedFile>,
  once: Once<T>,
  present: (uploaded: Uploaded[]) => T,
): Promise<T | StoredAnswer> {
  const put: PutPicture[] = []
  return withoutLeavingFiles(ctx, put, async () => {
    for (const file of files) put.push(await putPicture(ctx, uploader, file))
    return writeRows(ctx, uploader, put, once, present)
  })
}

type EachResult = OutputOf<typeof images>

/** Stores the valid files and reports an error for each other one. Throws the first error where none is valid. */
export async function storeEach(
  ctx: Ctx,
  uploader: Uploader,
  files: UploadedFile[],
  once: Once<EachResult>,
): Promise<EachResult | StoredAnswer> {
  const put: PutPicture[] = []
  const errors: EachResult['errors'] = []
  let firstError: AppError | undefined
  return withoutLeavingFiles(ctx, put, async () => {
    for (const file of files) {
      try {
        put.push(await putPicture(ctx, uploader, file))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        firstError ??= error
        errors.push({ file: file.name, error: error.message })
      }
    }
    if (put.length === 0 && firstError) throw firstError
    const counts = { total: files.length, successCount: put.length, errorCount: errors.length }
    return writeRows(ctx, uploader, put, once, (uploaded) => ({ uploaded, errors, ...counts }))
  })
}

async function writeRows<T>(
  ctx: Ctx,
  { ownerId, signal }: Uploader,
  put: PutPicture[],
  once: Once<T>,
  present: (uploaded: Uploaded[]) => T,
) {
  // Nobody would learn of them.
  signal?.throwIfAborted()
  const answer = await once(ctx, async (t) => {
    // Converting takes longer than a move of the site waits: what it does not see would be lost.
    if (ownerId !== null && (await readSettings(t.db)).site_mode === 'read_only') throw new AppError('read_only')
    const rows = put.map(({ row }) => row)
    await repo.insertAllMedia(t.db, rows)
    return present(put.map(({ uploaded }) => uploaded))
  })
  // Another request with the same key was quicker.
  if (answer instanceof StoredAnswer && answer.repeated) await removePutFiles(ctx, put)
  return answer
}

/**
 * Stores the files of a converted picture and its row, or neither. Returns the row's id and the address that rows keep.
 * `use` writes what shows the picture in the same transaction.
 */
export async function storeProcessedPicture(
  ctx: Ctx,
  ownerId: number | null,
  processed: ProcessedPicture,
  use: (t: Ctx, url: string) => Promise<void> = async () => {},
): Promise<{ id: number; url: string }> {
  const row = await putFiles(ctx, ownerId, processed)
  const url = storedDetailUrl(row.media_key)
  const id = await withoutLeavingFiles(ctx, [{ row }], () =>
    tx(ctx, async (t) => {
      const inserted = await repo.insertMedia(t.db, row)
      await use(t, url)
      return inserted
    }),
  )
  return { id, url }
}

const MEGABYTE = 1024 * 1024

/** A picture whose files are stored, and the row that is still to be written. */
type PutPicture = { row: repo.NewMedia; uploaded: Uploaded }

/**
 * Stores the files: upright and without metadata (docs/product.md#picture-rules). Throws `file_*`,
 * `disk_full`, `upload_budget` and what `PictureWorkers` throw, with none left.
 */
export async function putPicture(
  ctx: Ctx,
  { account, ownerId, signal }: Uploader,
  file: UploadedFile,
): Promise<PutPicture> {
  const rules = pictureRulesOf(ctx.settings.current)
  if (file.body === null || file.body.length > rules.megabytes * MEGABYTE) {
    throw new AppError('file_too_large', { message: tooLargeText(rules) })
  }
  if (file.body.length === 0) throw new AppError('file_missing')
  const { pixels } = inspect(file.body)
  if ((await ctx.disks.freeShare()) < LEAST_FREE_SHARE) throw new AppError('disk_full')
  const { body } = file
  const { picture, row } = await withinUploadBudget(ctx, account, { pixels, bytes: body.length }, async () => {
    const converted = await ctx.pictures.convert({ account, file: body, rules, pixels, signal })
    return { picture: converted, row: await putFiles(ctx, ownerId, converted) }
  })
  const { width, height, thumbhash } = picture
  const url = detailUrl(ctx.storage, row.media_key)
  const uploaded = { url, originalname: file.name, originalName: file.name, size: file.body.length }
  return { row, uploaded: { ...uploaded, width, height, thumbhash } }
}

/** Removes the files of pictures whose rows are not written. Logs a failure: nothing removes such files later. */
async function removePutFiles(ctx: Ctx, pictures: Pick<PutPicture, 'row'>[]): Promise<void> {
  if (pictures.length === 0) return
  try {
    await ctx.storage.remove(pictures.flatMap(({ row }) => fileKeys(row.media_key)))
  } catch (error) {
    ctx.log.error({ err: error, pictures: pictures.length }, 'could not remove files of pictures without rows')
  }
}

/**
 * Writes the rows of stored pictures; removes their files where that fails. Where the rows may be written all the same,
 * the files stay: a row without files is a broken picture, files without a row only take space, as nothing removes
 * them.
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

const DATA_URL = /^data:image\/[\w.+-]+;base64,/

/** Pictures sent as base64 or as data URLs; long ones are files already. Throws `file_not_image` for invalid base64. */
export function* decodeAll(sources: string[], files: readonly UploadedFile[]): Generator<UploadedFile> {
  for (const [index, source] of sources.entries()) {
    const body = fileAt(source, files)?.body
    yield body === undefined ? decodeBase64(source, index) : { name: `image-${index + 1}`, body }
  }
}

function decodeBase64(source: string, index: number): UploadedFile {
  const text = source.trim().replace(DATA_URL, '')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new AppError('file_not_image', { field: 'images' })
  const body = Buffer.from(text, 'base64')
  return { name: `image-${index + 1}`, body: body.length > UPLOAD.fileMax ? null : body }
}
