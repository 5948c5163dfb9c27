import { UPLOAD } from '@shiliu/contract/limits'
import * as uploads from '@shiliu/contract/uploads'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { route } from '#platform/http/route.ts'
import type { Viewer } from '#platform/http/session.ts'
import { fromBase64 } from './base64.ts'
import { storeAll, storePicture } from './media.service.ts'
import { storeEach } from './upload-batch.ts'

const options = { limit: 'uploads' } as const
/** Nine pictures of the largest size, a third longer as base64. */
const base64Limit = Math.ceil(UPLOAD.filesMax * UPLOAD.fileMax * 1.4)

function only([file]: UploadedFile[]): UploadedFile {
  if (!file) throw new AppError('file_missing')
  return file
}

/** An administrator's pictures belong to nobody: they stay while something shows them. */
const ownerOf = (viewer: Viewer) => (viewer.role === 'user' ? viewer.id : null)

export function uploadsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(app, ctx, uploads.single, ({ viewer, files }) => storePicture(ctx, ownerOf(viewer), only(files)), options)
  route(app, ctx, uploads.image, ({ viewer, files }) => storePicture(ctx, ownerOf(viewer), only(files)), options)
  route(app, ctx, uploads.multiple, ({ viewer, files }) => storeAll(ctx, ownerOf(viewer), files), options)
  route(app, ctx, uploads.images, ({ viewer, files }) => storeEach(ctx, ownerOf(viewer), files), options)
  route(
    app,
    ctx,
    uploads.base64,
    async ({ viewer, body }) => {
      const stored = await storeAll(ctx, ownerOf(viewer), body.images.map(fromBase64))
      return { urls: stored.map(({ url }) => url), count: stored.length }
    },
    { ...options, bodyLimit: base64Limit },
  )
}
