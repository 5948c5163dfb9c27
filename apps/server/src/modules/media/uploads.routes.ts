import { UPLOAD } from '@shiliu/contract/limits'
import * as uploads from '@shiliu/contract/uploads'
import type { FastifyInstance } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { route } from '#platform/http/route.ts'
import type { Viewer } from '#platform/http/session.ts'
import { decodeBase64, storeAll, storeEach } from './uploads.service.ts'

const options = { limit: 'uploads' } as const
/** The largest allowed upload plus the overhead of base64. */
const base64Limit = Math.ceil(UPLOAD.filesMax * UPLOAD.fileMax * 1.4)

function requireFirst<T>([first]: T[]): T {
  if (!first) throw new AppError('file_missing')
  return first
}

/** Administrators' uploads have no owner, so they stay as long as something shows them. */
const ownerOf = (viewer: Viewer) => (viewer.role === 'user' ? viewer.id : null)

export function uploadsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  for (const endpoint of [uploads.single, uploads.image]) {
    route(
      app,
      ctx,
      endpoint,
      ({ viewer, files, once }) => storeAll(ctx, ownerOf(viewer), [requireFirst(files)], once, requireFirst),
      options,
    )
  }
  route(
    app,
    ctx,
    uploads.multiple,
    ({ viewer, files, once }) => storeAll(ctx, ownerOf(viewer), files, once, (uploaded) => uploaded),
    options,
  )
  route(app, ctx, uploads.images, ({ viewer, files, once }) => storeEach(ctx, ownerOf(viewer), files, once), options)
  route(
    app,
    ctx,
    uploads.base64,
    ({ viewer, body, once }) =>
      storeAll(ctx, ownerOf(viewer), body.images.map(decodeBase64), once, (uploaded) => ({
        urls: uploaded.map(({ url }) => url),
        count: uploaded.length,
      })),
    { ...options, bodyLimit: base64Limit },
  )
}
