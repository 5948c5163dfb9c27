/** The HTTP application: plugins, then each module's routes. */
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Ctx, RouteContext } from './deps.ts'
import { accountRoutes } from './modules/account/account.routes.ts'
import { adminAuthRoutes } from './modules/admin/admin-auth.routes.ts'
import { adminResourcesRoutes } from './modules/admin/admin-resources.routes.ts'
import { categoriesWritingRoutes } from './modules/admin/categories-writing.routes.ts'
import { monitorRoutes } from './modules/admin/monitor.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { sessionGuard } from './modules/auth/sessions.service.ts'
import { categoriesRoutes } from './modules/categories/categories.routes.ts'
import { collectionsRoutes } from './modules/collections/collections.routes.ts'
import { commentsRoutes } from './modules/comments/comments.routes.ts'
import { feedRoutes } from './modules/feed/feed.routes.ts'
import { followsRoutes } from './modules/follows/follows.routes.ts'
import { likesRoutes } from './modules/likes/likes.routes.ts'
import { uploadsRoutes } from './modules/media/uploads.routes.ts'
import { notificationsRoutes } from './modules/notifications/notifications.routes.ts'
import { postsRoutes } from './modules/posts/posts.routes.ts'
import { searchRoutes } from './modules/search/search.routes.ts'
import { pageParts } from './modules/site/page.routes.ts'
import { siteRoutes } from './modules/site/site.routes.ts'
import { tagsRoutes } from './modules/tags/tags.routes.ts'
import { usersRoutes } from './modules/users/users.routes.ts'
import { acceptEmptyJson } from './platform/http/body.ts'
import { collectEndpoints } from './platform/http/endpoints.ts'
import { answerBadAddress, handleErrors } from './platform/http/error-handler.ts'
import { eventStreams } from './platform/http/event-streams.ts'
import { largeBodies } from './platform/http/large-bodies.ts'
import { rateLimits } from './platform/http/rate-limit.ts'
import { logRequests } from './platform/http/request-log.ts'
import { sendSecurityHeaders } from './platform/http/security-headers.ts'
import { COMPRESS_FROM, ENCODINGS } from './platform/http/send-page.ts'
import { serveUploads, serveWeb } from './platform/http/static.ts'
import { uploadsDir } from './platform/storage/disk.ts'

type Options = {
  /** Folder of the built web app; without it only the API answers. */
  webDir?: string
  /** Multiplies the rate limits; tests and the demo come from one address. */
  relaxLimits?: number
}

const MODULES = [
  usersRoutes,
  notificationsRoutes,
  tagsRoutes,
  categoriesRoutes,
  followsRoutes,
  siteRoutes,
  uploadsRoutes,
  postsRoutes,
  commentsRoutes,
  collectionsRoutes,
  likesRoutes,
  feedRoutes,
  searchRoutes,
  authRoutes,
  accountRoutes,
  adminAuthRoutes,
  adminResourcesRoutes,
  categoriesWritingRoutes,
  monitorRoutes,
]

/** Builds the application around its resources; nothing listens yet. */
export async function buildApp(ctx: Ctx, options: Options = {}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log,
    // platform/http/request-log.ts says it shorter.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy,
    bodyLimit: 1024 * 1024,
    // A HEAD would run the GET: a view counted that nobody had.
    exposeHeadRoutes: false,
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: answerBadAddress,
  })
  app.decorateRequest('viewer', null)
  handleErrors(app, (request, error) =>
    ctx.problems.note(`${request.method} ${request.routeOptions.url ?? '?'}`, error, request.id),
  )
  logRequests(app)
  acceptEmptyJson(app)
  collectEndpoints(app)
  await sendSecurityHeaders(app, ctx.config)
  // Answers only: a compressed body would be larger in memory than what its length tells.
  await app.register(compress, { threshold: COMPRESS_FROM, encodings: ENCODINGS, requestEncodings: ['identity'] })
  // A file over the limit is judged by the upload itself, in its own words.
  await app.register(multipart, { throwFileSizeLimit: false })
  // Redis counts for all processes; while it is away nobody is refused for it.
  await app.register(rateLimit, { global: false, redis: ctx.redis, nameSpace: 'shiliu-limit-', skipOnError: true })
  const isLive = sessionGuard(ctx)
  const streams = eventStreams({ bus: ctx.bus, log: ctx.log, isLive })
  app.addHook('preClose', () => streams.close())
  const routeContext: RouteContext = {
    ...ctx,
    isLive,
    streams,
    bodies: largeBodies(),
    limits: rateLimits(options.relaxLimits),
  }
  for (const register of MODULES) register(app, routeContext)
  if (!ctx.config.s3) await serveUploads(app, uploadsDir(ctx.config))
  await serveWeb(app, options.webDir ?? '', pageParts(app, ctx))
  return app
}
