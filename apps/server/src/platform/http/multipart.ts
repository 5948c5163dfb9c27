/** Files of a multipart body, read into memory within the bounds of uploads. */
import type { MultipartFile } from '@fastify/multipart'
import type { Multipart } from '@shiliu/contract/endpoint'
import { UPLOAD } from '@shiliu/contract/limits'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { HeldBody } from './held-bodies.ts'

/** `body` is null for a file over the limit; the other files are still read. */
export type UploadedFile = { name: string; body: Buffer | null }

/** Leaves room for pictures that are too large by little: they are refused by a message of their own. */
const ROOM = 16 * 1024 * 1024

/** Bytes of the largest body that is read. */
export function bodyMax({ many }: Multipart): number {
  return (many ? UPLOAD.filesBytesMax : UPLOAD.fileMax) + ROOM
}

/** Throws `file_missing`, `files_too_many`, `payload_too_large`, `body_slow` or `bad_request`. */
export async function readFiles(
  request: FastifyRequest,
  multipart: Multipart,
  body: HeldBody | undefined,
): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw missing(multipart.many)
  // An aborted request never ends, so waiting for its parts would hang.
  if (request.raw.destroyed) throw new AppError('bad_request')
  const reading = readParts(request, multipart, body)
  return body ? Promise.race([reading, body.refused]) : reading
}

async function readParts(
  request: FastifyRequest,
  { field, many }: Multipart,
  body: HeldBody | undefined,
): Promise<UploadedFile[]> {
  const most = many ? UPLOAD.filesMax : 1
  const files: UploadedFile[] = []
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== field) part.file.resume()
      else if (files.length < most) files.push({ name: part.filename, body: await bodyOf(part, body) })
      else throw new AppError('files_too_many', { message: `最多只能上传${most}张图片` })
    }
  } catch (error) {
    throw incomplete(error)
  }
  if (files.length === 0) throw missing(many)
  return files
}

function missing(many: boolean): AppError {
  return new AppError('file_missing', many ? { message: '请选择要上传的文件' } : {})
}

const LIMITS = { fileSize: UPLOAD.fileMax, fields: 20, fieldSize: 10_000, files: 40 }

/** A malformed or aborted body is the client's fault but its error has no status. */
function incomplete(error: unknown): unknown {
  const known = error instanceof AppError || (error instanceof Error && 'statusCode' in error)
  return known ? error : new AppError('bad_request', { message: '上传的内容不完整，请重试' })
}

async function bodyOf(part: MultipartFile, body: HeldBody | undefined): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    pieces.push(piece)
    // Unread, the rest waits at the sender.
    await body?.arrived(piece.length)
  }
  return part.file.truncated ? null : Buffer.concat(pieces)
}
