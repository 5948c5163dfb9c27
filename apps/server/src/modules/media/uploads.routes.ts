import { UPLOAD } from '@shiliu/contract/limits'
import * as uploads from '@shiliu/contract/uploads'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import type { Viewer } from '#platform/http/session.ts'
import { decodeAll, storeAll, storeEach, type Uploader } from './uploads.service.ts'

const options = { limit: 'uploads' } as const
/** The largest allowed upload plus the overhead of base64. */
const base64Limit = Math.ceil(UPLOAD.filesBytesMax * 1.4)

function requireFirst<T>([first]: T[]): T {
  if (!first) throw new AppError('file_missing')
  return first
}

type Upload = { viewer: Viewer; account: string; signal: AbortSignal | undefined }

const uploaderOf = ({ viewer, account, signal }: Upload): Uploader => ({
  account,
  // Administrators' uploads have no owner, so they stay as long as something shows them.
  ownerId: viewer.role === 'user' ? viewer.id : null,
  signal,
})

export function uploadsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  for (const endpoint of [uploads.single, uploads.image]) {
    route(
      app,
      ctx,
      endpoint,
      (request) => storeAll(ctx, uploaderOf(request), [requireFirst(request.files)], request.once, requireFirst),
      options,
    )
  }
  route(
    app,
    ctx,
    uploads.multiple,
    (request) => storeAll(ctx, uploaderOf(request), request.files, request.once, (uploaded) => uploaded),
    options,
  )
  route(
    app,
    ctx,
    uploads.images,
    (request) => storeEach(ctx, uploaderOf(request), request.files, request.once),
    options,
  )
  route(
    app,
    ctx,
    uploads.base64,
    (request) =>
      storeAll(ctx, uploaderOf(request), decodeAll(request.body.images, request.files), request.once, (uploaded) => ({
        urls: uploaded.map(({ url }) => url),
        count: uploaded.length,
      })),
    { ...options, bodyLimit: base64Limit },
  )
}
