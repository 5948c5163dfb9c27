import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

/**
 * Strict headers (design section 6). Images may come from https anywhere, since administrators may enter such addresses
 * (wire rule 23); styles may be inline, since the component library writes its variables so. Nothing else may.
 */
export function securityHeaders({ publicUrl, s3 }: Config): FastifyHelmetOptions {
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
