/** From an endpoint of the contract to a Fastify route: session, limits, parsing and envelope, the same for all. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { AnyEndpoint, BodyOf, OutputOf, ParamsOf, QueryOf } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { isReferenceViolation } from '../db/errors.ts'
import type { LongReads } from '../db/long-reads.ts'
import { AppError } from '../errors.ts'
import type { FairQueue } from '../fair-queue.ts'
import type { SecurityLog, Sender } from '../security-log.ts'
import { type RequestWaitBudget, waitBudget } from '../wait-budget.ts'
import { type BrowserMark, browserMark } from './browser-mark.ts'
import { REVALIDATE, sendCompressedPage, sendJson } from './compressed-page.ts'
import { type Archive, type Download, sendArchive, sendDownload } from './download.ts'
import { type EventStreams, type LiveValue, sendEvents } from './event-streams.ts'
import type { HeldBodies } from './held-bodies.ts'
import { type Idempotency, type Once, StoredAnswer } from './idempotency.ts'
import { type JoinedPage, joinPage, SharedPage } from './json-page.ts'
import { bodyMax, readFiles, type UploadedFile } from './multipart.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { parseInput } from './parse.ts'
import { type Limit, perAccount, type RateLimits } from './rate-limit.ts'
import { accountIn, nameIn, senderOf } from './security-events.ts'
import {
  type AccessTokens,
  type AdminViewer,
  authenticate,
  type FindSession,
  type UserViewer,
  type Viewer,
} from './session.ts'
import { applyViewerOverlay, type ViewerOverlay } from './viewer-overlay.ts'

export type HttpContext = {
  config: Pick<Config, 'publicUrl'>
  tokens: AccessTokens
  findSession: FindSession
  requireWriting: RequireWriting
  pages: PageCache
  longReads: LongReads
  streams: EventStreams
  bodies: HeldBodies
  idempotency: Idempotency
  limits: RateLimits
  writes: FairQueue
  securityLog: SecurityLog
}

/** Throws where a write is refused to who sends it. */
export type RequireWriting = (
  endpoint: AnyEndpoint,
  viewer: UserViewer | AdminViewer | null,
  address: string,
) => Promise<void>

export type ServedEndpoint = { endpoint: AnyEndpoint; limited: boolean }

declare module 'fastify' {
  interface FastifyInstance {
    servedEndpoints: ServedEndpoint[]
  }
  interface FastifyRequest {
    waitBudget: RequestWaitBudget | null
  }
}

type ViewerOf<E extends AnyEndpoint> = {
  guest: UserViewer | null
  user: UserViewer
  admin: AdminViewer
  'signed-in': UserViewer | AdminViewer
}[E['role']]

/** Who asks, and by what. */
export type Client = Pick<Sender, 'ip' | 'port'> & { userAgent: string }

type RouteRequest<E extends AnyEndpoint> = {
  viewer: ViewerOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: UploadedFile[]
  /** Nobody reads the answer's body: nothing may count as read. */
  isHead: boolean
  client: Sender & Client & { host: string }
  /** What tells this browser from others, in a cookie that scripts cannot read. */
  browser: BrowserMark
  /** For reads that may take long, off the event loop and in turn with others' (platform/db/long-reads.ts). */
  reads(): Db
  /** Whom limits count for. */
  account: string
  /** Of an upload: aborts when nobody waits for the answer any more. */
  signal: AbortSignal | undefined
  /** What an endpoint that is `idempotent` writes through. */
  once: Once<OutputOf<E>>
}

/** A watchable value for a stream, a file for CSV, else the output; anything for an endpoint without output. */
type HandlerResult<E extends AnyEndpoint> = true extends E['stream']
  ? LiveValue<OutputOf<E>>
  : true extends E['csv']
    ? Download
    : true extends E['zip']
      ? Archive
      : OutputOf<E> extends undefined
        ? unknown
        : OutputOf<E> | SharedPage<OutputOf<E>> | StoredAnswer

