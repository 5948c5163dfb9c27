import { API_PREFIX } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#deps.ts'
import type { PageParts } from '#platform/http/page.ts'
import { firstCalls, presentPage } from './first-screen.ts'

/**
 * Answers what a page's first screen needs, by asking the application itself as a guest would: the same answers, the same
 * cache, nothing described twice. A note that is not there gives the page status 404.
 */
export function pageParts(app: FastifyInstance, ctx: Ctx): (request: FastifyRequest) => Promise<PageParts> {
  return async (request) => {
    const origin = ctx.config.publicUrl ?? `${request.protocol}://${request.host}`
    const url = new URL(request.url, origin)
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
      status: url.pathname === '/post' && !post ? 404 : 200,
    }
  }
}
