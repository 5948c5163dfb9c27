/** Turns a contract endpoint into a Fastify route: session, limits, input, handler, output, envelope. */

import type { AnyEndpoint, BodyOf, OutputOf, ParamsOf, QueryOf } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReferenceViolation } from '../db/violations.ts'
import { AppError } from '../errors.ts'
import { readFiles, type UploadedFile } from './multipart.ts'
import { namesPage, type PageCache } from './page-cache.ts'
import { parseInput } from './parse.ts'
import { type Limit, limited, type rateLimits } from './rate-limit.ts'
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
  limits: ReturnType<typeof rateLimits>
}

type ViewerOf<E extends AnyEndpoint> = E['role'] extends 'admin'
  ? AdminViewer
  : E['role'] extends 'user'
    ? UserViewer
    : UserViewer | null

export type RouteRequest<E extends AnyEndpoint> = {
  viewer: ViewerOf<E>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  files: UploadedFile[]
  client: { ip: string; userAgent: string }
}

/** What a handler returns: nothing, where the endpoint answers no data. */
type Returned<E extends AnyEndpoint> = OutputOf<E> extends undefined ? unknown : OutputOf<E>

type Handler<E extends AnyEndpoint> = (request: RouteRequest<E>) => Promise<Returned<E>> | Returned<E>

type Options = {
  /** Which rate limit applies; reads have none (campus NAT), writes are limited per account. */
  limit?: Limit
  bodyLimit?: number
  /** Serve guests from the page cache; or everyone, where the answer is the same for all. */
  cached?: boolean | 'for everyone'
}

/** Registers `endpoint`; the handler receives parsed input only, and only what the output schema names leaves. */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  http: HttpContext,
  endpoint: E,
  handler: Handler<E>,
  options: Options = {},
): void {
  const limit = options.limit ?? (endpoint.role !== 'guest' && endpoint.method !== 'GET' ? 'writes' : undefined)
  app.servedEndpoints.push({ endpoint, limited: limit !== undefined })
  app.route({
    method: endpoint.method,
    url: `${API_PREFIX}${endpoint.path}`,
    ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    onRequest: async (request) => {
      request.viewer = await authenticate(request, endpoint.role, http.tokens, http.isLive)
    },
    ...(limit && { preHandler: limited(app, `${endpoint.method} ${endpoint.path}`, http.limits[limit]) }),
    handler: async (request, reply) => {
      const cached = options.cached === 'for everyone' || (options.cached && request.viewer === null)
      if (cached) return sendCached(http.pages, endpoint, handler, request, reply)
      try {
        return sendJson(reply, await answer(endpoint, handler, request))
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

async function answer<E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
): Promise<string> {
  const data = await handler({
    viewer: request.viewer as Viewer & ViewerOf<E>,
    params: (endpoint.params && parseInput(endpoint.params, request.params, 'not_found')) as ParamsOf<E>,
    query: (endpoint.query && parseInput(endpoint.query, request.query)) as QueryOf<E>,
    body: (endpoint.body && parseInput(endpoint.body, request.body ?? {})) as BodyOf<E>,
    files: endpoint.multipart ? await readFiles(request, endpoint.multipart) : [],
    client: { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500) },
  })
  if (endpoint.raw) return JSON.stringify(endpoint.output?.parse(data))
  const message = endpoint.message ?? '成功'
  if (!endpoint.output) return JSON.stringify({ code: 200, message })
  return JSON.stringify({ code: 200, message, data: endpoint.output.parse(data) })
}

async function sendCached<E extends AnyEndpoint>(
  pages: PageCache,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const version = pages.version()
  const key = pageKey(endpoint, request)
  const page = pages.get(key) ?? pages.put(key, await answer(endpoint, handler, request), version)
  // Shared caches must not mix guests and users: the same address answers both.
  reply.header('etag', page.etag).header('cache-control', 'private, no-cache').header('vary', 'authorization')
  if (namesPage(request.headers['if-none-match'], page)) return reply.status(304).send()
  return sendJson(reply, page.body)
}

/** By what is asked, not by how it is written: made-up parameters must not fill the cache with the same page. */
function pageKey({ query }: AnyEndpoint, request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0]
  return query ? `${path} ${JSON.stringify(parseInput(query, request.query))}` : `${path}`
}

function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}
