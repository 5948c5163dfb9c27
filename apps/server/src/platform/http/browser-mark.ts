/** A random text in a browser's cookie, by which a sign-in at another site comes back to the browser that began it. */
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

export type BrowserMark = {
  /** Where its page stands; null where the browser does not say. */
  origin: string | null
  /** The one that the browser sent; null where it sent none. */
  current: string | null
  /** The one that the browser sent, or a new one, which the answer gives it. */
  ensure(): string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The `Set-Cookie` of the answer. */
    newMark: string | null
  }
}

const MARK = /^[\w-]{43}$/

/** Over https no other host of the same domain can set it (`__Host-`). Lax: sent when another site leads back here. */
export function browserMark(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): BrowserMark {
  const secure = publicUrl?.startsWith('https:') ?? false
  const name = secure ? '__Host-shiliu_browser' : 'shiliu_browser'
  const current = cookieOf(request.headers.cookie, name)
  return {
    origin: request.headers.origin ?? null,
    current,
    ensure() {
      if (current) return current
      const mark = randomBytes(32).toString('base64url')
      request.newMark = `${name}=${mark}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
      return mark
    },
  }
}

/** Null for what cannot be ours. */
function cookieOf(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    const value = part.slice(at + 1).trim()
    if (at > 0 && part.slice(0, at).trim() === name && MARK.test(value)) return value
  }
  return null
}
