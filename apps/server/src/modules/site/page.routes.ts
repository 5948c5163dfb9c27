import { API_PREFIX } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#deps.ts'
import type { PageParts } from '#platform/http/page.ts'
import { firstCalls, presentPage } from './first-screen.ts'

/**
 * Answers what a page's first screen needs, by asking the application itself as a guest would: the same answers, the same
 * cache, nothing described twice. A note that is not there gives the page status 404,
 * one that cannot be asked for now 503.
 */
export function pageParts(app: FastifyInstance, ctx: Ctx): (request: FastifyRequest) => Promise<PageParts> {
  return async (request) => {
    const origin = ctx.config.publicUrl ?? askedOrigin(request)
    const url = askedUrl(request, origin)
    const calls = firstCalls(url)
    const replies = await Promise.all(calls.map((call) => app.inject({ url: API_PREFIX + call })))
    const answered = calls.flatMap((call, i) => {
      const reply = replies[i]
      return reply?.statusCode === 200 ? [[call, reply.json().data] as const] : []
    })
    const post = url.pathname === '/post' ? ((answered[0]?.[1] as Post | undefined) ?? null) : null
    return {
      ...presentPage(origin, url, post),
      answers: Object.fromEntries(answered),
      status: url.pathname === '/post' ? statusOf(replies[0]?.statusCode) : 200,
    }
  }
}

/** Of a note's page; where no note could be asked for there is none. A fault of ours does not say that it is gone. */
function statusOf(answer = 404): 200 | 404 | 503 {
  if (answer === 200) return 200
  return answer < 500 ? 404 : 503
}

/** Where the browser believes to be; a `Host` that is none is the client's own trouble, never a fault of ours. */
function askedOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? new URL(origin).origin : `${protocol}://localhost`
}

/** Taken apart by hand: of `//x/y` a parser would read a host, and refuse `//`. */
function askedUrl(request: FastifyRequest, origin: string): URL {
  const url = new URL(origin)
  const [path = '/', ...query] = request.url.split('?')
  url.pathname = path
  url.search = query.join('?')
  return url
}
