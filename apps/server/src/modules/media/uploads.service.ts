import type { OutputOf } from '@shiliu/contract/endpoint'
import { UPLOAD } from '@shiliu/contract/limits'
import type { images, Uploaded } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { deleteMedia } from './media.deletion.service.ts'
import { requireUploaded, storePicture } from './media.service.ts'

/** Stores all files, or none where one fails. One after another, to bound memory. Throws as `storePicture`. */
export async function storeAll(ctx: Ctx, ownerId: number | null, files: UploadedFile[]): Promise<Uploaded[]> {
  const stored: Uploaded[] = []
  try {
    for (const file of files) stored.push(await storePicture(ctx, ownerId, file))
    return stored
  } catch (error) {
    const urls = stored.map(({ url }) => url)
    if (urls.length > 0) await deleteMedia(ctx, await requireUploaded(ctx, urls))
    throw error
  }
}

/** Stores the valid files and reports an error for each other one. Throws the first error where none is valid. */
export async function storeEach(
  ctx: Ctx,
  ownerId: number | null,
  files: UploadedFile[],
): Promise<OutputOf<typeof images>> {
  const result: OutputOf<typeof images> = {
    uploaded: [],
    errors: [],
    total: files.length,
    successCount: 0,
    errorCount: 0,
  }
  let firstError: AppError | undefined
  for (const file of files) {
    try {
      result.uploaded.push(await storePicture(ctx, ownerId, file))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      firstError ??= error
      result.errors.push({ file: file.name, error: error.message })
    }
  }
  if (result.uploaded.length === 0 && firstError) throw firstError
  result.successCount = result.uploaded.length
  result.errorCount = result.errors.length
  return result
}

const DATA_URL = /^data:image\/[\w.+-]+;base64,/

/** Decodes a picture sent as base64 or as a data URL. Throws `file_not_image` where it is not valid base64. */
export function decodeBase64(source: string, index: number): UploadedFile {
  const text = source.trim().replace(DATA_URL, '')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new AppError('file_not_image', { field: 'images' })
  const body = Buffer.from(text, 'base64')
  return { name: `image-${index + 1}`, body: body.length > UPLOAD.fileMax ? null : body }
}
