/** What requests wait for: in the log, in the list of faults, and at a collector (docs/operations.md#追踪). */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import * as auth from '@shiliu/contract/auth'
import * as dataExport from '@shiliu/contract/data-export'
import { API_PREFIX } from '@shiliu/contract/limits'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import type { Ctx } from '#deps.ts'
import { createLog } from '#platform/log.ts'
import { otlpExporter } from '#platform/otlp.ts'
import { parseTraceparent, Trace } from '#platform/trace.ts'
import { makeUser } from './factories.ts'
import { createTestApp } from './test-app.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const traceparent = `00-${TRACE}-${PARENT}-01`

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: unknown[]
}
type Sent = { resourceSpans: [{ resource: unknown; scopeSpans: [{ spans: Span[] }] }] }

/** A collector of traces; one that is `stalled` reads and never answers. */
async function startCollector({ stalled = false, header = 'x-key' } = {}) {
  const bodies: Sent[] = []
  const headers: unknown[] = []
  const server = createServer(async (request, response) => {
    headers.push(`${request.method} ${request.url} ${request.headers[header]}`)
    bodies.push((await json(request)) as Sent)
    if (!stalled) response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp/`,
    headers,
    bodies,
    spans: () => bodies.flatMap(({ resourceSpans: [one] }) => one.scopeSpans[0].spans),
  }
}

async function readSlowly({ db, engine }: Ctx) {
  const slow = sql`with recursive n as (select 1 as i union all select i + 1 from n where i < 300000) select max(i) from n`
  await (engine === 'mysql' ? sql`select sleep(0.05)` : slow).execute(db)
}

/** The application with a log, and one endpoint that is slow and then fails. */
async function setUp(settings: Record<string, string> = {}) {
  const { ctx } = await createTestApp(settings)
  const lines: Record<string, unknown>[] = []
  const log = createLog(
    'debug',
    new Writable({ write: (text, _, done) => done(void lines.push(JSON.parse(String(text)))) }),
  )
  const own = { ...ctx, log }
  const app = await buildApp(own)
  app.get('/api/broken', async () => {
    await readSlowly(own)
    own.log.info({}, 'said by a service')
    throw new Error('broken')
  })
  onTestFinished(() => app.close())
  return { app, ctx, lines, line: (msg: string) => lines.find((one) => one.msg === msg) }
}

describe('a request', () => {
  it('that is slow or fails says what it waited for, by the trace that it came with', async () => {
    const { app, ctx, line, lines } = await setUp()
    expect((await app.inject({ url: '/api/broken?key=1', headers: { traceparent } })).statusCode).toBe(500)
    expect(line('answered')).toMatchObject({
      route: '/api/broken',
      traceId: TRACE,
      statements: 1,
      spent: { database: expect.any(Number), connection: expect.any(Number) },
      slowest: [{ statement: 'readSlowly' }],
    })
    const { spent, slowest } = line('answered') as { spent: { database: number }; slowest: [{ ms: number }] }
    expect(spent.database).toBeGreaterThanOrEqual(20)
    expect(slowest[0].ms).toBeGreaterThanOrEqual(20)
    for (const message of ['said by a service', 'request failed']) expect(line(message)?.traceId).toBe(TRACE)
    expect(ctx.problems.list()).toMatchObject([{ place: 'GET /api/broken', traceId: TRACE }])

    lines.length = 0
    await app.inject({ url: '/api/broken', headers: { traceparent: 'made up' } })
    expect(line('answered')?.traceId).toMatch(/^(?!0af76519)[0-9a-f]{32}$/)
  })

  it('is logged without what its address holds of secrets', async () => {
    const { app, lines } = await setUp()
    const file = `${API_PREFIX}${dataExport.file.path}`
    for (const url of [`${file}?ticket=1.2.3.secret`, '/campus/1?code=secret', '/campus/1?ticket=ST-secret'])
      await app.inject({ url })
    await app.inject({ url: '/api/posts?page=2' })
    const urls = lines.filter(({ msg }) => msg === 'answered').map(({ url }) => url)
    expect(urls).toEqual([file, '/campus/1', '/campus/1', '/api/posts?page=2'])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

describe('a collector', () => {
  it('gets what a request waited for, after a body, too', async () => {
    const collector = await startCollector()
    const { app, ctx } = await setUp({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b, other=1',
    })
    const { user_id } = await makeUser(ctx)
    const url = API_PREFIX + auth.login.path
    const payload = { user_id, password: 'wrong-password' }
    // Not collected where it began.
    await app.inject({ method: 'POST', url, payload, headers: { traceparent: traceparent.replace(/1$/, '0') } })
    await app.inject({ method: 'POST', url: `${url}?secret=1`, payload, headers: { traceparent } })
    await ctx.spans?.close()
    const [own, ...parts] = collector.spans()
    expect(own).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, name: `POST ${url}`, kind: 2 })
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['passwords verify', 'select users']))
    for (const part of parts) expect(part).toMatchObject({ traceId: TRACE, parentSpanId: own?.spanId })
    expect(collector.headers).toEqual(['POST /otlp/v1/traces a b'])
    const text = JSON.stringify(collector.bodies)
    for (const secret of ['wrong-password', 'secret', user_id]) expect(text).not.toContain(secret)
    expect(ctx.spans?.counts()).toEqual({ sent: collector.spans().length, lost: 0 })
  })

  it('gets no more than its share, whatever visitors ask for', async () => {
    const collector = await startCollector()
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' }
    const { app, ctx } = await setUp(settings)
    for (const headers of [{}, { traceparent }]) await app.inject({ url: '/api/posts', headers })
    await ctx.spans?.close()
    expect(collector.bodies).toEqual([])
  })

  it('that hangs or is away keeps nobody waiting, and what it does not take is counted', async () => {
    const { endpoint } = await startCollector({ stalled: true })
    const warnings: string[] = []
    const log = { info: () => {}, warn: (_: object, message: string) => warnings.push(message) }
    const options = { endpoint, headers: {}, service: 'shiliu', ratio: 1 }
    const exporter = otlpExporter(options, { log, engine: 'sqlite', periodMs: 20 })
    const request = { method: 'GET', route: '/api/posts', path: '/api/posts', status: 200, requestId: 'r-1' }
    const start = performance.now()
    for (let n = 0; n < 20_000; n++) exporter.add(new Trace(undefined, () => true), request)
    // It has taken one batch; 5000 wait.
    expect(exporter.counts()).toEqual({ sent: 0, lost: 14_500 })
    await exporter.close()
    expect(performance.now() - start).toBeLessThan(3000)
    expect(exporter.counts()).toEqual({ sent: 0, lost: 20_000 })
    expect(warnings).toHaveLength(1)

    const away = otlpExporter({ ...options, endpoint: 'http://127.0.0.1:9' }, { log, engine: 'sqlite', periodMs: 10 })
    away.add(new Trace(undefined, () => true), request)
    await expect.poll(() => away.counts().lost).toBe(1)
    expect(warnings).toEqual(Array(2).fill('traces cannot be sent (OTEL_EXPORTER_OTLP_ENDPOINT)'))
    await away.close()
  })

  it('gets all that waits when the server ends', async () => {
    const { endpoint, spans } = await startCollector()
    const log = { info: () => {}, warn: () => {} }
    const exporter = otlpExporter({ endpoint, headers: {}, service: 'shiliu', ratio: 1 }, { log, engine: 'sqlite' })
    const request = { method: 'GET', route: '/api/posts', path: '/api/posts', status: 200, requestId: 'r-1' }
    for (let n = 0; n < 1730; n++) exporter.add(new Trace(undefined, () => true), request)
    await exporter.close()
    expect(spans()).toHaveLength(1730)
    expect(exporter.counts()).toEqual({ sent: 1730, lost: 0 })
  })

  it('may ask for a user and a password, of which nothing is logged', async () => {
    const { endpoint, bodies, headers } = await startCollector({ header: 'authorization' })
    const lines: unknown[] = []
    const log = { info: (line: object) => lines.push(line), warn: (line: object) => lines.push(inspect(line)) }
    const request = { method: 'GET', route: '/api/posts', path: '/api/posts', status: 200, requestId: 'r-1' }
    const sendTo = async (address: string) => {
      const options = { endpoint: address, headers: {}, service: 'shiliu', ratio: 1 }
      const exporter = otlpExporter(options, { log, engine: 'sqlite' })
      exporter.add(new Trace(undefined, () => true), request)
      await exporter.close()
    }
    await sendTo(endpoint.replace('//', '//user:p%40ss%zz@'))
    expect(bodies).toHaveLength(1)
    expect(headers).toEqual([`POST /otlp/v1/traces Basic ${btoa('user:p@ss%zz')}`])
    await sendTo('http://user:topsecret@127.0.0.1:9/path-secret')
    expect(lines).toHaveLength(1)
    expect(lines.join()).toContain('127.0.0.1:9')
    expect(lines.join()).not.toMatch(/user|secret/)
  })
})

it('the header of W3C is read strictly', () => {
  expect(parseTraceparent(traceparent)).toEqual({ traceId: TRACE, spanId: PARENT, sampled: true })
  expect(parseTraceparent(traceparent.replace(/01$/, '02'))?.sampled).toBe(false)
  expect(parseTraceparent(`01-${TRACE}-${PARENT}-01-more`)).toMatchObject({ traceId: TRACE })
  for (const wrong of [
    undefined,
    [traceparent],
    '',
    `${traceparent}-more`,
    `01-${TRACE}-${PARENT}-01more`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-0x`,
  ])
    expect(parseTraceparent(wrong), String(wrong)).toBeUndefined()
})
