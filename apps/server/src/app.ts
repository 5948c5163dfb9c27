/** The HTTP server: everything that every request meets, and the routes of all modules. */
import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { file as dataExport } from '@shiliu/contract/data-export'
import { API_PREFIX } from '@shiliu/contract/limits'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Ctx, RouteContext } from './deps.ts'
import { accountRoutes } from './modules/account/account.routes.ts'
import { accountSanctionsRoutes } from './modules/admin/account-sanctions.routes.ts'
import { adminsRoutes } from './modules/admin/admins.routes.ts'
import { auditsRoutes } from './modules/admin/audits.routes.ts'
import { monitorRoutes } from './modules/admin/monitor.routes.ts'
import { adminResourcesRoutes } from './modules/admin/resources.routes.ts'
import { settingsRoutes } from './modules/admin/settings.routes.ts'
import { tagMergesRoutes } from './modules/admin/tag-merges.routes.ts'
import { wordsRoutes } from './modules/admin/words.routes.ts'
import { announcementsRoutes } from './modules/announcements/announcements.routes.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { sessionGuard } from './modules/auth/sessions.service.ts'
import { campusRoutes } from './modules/campus/campus.routes.ts'
import { categoriesRoutes } from './modules/categories/categories.routes.ts'
import { collectionsRoutes } from './modules/collections/collections.routes.ts'
import { commentsRoutes } from './modules/comments/comments.routes.ts'
import { feedRoutes } from './modules/feed/feed.routes.ts'
import { followsRoutes } from './modules/follows/follows.routes.ts'
import { likesRoutes } from './modules/likes/likes.routes.ts'
import { findOldUpload, reachedAt } from './modules/media/media.service.ts'
import { uploadsRoutes } from './modules/media/uploads.routes.ts'
import { notificationsRoutes } from './modules/notifications/notifications.routes.ts'
import { postsRoutes } from './modules/posts/posts.routes.ts'
import { appealsRoutes } from './modules/review/appeals.routes.ts'
import { findRoutes } from './modules/review/find.routes.ts'
import { jobsRoutes } from './modules/review/jobs.routes.ts'
import { reportsRoutes } from './modules/review/reports.routes.ts'
import { reviewRoutes } from './modules/review/review.routes.ts'
import { userPageRoutes } from './modules/review/user-page.routes.ts'
import { writingGuard } from './modules/sanctions/sanctions.service.ts'
import { searchRoutes } from './modules/search/search.routes.ts'
import { metricsRoutes } from './modules/site/metrics.routes.ts'
import { htmlPageParts, identityOf } from './modules/site/page.routes.ts'
import { siteRoutes } from './modules/site/site.routes.ts'
import { tagsRoutes } from './modules/tags/tags.routes.ts'
import { usersRoutes } from './modules/users/users.routes.ts'
import { writingLimit } from './modules/users/users.service.ts'
import { AppError } from './platform/errors.ts'
import { writesInTurn } from './platform/fair-queue.ts'
import { COMPRESSION_THRESHOLD, ENCODINGS } from './platform/http/compressed-page.ts'
import { allowOrigins } from './platform/http/cors.ts'
import { answerBadAddress, type HeadersHook, handleErrors } from './platform/http/error-handler.ts'
import { eventStreams } from './platform/http/event-streams.ts'
import { type HeldBodyLimits, heldBodies } from './platform/http/held-bodies.ts'
import { idempotency } from './platform/http/idempotency.ts'
import { limitStore } from './platform/http/limit-store.ts'
import type { LoopWatch } from './platform/http/loop-watch.ts'
import { rateLimits } from './platform/http/rate-limit.ts'
import { onRequestEnd } from './platform/http/request-end.ts'
import { reportRequests } from './platform/http/request-figures.ts'
import { logRequests } from './platform/http/request-log.ts'
import { endTraces, traceRequests } from './platform/http/request-traces.ts'
import { endpointOf, noteRefusal } from './platform/http/security-events.ts'
import { sendSecurityHeaders } from './platform/http/security-headers.ts'
import { serveUploads, serveWeb } from './platform/http/static.ts'
import { uploadsDir } from './platform/storage/disk.ts'

type Options = {
  /** Folder of the built web app; without it only the API is served. */
  webDir?: string
  /** Answers 503 while the event loop is late; off by default, since tests hold it themselves. */
  pressure?: Pressure
  /** Told of each request. */
  loop?: LoopWatch
  /** Once aborted, proxies that ask for its health send requests elsewhere; it serves until it is closed. */
  leaving?: AbortSignal
  /** Instead of the defaults, for tests. */
  bodies?: Partial<HeldBodyLimits>
}

const MODULES = [
  usersRoutes,
  notificationsRoutes,
  announcementsRoutes,
  tagsRoutes,
  categoriesRoutes,
  followsRoutes,
  siteRoutes,
  metricsRoutes,
  uploadsRoutes,
  postsRoutes,
  commentsRoutes,
  collectionsRoutes,
  likesRoutes,
  feedRoutes,
  searchRoutes,
  authRoutes,
  campusRoutes,
  accountRoutes,
  adminsRoutes,
  accountSanctionsRoutes,
  adminResourcesRoutes,
  auditsRoutes,
  monitorRoutes,
  settingsRoutes,
  wordsRoutes,
  tagMergesRoutes,
  reviewRoutes,
  reportsRoutes,
  userPageRoutes,
  findRoutes,
  jobsRoutes,
  appealsRoutes,
]

