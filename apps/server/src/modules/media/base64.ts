import { UPLOAD } from '@shiliu/contract/limits'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'

const DATA_URL = /^data:image\/[\w.+-]+;base64,/

/** A picture sent as base64, with or without `data:` before it. Throws `file_not_image` where it is not base64. */
export function fromBase64(source: string, index: number): UploadedFile {
  const text = source.trim().replace(DATA_URL, '')
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new AppError('file_not_image', { field: 'images' })
  const body = Buffer.from(text, 'base64')
  return { name: `image-${index + 1}`, body: body.length > UPLOAD.fileMax ? null : body }
}