type Handler<E extends AnyEndpoint> = (request: RouteRequest<E>) => Promise<HandlerResult<E>> | HandlerResult<E>

type Options<E extends AnyEndpoint> = {
  /** The rate limit; by default none for reads and `writes` for the writes of signed-in viewers. */
  limit?: Limit
  bodyLimit?: number
  /** The handler returns a `SharedPage`, cached for guests; 'for everyone' also for viewers, if it is equal for all. */
  cached?: boolean | 'for everyone' | ((query: QueryOf<E>) => boolean)
  /** Derives a signed-in viewer's page from the cached one. */
  overlay?: ViewerOverlay
  /** Noted in the security log under this name, done or refused; writes and exports of administrators always are. */
  securityEvent?: string
}

/** A sign-in is some hundred bytes, the report of a browser's error some thousand. */
const GUEST_BODY_MAX = 16 * 1024

/** Registers `endpoint`. The handler receives parsed input, and only fields of the output schema are sent. */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  http: HttpContext,
  endpoint: E,
  handler: Handler<E>,
  options: Options<E> = {},
): void {
  const limit = options.limit ?? (endpoint.role !== 'guest' && endpoint.method !== 'GET' ? 'writes' : undefined)
  const checkLimit = limit ? http.limits.check(limit, `${endpoint.method} ${endpoint.path}`) : async () => {}
  // What is refused before its body arrives costs little.
  const needsBody = limit === 'refresh'
  // Above it a body is refused unread; those of the default size are not held.
  const max = endpoint.multipart ? bodyMax(endpoint.multipart) : options.bodyLimit
  const event = options.securityEvent ?? adminEvent(endpoint)
  const work = event ? noted(http, endpoint, event, handler) : handler
  app.servedEndpoints.push({ endpoint, limited: limit !== undefined })
  app.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    ...(endpoint.role === 'guest' && { bodyLimit: GUEST_BODY_MAX }),
    onRequest: withWaitBudget(async (request, reply) => {
      if (event) request.securityEvent = event
      const isOpen = endpoint.role === 'guest' && endpoint.method === 'GET'
      reply.header('cache-control', isOpen ? REVALIDATE : 'no-store')
      if (isOpen) reply.header('vary', [reply.getHeader('vary'), 'authorization'].filter(Boolean).join(', '))
      await admit(http, endpoint, request)
      if (isOpen && request.viewer) reply.header('cache-control', 'no-store')
      if (limit && !needsBody) await checkLimit(request)
      if (max !== undefined) await http.bodies.admit(request, reply, max)
    }),
    ...(options.bodyLimit && {
      preParsing: async (request, _reply, payload) => http.bodies.counted(request, payload as Readable),
    }),
    ...(needsBody && { preHandler: checkLimit }),
    handler: withWaitBudget(async (request, reply) => {
      // A body may take a minute to arrive: whoever lost a role or was banned meanwhile writes nothing.
      if (endpoint.method !== 'GET') await admit(http, endpoint, request)
      const page = await guestPage(http, endpoint, handler, options, request)
      if (page && options.overlay && request.viewer) {
        return sendJson(reply, await applyViewerOverlay(page, request.viewer.id, options.overlay))
      }
      if (page) return sendCompressedPage(page, request, reply)
      const isHead = request.method === 'HEAD'
      if (endpoint.stream) {
        return sendEvents(reply, isHead ? nothing() : await openEvents(http, endpoint, work, request))
      }
      if (endpoint.zip) {
        const file = (await work(await inputOf(http, endpoint, request))) as Archive
        return sendArchive(reply, file, { headOnly: isHead })
      }
      if (endpoint.csv) {
        const file = (await work(await inputOf(http, endpoint, request))) as Download
        return sendDownload(reply, {
          ...file,
          text: isHead ? nothing() : whileAdmitted(http, endpoint, request, file.text),
        })
      }
      try {
        const body = await http.bodies.releaseAfter(request, () =>
          responseJson(http, endpoint, work, request, options.overlay),
        )
        if (request.newMark) reply.header('set-cookie', request.newMark)
        return sendJson(reply, body)
      } catch (error) {
        throw isReferenceViolation(error) ? await deletedReferenceError(http, request, error) : error
      }
    }, true),
  })
}

