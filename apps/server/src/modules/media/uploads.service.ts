import type { OutputOf } from '@shiliu/contract/endpoint'
import { UPLOAD } from '@shiliu/contract/limits'
import type { images, Uploaded } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { fileAt } from '#platform/http/embedded-files.ts'
import { type Once, StoredAnswer } from '#platform/http/idempotency.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import {
  insertPictures,
  type PutPicture,
  putPicture,
  removePutFiles,
  type Uploader,
  withoutLeavingFiles,
} from './media.service.ts'

/**
 * Stores all files, or none where one fails, and answers `present` of them. One after another, to bound memory.
 * Throws as `putPicture`.
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
  { signal }: Uploader,
  put: PutPicture[],
  once: Once<T>,
  present: (uploaded: Uploaded[]) => T,
) {
  // Nobody would learn of them.
  signal?.throwIfAborted()
  const answer = await once(ctx, async (t) => {
    await insertPictures(t, put)
    return present(put.map(({ uploaded }) => uploaded))
  })
  // Another request with the same key was quicker.
  if (answer instanceof StoredAnswer && answer.repeated) await removePutFiles(ctx, put)
  return answer
}

const DATA_URL = /^data:image\/[\w.+-]+;base64,/

/** Pictures sent as base64 or as data URLs; the long ones are files already. Throws `file_not_image` for no valid base64. */
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
