import type { FastifyInstance } from 'fastify'

const SLOW_MS = 1000

/**
 * One line per request, at the level it deserves: `warn` for a fault or a slow answer, `debug` for the rest, so that the
 * log of a busy day stays readable (errors have a line of their own, with the same request id).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    // A stream is meant to last.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const line = { method: request.method, url: request.url, status: reply.statusCode, ms }
    if (reply.statusCode >= 500 || (ms > SLOW_MS && !isStream)) request.log.warn(line, 'answered')
    else request.log.debug(line, 'answered')
    done()
  })
}
