/** When a request is over, however it ends. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** `aborted`: the client has gone before it had the whole answer. */
export type EndListener = (request: FastifyRequest, reply: FastifyReply, aborted: boolean) => void

const listenersOf = new WeakMap<FastifyInstance, EndListener[]>()

/**
 * Calls the listener once for each request. Fastify's `onResponse` alone misses those whose client closes a stream or a
 * download: the response is then destroyed without an error.
 */
export function onRequestEnd(app: FastifyInstance, listener: EndListener): void {
  const known = listenersOf.get(app)
  if (known) return void known.push(listener)
  const listeners = [listener]
  listenersOf.set(app, listeners)
  const ended = new WeakSet<FastifyReply>()
  function end(request: FastifyRequest, reply: FastifyReply, aborted: boolean): void {
    if (ended.has(reply)) return
    ended.add(reply)
    for (const told of listeners) told(request, reply, aborted)
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => end(request, reply, !reply.raw.writableFinished))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply, false)
    done()
  })
}