/** What proxies and whoever watches ask for. */
const HEALTH = `${API_PREFIX}/health`

/** They hold tickets and codes, which whoever reads the log could use. */
const SECRET_QUERIES = [`${API_PREFIX}${dataExport.path}`, '/campus/']

/** The longest note is a tenth of it. Parsing more would hold up others; pictures have limits of their own. */
const BODY_MAX = 128 * 1024

/** Does not listen yet. Closing it ends streams and refuses what arrives meanwhile. */
export async function buildApp(ctx: Ctx, options: Options = {}): Promise<FastifyInstance> {
  const headers = [sendRequestId, await sendSecurityHeaders(ctx.config), allowOrigins(ctx.config.corsOrigins)]
  const app = Fastify({
    loggerInstance: ctx.log,
    genReqId: requestIds(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy,
    bodyLimit: BODY_MAX,
    // `route()` serves HEAD itself: it must not count a view or read a whole export.
    exposeHeadRoutes: false,
    requestTimeout: 120_000,
    // Fastify's own answer is in English and names no time.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: answerBadAddress(headers),
  })
  app.decorateRequest('viewer', null)
  app.decorateRequest('securityEvent', null)
  app.decorateRequest('newMark', null)
  app.decorateRequest('waitBudget', null)
  handleErrors(app, {
    fault: (request, error) => ctx.problems.record(endpointOf(request), error, request.id, request.trace?.traceId),
    refusal: (request, error) => noteRefusal(ctx.securityLog, request, error),
  })
  traceRequests(app, ctx.spans)
  logRequests(app, { secretQueries: SECRET_QUERIES })
  endTraces(app, ctx.spans)
  const reportParts = reportRequests(app, ctx.metrics)
  if (options.loop) watchLoop(app, options.loop)
  acceptEmptyBodies(app)
  app.decorate('servedEndpoints', [])
  for (const hook of headers) app.addHook('onRequest', hook)
  // After the headers, which a refusal needs, too.
  refuseWhileClosing(app, options.leaving)
  if (options.pressure) await refuseUnderPressure(app, options.pressure)
  // Responses only: the memory of bodies is bounded by their uncompressed length.
  await app.register(compress, {
    threshold: COMPRESSION_THRESHOLD,
    encodings: ENCODINGS,
    requestEncodings: ['identity'],
  })
  // Uploads report an oversized file with their own error.
  await app.register(multipart, { throwFileSizeLimit: false })
  await app.register(rateLimit, { global: false, store: limitStore(ctx.redis, ctx.primary) })
  const findSession = sessionGuard(ctx)
  const streams = eventStreams({ bus: ctx.bus, log: ctx.log, findSession })
  app.addHook('preClose', () => streams.close())
  const routeContext: RouteContext = {
    ...ctx,
    findSession,
    requireWriting: writingGuard(ctx),
    streams,
    bodies: heldBodies(options.bodies),
    idempotency: idempotency(ctx),
    writes: writesInTurn(),
    limits: rateLimits(app, ctx.config.limitFactor, (userId, setting) => writingLimit(ctx, userId, setting)),
  }
  reportParts(routeContext)
  for (const register of MODULES) register(app, routeContext)
  if (!ctx.config.s3) await serveUploads(app, uploadsDir(ctx.config))
  await serveWeb(app, options.webDir ?? '', {
    storage: ctx.storage,
    partsFor: htmlPageParts(app, ctx),
    identity: () => identityOf(ctx),
    movedUpload: (name, host) => findOldUpload(reachedAt(ctx, host), name),
  })
  return app
}

/** Unique over restarts and nodes. What a client calls its request counts for nothing. */
function requestIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let requests = 0
  return () => `${process}-${(++requests).toString(36)}`
}

const sendRequestId: HeadersHook = (request, reply, done) => {
  reply.header('x-request-id', request.id)
  done()
}

function watchLoop(app: FastifyInstance, loop: LoopWatch): void {
  app.addHook('onRequest', (_request, reply, done) => {
    loop.began(reply)
    done()
  })
  onRequestEnd(app, (_request, reply) => loop.ended(reply))
}

/** Mean delay of the event loop within a sample. */
type Pressure = { maxEventLoopDelay: number; sampleInterval: number }

const PRESSURE_SECONDS = 2

/** Refuses quickly what could only be answered late; those who are being served are served in time. */
async function refuseUnderPressure(app: FastifyInstance, pressure: Pressure): Promise<void> {
  await app.register(underPressure, {
    ...pressure,
    pressureHandler({ url }) {
      if (url.startsWith(`${API_PREFIX}/`) && !url.startsWith(HEALTH))
        throw new AppError('unavailable', { retryAfter: PRESSURE_SECONDS })
    },
  })
}

/** A successor takes a few seconds to start. */
const RESTART_SECONDS = 5

function refuseWhileClosing(app: FastifyInstance, leaving?: AbortSignal): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async ({ url }) => {
    if (closing || (leaving?.aborted && url.startsWith(HEALTH)))
      throw new AppError('unavailable', { retryAfter: RESTART_SECONDS })
  })
}

/** Existing clients send a content type with calls that have no body. */
function acceptEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined)
    else done(new AppError('unsupported_media_type'))
  })
}
