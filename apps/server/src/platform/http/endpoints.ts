/** Which endpoints an application serves: `route()` notes each, so that no list of them has to be kept. */
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import type { FastifyInstance } from 'fastify'

export type ServedEndpoint = { endpoint: AnyEndpoint; limited: boolean }

declare module 'fastify' {
  interface FastifyInstance {
    servedEndpoints: ServedEndpoint[]
  }
}

/** Begins the list that `route()` adds to. */
export function collectEndpoints(app: FastifyInstance): void {
  app.decorate('servedEndpoints', [])
}
