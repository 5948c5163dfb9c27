/** Gives each request its trace. */
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SpanExporter } from '../otlp.ts'
import { currentTrace, parseTraceparent, runInTrace, Trace } from '../trace.ts'
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
  app.addHook('onRequest', (request, _reply, done) => {
    // An inject() of a page belongs to the page's request. On a connection of a client, what is current is at most the
    // request before.
    if (currentTrace() && !(request.raw.socket instanceof Socket)) return done()
    const trace = new Trace(parseTraceparent(request.headers.traceparent), exporter?.samples)
    request.trace = trace
    runInTrace(trace, done)
  })
  // Reading a body loses the context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace && request.method !== 'GET') runInTrace(request.trace, done)
    else done()
  })
}

/** After the line of the log, which reads the trace. */
export function endTraces(app: FastifyInstance, exporter: SpanExporter | undefined): void {
  onRequestEnd(app, (request, reply) => {
    const { trace, method } = request
    if (!trace) return
    const path = request.url.split('?', 1)[0] ?? ''
    const ended = { method, route: routeOf(request), path, requestId: request.id, status: reply.statusCode }
    if (trace.spans && exporter) exporter.add(trace, ended)
    trace.ended = true
  })
}