/** Finds out who asks. Throws where they may not, or may not write now. */
async function admit(http: HttpContext, endpoint: AnyEndpoint, request: FastifyRequest): Promise<void> {
  request.viewer = await authenticate(request, endpoint, http.tokens, http.findSession)
  if (endpoint.method !== 'GET') await http.requireWriting(endpoint, request.viewer, request.ip)
}

/** Breaks off where the session ends or the role no longer suffices: a reader may take as long as they like. */
async function* whileAdmitted(
  http: HttpContext,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  text: AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const part of text) {
    await admit(http, endpoint, request)
    yield part
  }
}

type Step<R> = (request: FastifyRequest, reply: FastifyReply) => Promise<R>

/** A step of a request, whose waits for the database add up to its `last`; a body in between loses the context. */
function withWaitBudget<R>(work: Step<R>, last = false): Step<R> {
  return async (request, reply) => {
    const budget = request.waitBudget ?? waitBudget()
    request.waitBudget = budget
    try {
      return await budget.run(() => work(request, reply))
    } finally {
      if (last) budget.end()
    }
  }
}

const nothing = () => Readable.from([])

/** GETs of the back office are tables; only what leaves as a file is noted. */
function adminEvent({ role, method, csv }: AnyEndpoint): string | undefined {
  if (role !== 'admin') return undefined
  return method === 'GET' ? (csv ? 'export' : undefined) : 'administration'
}

function noted<E extends AnyEndpoint>(
  { securityLog }: HttpContext,
  { method, path }: AnyEndpoint,
  event: string,
  handler: Handler<E>,
): Handler<E> {
  return async (input) => {
    const answer = await handler(input)
    // Repeats write nothing.
    if (answer instanceof StoredAnswer) return answer
    const { viewer, client: from, params, body } = input
    const account = viewer ? input.account : accountIn(answer)
    const endpoint = `${method} ${API_PREFIX}${path}`
    securityLog.note({ event, outcome: 'done', account, from, endpoint, params, name: nameIn(body) })
    return answer
  }
}

/** `session_ended` if the viewer's account was deleted meanwhile, `conflict` for any other row. */
async function deletedReferenceError(http: HttpContext, request: FastifyRequest, error: unknown): Promise<AppError> {
  request.log.warn({ err: error }, 'a referenced row was deleted')
  const sessionEnded = request.viewer !== null && !(await http.findSession(request.viewer))
  return new AppError(sessionEnded ? 'session_ended' : 'conflict')
}

async function inputOf<E extends AnyEndpoint>(
  http: HttpContext,
  endpoint: E,
  request: FastifyRequest,
  viewer = request.viewer,
): Promise<RouteRequest<E>> {
  const held = http.bodies.bodyOf(request)
  return {
    viewer: viewer as Viewer & ViewerOf<E>,
    params: (endpoint.params && parseInput(endpoint.params, request.params, 'not_found')) as ParamsOf<E>,
    query: queryOf(endpoint, request),
    body: (endpoint.body && parseInput(endpoint.body, request.body ?? {})) as BodyOf<E>,
    files: endpoint.multipart ? await readFiles(request, endpoint.multipart, held) : (held?.files ?? []),
    isHead: request.method === 'HEAD',
    client: {
      ...senderOf(request),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
      host: request.host,
    },
    browser: browserMark(request, http.config),
    reads: () => http.longReads.of(perAccount(request)),
    account: perAccount(request),
    signal: held?.signal,
    once: (ctx, write) => write(ctx),
  }
}

function queryOf<E extends AnyEndpoint>({ query }: E, request: FastifyRequest): QueryOf<E> {
  return (query && parseInput(query, request.query)) as QueryOf<E>
}

