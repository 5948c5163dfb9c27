/** The line that each request has in the log. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onRequestEnd } from './request-end.ts'
import { routeOf } from './request-figures.ts'

const SLOW_MS = 1000

/**
 * Logs most requests as `debug`, so that the log of a busy day stays readable; errors have a line of their own. Of one
 * that was slow or failed it says what it waited for. The queries of paths that begin with one of `secretQueries` are
 * left out.
 */
export function logRequests(app: FastifyInstance, { secretQueries }: { secretQueries: readonly string[] }): void {
  const loggedUrl = ({ url }: FastifyRequest) =>
    secretQueries.some((start) => url.startsWith(start)) ? url.split('?', 1)[0] : url
  onRequestEnd(app, (request, reply, aborted) => {
    const { trace, method } = request
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const line = { method, url: loggedUrl(request), status, ms, ...(aborted && !isStream && { aborted }) }
    if (trace && (status >= 500 || (ms > SLOW_MS && !isStream))) {
      const details = { route: routeOf(request), traceId: trace.traceId, ...trace.summary() }
      request.log.warn({ ...line, ...details }, 'answered')
    } else request.log.debug(line, 'answered')
  })
}
