/** `GET /metrics` for Prometheus, beside the API: no session, no limit, no envelope (docs/decisions/057-metrics.md). */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteContext } from '#deps.ts'
import { AppError } from '#platform/errors.ts'
import { METRICS_PATH } from '#platform/http/request-figures.ts'
import { METRICS_TYPE, prometheusText } from '#platform/metrics.ts'
import { reportSiteFigures } from './site-figures.service.ts'

export function metricsRoutes(app: FastifyInstance, ctx: RouteContext): void {
  const { metrics, mac, config, primary } = ctx
  reportSiteFigures(ctx)
  // One that starts counts for nothing yet.
  app.addHook('onListen', async () => primary?.onSnapshot(() => metrics.snapshot()))
  const digest = (token: string) => Buffer.from(mac('metrics', token))
  const expected = config.metricsToken === undefined ? undefined : digest(config.metricsToken)
  app.get(METRICS_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (expected) {
      const [, token = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
      // Of equal length, so that neither the time nor an error tells anything about the token.
      if (!timingSafeEqual(digest(token), expected)) {
        reply.header('www-authenticate', 'Bearer')
        throw new AppError('unauthorized', { message: '请求头 Authorization 要写 Bearer 和 METRICS_TOKEN' })
      }
    } else if (!isFromHere(request)) {
      throw new AppError('forbidden', { message: '没有设置 METRICS_TOKEN 时，只能在服务器上不经过代理读取 /metrics' })
    }
    const own = await metrics.snapshot()
    const others = primary ? await primary.ask('snapshots', own).catch(refuseParts) : []
    return reply.type(METRICS_TYPE).send(await prometheusText([own, ...others]))
  })
}

/** The figures of one worker alone would look like counters that began anew. */
function refuseParts(): never {
  throw new AppError('unavailable', { message: '第一个进程没有回答，几个进程的数字合不起来，请稍后再读' })
}

/** What a proxy adds. One that adds nothing mostly keeps the visitor's `Host`. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded-.+|x-real-.+|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.+|cdn-loop)$/
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * By the connection: `request.ip` is what a proxy says. HTTP/1.0 is what nginx speaks that was told no more than where
 * to pass requests on; it then also sends a `Host` of its own and no header that it was a proxy.
 */
function isFromHere({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    LOOPBACK_NAME.test(headers.host ?? '') &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  )
}
