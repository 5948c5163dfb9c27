import { UPLOAD } from '@shiliu/contract/limits'
import * as uploads from '@shiliu/contract/uploads'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadedFile } from '#platform/http/multipart.ts'
import { route } from '#platform/http/route.ts'
import type { Viewer } from '#platform/http/session.ts'
import { storePicture } from './media.service.ts'
import { decodeBase64, storeAll, storeEach } from './uploads.service.ts'

const options = { limit: 'uploads' } as const
/** The largest allowed upload plus the overhead of base64. */
const base64Limit = Math.ceil(UPLOAD.filesMax * UPLOAD.fileMax * 1.4)

function requireFile([file]: UploadedFile[]): UploadedFile {
  if (!file) throw new AppError('file_missing')
  return file
}

/** Administrators' uploads have no owner, so they stay as long as something shows them. */
const ownerOf = (viewer: Viewer) => (viewer.role === 'user' ? viewer.id : null)

export function uploadsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  route(
    app,
    ctx,
    uploads.single,
    ({ viewer, files }) => storePicture(ctx, ownerOf(viewer), requireFile(files)),
    options,
  )
  route(app, ctx, uploads.image, ({ viewer, files }) => storePicture(ctx, ownerOf(viewer), requireFile(files)), options)
  route(app, ctx, uploads.multiple, ({ viewer, files }) => storeAll(ctx, ownerOf(viewer), files), options)
  route(app, ctx, uploads.images, ({ viewer, files }) => storeEach(ctx, ownerOf(viewer), files), options)
  route(
    app,
    ctx,
    uploads.base64,
    async ({ viewer, body }) => {
      const stored = await storeAll(ctx, ownerOf(viewer), body.images.map(decodeBase64))
      return { urls: stored.map(({ url }) => url), count: stored.length }
    },
    { ...options, bodyLimit: base64Limit },
  )
}
