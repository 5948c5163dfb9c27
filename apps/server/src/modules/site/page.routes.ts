import { API_PREFIX } from '@shiliu/contract/limits'
import type { Post } from '@shiliu/contract/posts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#deps.ts'
import type { HtmlPageParts } from '#platform/http/html-page.ts'
import { pageMeta, preloadPaths } from './page-preload.ts'

/** Collects what a page's HTML embeds. Requests the API in process as a guest, which reuses the page cache. */
export function htmlPageParts(app: FastifyInstance, ctx: Ctx): (request: FastifyRequest) => Promise<HtmlPageParts> {
  return async (request) => {
    const origin = ctx.config.publicUrl ?? requestOrigin(request)
    const url = requestUrl(request, origin)
    const paths = preloadPaths(url)
    const replies = await Promise.all(paths.map((path) => app.inject({ url: API_PREFIX + path })))
    const answers = paths.flatMap((path, i) => {
      const reply = replies[i]
      return reply?.statusCode === 200 ? [[path, reply.json().data] as const] : []
    })
    const post = url.pathname === '/post' ? ((answers[0]?.[1] as Post | undefined) ?? null) : null
    return {
      ...pageMeta(origin, url, post),
      answers: Object.fromEntries(answers),
      status: url.pathname === '/post' ? statusOf(replies[0]?.statusCode) : 200,
    }
  }
}

/** A post page's status, from the API's. A server error must not tell crawlers that the post is gone. */
function statusOf(apiStatus = 404): 200 | 404 | 503 {
  if (apiStatus === 200) return 200
  return apiStatus < 500 ? 404 : 503
}

/** Falls back to localhost for an invalid `Host` header. */
function requestOrigin({ protocol, host }: FastifyRequest): string {
  const origin = `${protocol}://${host}`
  return URL.canParse(origin) ? new URL(origin).origin : `${protocol}://localhost`
}

/** Splits the path by hand: `new URL` would parse `//x/y` as a host and reject `//`. */
function requestUrl(request: FastifyRequest, origin: string): URL {
  const url = new URL(origin)
  const [path = '/', ...query] = request.url.split('?')
  url.pathname = path
  url.search = query.join('?')
  return url
}
