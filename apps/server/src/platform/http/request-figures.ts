/** What is counted of requests, by the pattern of their route: a label per address would grow without end. */
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FairQueue } from '../fair-queue.ts'
import type { Metrics } from '../metrics.ts'
import type { EventStreams } from './event-streams.ts'
import type { HeldBodies } from './held-bodies.ts'
import { onRequestEnd } from './request-end.ts'

/** Where the figures are read, which is no request of anybody's. */
export const METRICS_PATH = '/metrics'

type Parts = { streams: EventStreams; bodies: HeldBodies; writes: FairQueue }

/** Counts requests from now on; the returned function adds what waits in the parts that serve them. */
export function reportRequests(app: FastifyInstance, { gauge, count, durations }: Metrics): (parts: Parts) => void {
  const answered = count('shiliu_http_requests_total', 'Answered requests.', ['method', 'route', 'status'])
  const took = durations('shiliu_http_request_seconds', 'Time to answer, without streams.', ['method', 'route'])
  let inProgress = 0
  app.addHook('onRequest', (request, _reply, done) => {
    if (isClientRequest(request)) inProgress++
    done()
  })
  onRequestEnd(app, (request, reply, aborted) => {
    if (isClientRequest(request)) inProgress--
    const route = routeOf(request)
    if (route !== METRICS_PATH && isClientRequest(request)) {
      const method = METHODS.has(request.method) ? request.method : 'other'
      answered({ method, route, status: STATUS_CLASSES[Math.floor(reply.statusCode / 100)] ?? 'other' })
      if (!isStream(reply) && !aborted) took({ method, route }, reply.elapsedTime / 1000)
    }
  })
  gauge('shiliu_http_requests_in_progress', 'Requests being answered, streams and this one too.', () => inProgress)
  return ({ streams, bodies, writes }) => {
    gauge('shiliu_streams_open', 'Open streams of live values.', () => streams.count())
    gauge('shiliu_uploads_in_progress', 'Bodies of uploads in memory.', () => bodies.load().bodies)
    gauge('shiliu_uploads_waiting', 'Uploads that wait for others of their account.', () => bodies.load().waiting)
    gauge('shiliu_uploads_bytes', 'Memory of the bodies of uploads.', () => bodies.load().bytes)
    gauge('shiliu_writes_running', 'Writes in work.', () => writes.load().running)
    gauge('shiliu_writes_waiting', 'Writes that wait for others of their account.', () => writes.load().waiting)
  }
}

/** What a page asks for in this process has no trace of its own. */
const isClientRequest = ({ trace }: FastifyRequest) => trace !== null

/** Node understands thirty more, which anybody may send. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const STATUS_CLASSES = ['other', '1xx', '2xx', '3xx', '4xx', '5xx']

/** Each file of the web app is a route of its own. */
export function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'page'
  return url.startsWith(`${API_PREFIX}/`) || url === '/uploads/*' || url === METRICS_PATH ? url : 'file'
}

const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream')
