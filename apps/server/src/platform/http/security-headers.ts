import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Sends helmet's headers with every response. They are constant, so helmet runs once: its hooks would cost more per
 * request than answering a guest.
 */
export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const probe = Fastify()
  await probe.register(helmet, securityHeaders(config))
  probe.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()))
  const headers: Record<string, string> = (await probe.inject('/')).json()
  await probe.close()
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Images may come from any https origin, since administrators may enter external URLs; inline styles are needed by the
 * component library. Everything else is restricted to the site.
 */
function securityHeaders({ publicUrl, s3 }: Config): FastifyHelmetOptions {
  const secure = publicUrl?.startsWith('https://') ?? false
  const media = ["'self'", 'data:', 'blob:', 'https:', ...(s3 ? [new URL(s3.publicUrl).origin] : [])]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: media,
        mediaSrc: media,
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    originAgentCluster: false,
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
  }
}
