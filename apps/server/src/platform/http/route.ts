/** Turns a contract endpoint into a Fastify route: session, limits, input, handler, output, envelope. */

import type { Readable } from 'node:stream'
import type { AnyEndpoint, BodyOf, OutputOf, ParamsOf, QueryOf } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isReferenceViolation } from '../db/violations.ts'
import { AppError } from '../errors.ts'
import { type Download, sendDownload } from './download.ts'
import { type EventStreams, type Live, sendEvents } from './event-streams.ts'
import type { LargeBodies } from './large-bodies.ts'
import { type Marking, marked } from './marks.ts'
import { readFiles, type UploadedFile } from './multipart.ts'
import type { CachedPage, PageCache } from './page-cache.ts'
import { parseInput } from './parse.ts'
import { type Limit, limited, type rateLimits } from './rate-limit.ts'
import { sendJson, sendPage } from './send-page.ts'
import {
  type AccessTokens,
  type AdminViewer,
  authenticate,
  type IsLive,
  type UserViewer,
  type Viewer,
} from './session.ts'

/** What every route needs of the application. */
export type HttpContext = {
  tokens: AccessTokens
  isLive: IsLive
  pages: PageCache
  streams: EventStreams
  bodies: LargeBodies
  limits: ReturnType<typeof rateLimits>
}

type ViewerOf<E extends AnyEndpoint> = {
  guest: UserViewer | null
  user: UserViewer
  admin: AdminViewer
  'signed-in': UserViewer | AdminViewer
}[E['role']]

type RouteRequest<E extends AnyEndpoint> = {
  viewer: ViewerOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: UploadedFile[]
  client: { ip: string; userAgent: string }
}

/** What a handler returns: nothing, where the endpoint answers no data; where it is a stream, what is told; or a file. */
type Returned<E extends AnyEndpoint> = true extends E['stream']
  ? Live<OutputOf<E>>
  : true extends E['csv']
    ? Download
    : OutputOf<E> extends undefined
      ? unknown
      : OutputOf<E>

type Handler<E extends AnyEndpoint> = (request: RouteRequest<E>) => Promise<Returned<E>> | Returned<E>

type Options<E extends AnyEndpoint> = {
  /** Which rate limit applies; reads have none (campus NAT), writes are limited per account. */
  limit?: Limit
  /** Bytes, where more than usual is taken. */
  bodyLimit?: number
  /** Serve guests from the page cache, or those who ask a certain query; or everyone, where the answer is the same for all. */
  cached?: boolean | 'for everyone' | ((query: QueryOf<E>) => boolean)
  /** Turns the cached page into a signed-in viewer's. */
  marking?: Marking<OutputOf<E>>
}

/** Registers `endpoint`; the handler receives parsed input only, and only what the output schema names leaves. */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  http: HttpContext,
  endpoint: E,
  handler: Handler<E>,
  options: Options<E> = {},
): void {
  const limit = options.limit ?? (endpoint.role !== 'guest' && endpoint.method !== 'GET' ? 'writes' : undefined)
  const isLarge = endpoint.multipart !== undefined || options.bodyLimit !== undefined
  app.servedEndpoints.push({ endpoint, limited: limit !== undefined })
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    onRequest: async (request, reply) => {
      request.viewer = await authenticate(request, endpoint.role, http.tokens, http.isLive)
      if (isLarge) http.bodies.enter(request, reply)
    },
    ...(limit && { preHandler: limited(app, `${endpoint.method} ${endpoint.path}`, http.limits[limit]) }),
    handler: async (request, reply) => {
      const page = await guestsPage(http.pages, endpoint, handler, options, request)
      if (page && options.marking && request.viewer) {
        return sendJson(reply, await marked(page, request.viewer.id, options.marking))
      }
      if (page) return sendPage(page, request, reply)
      if (endpoint.stream) return sendEvents(reply, await openEvents(http.streams, endpoint, handler, request))
      if (endpoint.csv) return sendDownload(reply, (await handler(await inputOf(endpoint, request))) as Download)
      try {
        return sendJson(reply, await http.bodies.during(request, () => answer(endpoint, handler, request)))
      } catch (error) {
        throw isReferenceViolation(error) ? await goneMeanwhile(http, request, error) : error
      }
    },
  })
}

/**
 * What was to be referred to went while this request was under way: the viewer's account (`session_ended`), or somebody
 * or something else (`conflict`).
 */
async function goneMeanwhile(http: HttpContext, request: FastifyRequest, error: unknown): Promise<AppError> {
  request.log.warn({ err: error }, 'a row to refer to has gone')
  const signedOut = request.viewer !== null && !(await http.isLive(request.viewer))
  return new AppError(signedOut ? 'session_ended' : 'conflict')
}

async function inputOf<E extends AnyEndpoint>(
  endpoint: E,
  request: FastifyRequest,
  viewer = request.viewer,
): Promise<RouteRequest<E>> {
  return {
    viewer: viewer as Viewer & ViewerOf<E>,
    params: (endpoint.params && parseInput(endpoint.params, request.params, 'not_found')) as ParamsOf<E>,
    query: queryOf(endpoint, request),
    body: (endpoint.body && parseInput(endpoint.body, request.body ?? {})) as BodyOf<E>,
    files: endpoint.multipart ? await readFiles(request, endpoint.multipart) : [],
    client: { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500) },
  }
}

function queryOf<E extends AnyEndpoint>({ query }: E, request: FastifyRequest): QueryOf<E> {
  return (query && parseInput(query, request.query)) as QueryOf<E>
}

async function openEvents<E extends AnyEndpoint>(
  streams: EventStreams,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
): Promise<Readable> {
  const { viewer } = request
  if (!viewer) throw new Error(`${endpoint.path}: only a session has an end that a stream can follow`)
  const { read, watch } = (await handler(await inputOf(endpoint, request))) as Live<OutputOf<E>>
  return streams.open(viewer, { read: async () => endpoint.output?.parse(await read()), watch })
}

async function answer<E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  viewer = request.viewer,
): Promise<string> {
  const data = await handler(await inputOf(endpoint, request, viewer))
  if (endpoint.raw) return JSON.stringify(endpoint.output?.parse(data))
  const message = endpoint.message ?? '成功'
  if (!endpoint.output) return JSON.stringify({ code: 200, message })
  return JSON.stringify({ code: 200, message, data: endpoint.output.parse(data) })
}

/** The page that guests see, from the cache; null where it does not answer this request. */
async function guestsPage<E extends AnyEndpoint>(
  pages: PageCache,
  endpoint: E,
  handler: Handler<E>,
  { cached, marking }: Options<E>,
  request: FastifyRequest,
): Promise<CachedPage | null> {
  const signedIn = request.viewer !== null && cached !== 'for everyone'
  if (!cached || (signedIn && !marking)) return null
  if (typeof cached === 'function' && !cached(queryOf(endpoint, request))) return null
  const version = pages.version()
  const key = pages.keyOf(request.url, () => pageKey(endpoint, request))
  try {
    return pages.get(key) ?? pages.put(key, await answer(endpoint, handler, request, null), version)
  } catch (error) {
    // What guests may not see, this viewer perhaps may: a draft of their own.
    if (signedIn && error instanceof AppError) return null
    throw error
  }
}

/** By what is asked, not by how it is written: made-up parameters must not fill the cache with the same page. */
function pageKey({ query }: AnyEndpoint, request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0]
  return query ? `${path} ${JSON.stringify(parseInput(query, request.query))}` : `${path}`
}
