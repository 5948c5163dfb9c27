/** Gives each request its trace, and its line in the log. */
import { Socket } from 'node:net'
import { file as dataExport } from '@shiliu/contract/data-export'
import { API_PREFIX } from '@shiliu/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SpanExporter } from '../otlp.ts'
import { currentTrace, parentIn, runInTrace, Trace } from '../trace.ts'
import { onRequestEnd } from './request-end.ts'
import { routeOf } from './request-figures.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for what a page of ours asks for in this process: that is work of the page's own request. */
    trace: Trace | null
  }
}

/** Before all other hooks, which work for the request, too. */
export function traceRequests(app: FastifyInstance, exporter: SpanExporter | undefined): void {
  app.decorateRequest('trace', null)
  const collects = exporter ? exporter.samples : false
  app.addHook('onRequest', (request, _reply, done) => {
    // An inject() of a page belongs to the page's request. On a connection of a client, what is current is at most the
    // request before.
    if (currentTrace() && !(request.raw.socket instanceof Socket)) return done()
    const trace = new Trace(parentIn(request.headers.traceparent), collects)
    request.trace = trace
    runInTrace(trace, done)
  })
  // Reading a body loses the context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace && request.method !== 'GET') runInTrace(request.trace, done)
    else done()
  })
  logRequests(app)
  onRequestEnd(app, (request, reply) => {
    const { trace } = request
    if (!trace) return
    if (trace.spans && exporter) exporter.add(trace, { ...endedRequest(request), status: reply.statusCode })
    trace.ended = true
  })
}

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

/** Their queries hold tickets and codes, which whoever reads the log could use. */
const SECRET_QUERY = [`${API_PREFIX}${dataExport.path}`, '/campus/']

function loggedUrl(request: FastifyRequest): string {
  const path = pathOf(request)
  return SECRET_QUERY.some((start) => path.startsWith(start)) ? path : request.url
}

function endedRequest(request: FastifyRequest) {
  const path = pathOf(request)
  return { method: request.method, route: routeOf(request), path, requestId: request.id }
}

const SLOW_MS = 1000

/**
 * Logs most requests as `debug`, so that the log of a busy day stays readable; errors have a line of their own. Of one
 * that was slow or failed it says what it waited for.
 */
function logRequests(app: FastifyInstance): void {
  onRequestEnd(app, (request, reply, aborted) => {
    const { trace, method } = request
    const url = loggedUrl(request)
    const ms = Math.round(reply.elapsedTime)
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    const line = { method, url, status: reply.statusCode, ms, ...(aborted && !isStream && { aborted }) }
    if (!trace || !(reply.statusCode >= 500 || (ms > SLOW_MS && !isStream))) request.log.debug(line, 'answered')
    else {
      const details = { ...line, route: routeOf(request), traceId: trace.traceId, ...trace.summary() }
      request.log.warn(details, 'answered')
    }
  })
}
