/** Security headers and the content security policy. */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from '../config.ts'
import type { HeadersHook } from './error-handler.ts'

/** Helmet runs once for its constant headers: its hooks would cost more per request than answering a guest. */
export async function sendSecurityHeaders(config: Config): Promise<HeadersHook> {
  const probe = Fastify()
  await probe.register(helmet, securityHeaders(config))
  probe.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()))
  const headers: Record<string, string> = (await probe.inject('/')).json()
  await probe.close()
  return (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
}

/** Administrators may enter pictures from any https origin; the component library needs inline styles. */
function securityHeaders({ publicUrl, s3, corsOrigins }: Config): FastifyHelmetOptions {
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
    // Pages of other origins that may call the API show its pictures, too.
    crossOriginResourcePolicy: { policy: corsOrigins.length > 0 ? 'cross-origin' : 'same-site' },
    originAgentCluster: false,
    crossOriginOpenerPolicy: secure ? { policy: 'same-origin' } : false,
  }
}
