/** Lets pages of other origins call the API where a setting allows it. */
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HeadersHook } from './error-handler.ts'

/** Pages of any site may call the API. */
const ANY = '*'
const METHODS = 'GET, HEAD, POST, PUT, DELETE'
/** Headers of ours that browsers would hide from a page of another origin. */
const EXPOSED = 'content-disposition, etag, retry-after, x-request-id, x-total-count'
/** The longest that Chromium remembers the answer to a preflight. */
const PREFLIGHT_SECONDS = 7200

/** Lets pages of these origins call the API and read pictures. Credentials are not allowed: the token is a header. */
export function allowOrigins(origins: readonly string[]): HeadersHook {
  const any = origins.includes(ANY)
  return (request, reply, done) => {
    if (origins.length === 0 || !isShared(request)) return done()
    if (!any) reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !(any || origins.includes(origin))) return done()
    reply.header('access-control-allow-origin', any ? ANY : origin).header('access-control-expose-headers', EXPOSED)
    const { method, headers } = request
    if (method === 'OPTIONS' && headers['access-control-request-method']) answerPreflight(request, reply)
    else done()
  }
}

const isShared = ({ url }: FastifyRequest) => url.startsWith(`${API_PREFIX}/`) || url.startsWith('/uploads/')

function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  // The API takes any header; a wildcard would not include Authorization.
  const requested = headers['access-control-request-headers']
  reply
    .status(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .header('vary', 'origin, access-control-request-headers')
    .headers(requested === undefined ? {} : { 'access-control-allow-headers': requested })
    .send()
}
