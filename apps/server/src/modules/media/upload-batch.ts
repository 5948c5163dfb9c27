import type { OutputOf } from '@shiliu/contract/endpoint'
import type { images } from '@shiliu/contract/uploads'
import type { Ctx } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { storePicture } from './media.service.ts'

/** Stores what can be stored and says of each other file what is wrong (spec section 3 «Upload results»). */
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
  let refusal: AppError | undefined
  for (const file of files) {
    try {
      result.uploaded.push(await storePicture(ctx, ownerId, file))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusal ??= error
      result.errors.push({ file: file.name, error: error.message })
    }
  }
  if (result.uploaded.length === 0 && refusal) throw refusal
  result.successCount = result.uploaded.length
  result.errorCount = result.errors.length
  return result
}