async function openEvents<E extends AnyEndpoint>(
  http: HttpContext,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
): Promise<Readable> {
  const { viewer } = request
  if (!viewer) throw new Error(`${endpoint.path}: only a session has an end that a stream can follow`)
  const { read, watch } = (await handler(await inputOf(http, endpoint, request))) as LiveValue<OutputOf<E>>
  return http.streams.open(viewer, { read: async () => endpoint.output?.parse(await read()), watch })
}

async function responseJson<E extends AnyEndpoint>(
  http: HttpContext,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  overlay: ViewerOverlay | undefined,
): Promise<string | Buffer> {
  const input = await inputOf(http, endpoint, request)
  const toBody = (data: unknown) => {
    const output = endpoint.output?.parse(data)
    return JSON.stringify(endpoint.raw ? output : envelope(endpoint, output))
  }
  // An idempotent endpoint has an output, which is neither a stream nor a file.
  type Answer = Promise<OutputOf<E> | StoredAnswer>
  const run = (given: typeof input) => inTurn(http, endpoint, request, async () => await handler(given))
  const work = async (once: Once<OutputOf<E>>) => (await run({ ...input, once })) as Awaited<Answer>
  const data = endpoint.idempotent
    ? await http.idempotency.answer(request, input.files, toBody, work)
    : await run(input)
  if (data instanceof StoredAnswer) return data.body
  if (data instanceof SharedPage) {
    const page = pageOf(endpoint, data)
    return overlay && request.viewer ? applyViewerOverlay(page, request.viewer.id, overlay) : page.body
  }
  return toBody(data)
}

/**
 * SQLite has one connection and holds the event loop: others would wait behind all that one account sends at once.
 * Uploads have turns of their own.
 */
function inTurn<T>(
  http: HttpContext,
  { method, role }: AnyEndpoint,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (role !== 'user' || method === 'GET' || http.bodies.bodyOf(request)) return work()
  return http.writes.run(perAccount(request), async () => {
    // What has arrived from others meanwhile goes first.
    await setImmediate()
    return work()
  })
}

/** Without an output `data` is undefined, which JSON leaves out. */
function envelope({ message = '成功' }: AnyEndpoint, data: unknown) {
  return { code: 200, message, data }
}

/** The JSON of records holds only fields of their schemas already. */
function pageOf(endpoint: AnyEndpoint, { data, basis }: SharedPage<unknown>): JoinedPage {
  return joinPage(endpoint.raw ? (data as object) : envelope(endpoint, data), basis)
}

/** Null if the request cannot be answered with the page for guests. */
async function guestPage<E extends AnyEndpoint>(
  http: HttpContext,
  endpoint: E,
  handler: Handler<E>,
  { cached, overlay }: Options<E>,
  request: FastifyRequest,
): Promise<CachedPage | null> {
  const signedIn = request.viewer !== null && cached !== 'for everyone'
  if (!cached || (signedIn && !overlay)) return null
  if (typeof cached === 'function' && !cached(queryOf(endpoint, request))) return null
  try {
    const key = http.pages.keyOf(request.url, () => pageKey(endpoint, request))
    return await http.pages.get(key, async () => {
      const data = await handler(await inputOf(http, endpoint, request, null))
      if (!(data instanceof SharedPage)) throw new Error(`${endpoint.path}: only a shared page can be cached`)
      return pageOf(endpoint, data)
    })
  } catch (error) {
    // A viewer may see what guests may not: their own draft.
    if (signedIn && error instanceof AppError) return null
    throw error
  }
}

/** Made of the parsed query, so that made-up parameters cannot fill the cache with copies of a page. */
function pageKey({ query }: AnyEndpoint, request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0]?.replace(/\/$/, '')
  if (!query) return `${path}`
  const { page, ...parsed } = parseInput(query, request.query) as Record<string, unknown>
  // Beside a cursor the page has no effect.
  return `${path} ${JSON.stringify({ ...parsed, ...(parsed.cursor === undefined && { page }) })}`
}
