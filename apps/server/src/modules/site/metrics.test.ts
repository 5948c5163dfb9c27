import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import * as jobs from '@shiliu/contract/admin/jobs'
import * as mail from '@shiliu/contract/admin/mail'
import * as settings from '@shiliu/contract/admin/settings'
import * as dataExport from '@shiliu/contract/data-export'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { workOnDataExports } from '#modules/account/data-export-runner.service.ts'
import { workOnJobs } from '#modules/review/job-runner.service.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const TOKEN = 'a-token-of-this-test'

type Request = { headers?: Record<string, string>; remoteAddress?: string }

function reader({ app }: TestApp) {
  return async (request: Request = {}) => {
    const { statusCode, headers, body } = await app.inject({ url: '/metrics', ...request })
    return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'], body }
  }
}

/** The value of a line, `name{label="…"}`. */
const valueIn = (text: string, line: string) => {
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

describe('who may read /metrics', () => {
  it('is this machine, not through a proxy, where there is no token', async () => {
    const read = reader(await createTestApp())
    expect(await read()).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/plain; version=0\.0\.4/) })
    expect((await read()).cache).toBe('no-store')
    for (const remoteAddress of ['127.0.0.5', '::1', '::ffff:127.0.0.1']) {
      expect(await read({ remoteAddress }), remoteAddress).toMatchObject({ status: 200 })
    }
    const refused: Request[] = [
      { remoteAddress: '192.168.1.7' },
      { remoteAddress: '::ffff:10.0.0.1' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { 'x-forwarded-for': '' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { 'x-real-ip': '127.0.0.1' } },
      { headers: { 'X-Forwarded-Proto': 'https' } },
      { headers: { via: '1.1 varnish' } },
      { headers: { host: 'shiliu.example.edu.cn' } },
      { headers: { host: '127.0.0.1.example.org' } },
    ]
    for (const request of refused) {
      const { status, body } = await read(request)
      expect({ status, body }, JSON.stringify(request)).toMatchObject({ status: 403 })
      expect(JSON.parse(body).message).toMatch(/METRICS_TOKEN/)
    }
  })

  it('is nobody who speaks as a proxy that was told nothing does: nginx with proxy_pass alone', async () => {
    const { app } = await createTestApp()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const statusOver = async (version: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
      return Number((await text(socket)).split(' ')[1])
    }
    expect(await statusOver('1.1')).toBe(200)
    expect(await statusOver('1.0')).toBe(403)
  })

  it('does not trust what a trusted proxy says of the address', async () => {
    const read = reader(await createTestApp({ TRUST_PROXY: '127.0.0.1' }))
    expect((await read({ headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403)
    expect((await read({ remoteAddress: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403)
  })

  it('is who has the token, from anywhere, where there is one', async () => {
    const read = reader(await createTestApp({ METRICS_TOKEN: TOKEN }))
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    expect((await read({ headers: bearer(TOKEN) })).status).toBe(200)
    expect((await read({ headers: { ...bearer(TOKEN), 'x-forwarded-for': '203.0.113.9' } })).status).toBe(200)
    for (const headers of [
      {},
      { authorization: TOKEN },
      { authorization: 'Bearer' },
      bearer(TOKEN.slice(0, -1)),
      bearer(`${TOKEN}1`),
      bearer('长的'.repeat(500)),
    ]) {
      const { status, body } = await read({ headers })
      expect({ status, body }, JSON.stringify(headers)).toMatchObject({ status: 401 })
      expect(JSON.parse(body).message).toMatch(/METRICS_TOKEN/)
    }
  })

  it('is not limited', async () => {
    const test = await createTestApp()
    test.ctx.config.limitFactor = 0.01
    const read = reader(test)
    for (let n = 0; n < 50; n++) expect((await read()).status).toBe(200)
  })
})

describe('the figures', () => {
  it('count requests by route and status, and not the readings', async () => {
    const test = await createTestApp()
    const read = reader(test)
    const user = await makeUser(test.ctx)
    const { id } = await makePost(test.ctx, user)
    await test.app.inject({ url: `/api/posts/${id}` })
    await test.app.inject({ url: `/api/posts/${id}` })
    await test.app.inject({ url: '/api/posts/999999' })
    await test.app.inject({ url: '/made-up/by-somebody' })
    await test.app.inject({ method: 'PROPFIND' as 'GET', url: '/made-up/by-somebody' })
    await read()
    const { body } = await read()
    const requests = (labels: string) => valueIn(body, `shiliu_http_requests_total{${labels}}`)
    expect(requests('method="GET",route="/api/posts/:id",status="2xx"')).toBe(2)
    expect(requests('method="GET",route="/api/posts/:id",status="4xx"')).toBe(1)
    expect(requests('method="GET",route="page",status="4xx"')).toBe(1)
    expect(valueIn(body, 'shiliu_http_request_seconds_count{method="GET",route="/api/posts/:id"}')).toBe(3)
    expect(valueIn(body, 'shiliu_http_request_seconds_bucket{le="+Inf",method="GET",route="/api/posts/:id"}')).toBe(3)
    expect(body).not.toContain('route="/metrics"')
    expect(body).not.toContain('made-up')
    expect(body).not.toContain('PROPFIND')
    expect(requests('method="other",route="page",status="4xx"')).toBe(1)
  })

  it('count a request as over once its client has gone', async () => {
    const test = await createTestApp()
    const read = reader(test)
    const { token } = await makeUser(test.ctx)
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const gone = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    await fetch(`${address}/api/notifications/stream`, { headers, signal: gone.signal })
    const inProgress = async () => valueIn((await read()).body, 'shiliu_http_requests_in_progress')
    // The reading itself is one.
    expect(await inProgress()).toBe(2)
    gone.abort()
    await expect.poll(inProgress).toBe(1)
    const streams = 'shiliu_http_requests_total{method="GET",route="/api/notifications/stream",status="2xx"}'
    expect(valueIn((await read()).body, streams)).toBe(1)
  })

  it('say what the cache had, what failed and what waits', async () => {
    const test = await createTestApp()
    const read = reader(test)
    await test.app.inject({ url: '/api/categories' })
    await test.app.inject({ url: '/api/categories' })
    await sql`select * from no_such_table`.execute(test.ctx.db).catch(() => {})
    test.ctx.problems.record('GET /posts', new Error('broken'))
    const { body } = await read()
    expect(valueIn(body, 'shiliu_cache_hits_total{kind="pages"}')).toBe(1)
    expect(valueIn(body, 'shiliu_cache_misses_total{kind="pages"}')).toBe(1)
    expect(body).toMatch(/^shiliu_database_errors_total\{code="(SQLITE_ERROR|ER_NO_SUCH_TABLE)"\} 1$/m)
    expect(valueIn(body, 'shiliu_faults_total{where="server"}')).toBe(1)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'shiliu_database_waiting',
      'shiliu_long_reads_waiting',
      'shiliu_pictures_waiting',
      'shiliu_uploads_in_progress',
      'shiliu_streams_open',
    ])
      expect(valueIn(body, name), name).toBeGreaterThanOrEqual(0)
    expect(body).not.toMatch(/NaN|undefined/)
  })

  it('count the site at most every five minutes, and what waits every fifteen seconds', async () => {
    const test = await createTestApp()
    const read = reader(test)
    const user = await makeUser(test.ctx)
    const { id } = await makePost(test.ctx, user)
    await makePost(test.ctx, user, { is_draft: true })
    const first = (await read()).body
    expect(valueIn(first, 'shiliu_site_total{kind="users"}')).toBe(1)
    expect(valueIn(first, 'shiliu_site_total{kind="posts"}')).toBe(1)
    expect(valueIn(first, 'shiliu_moderation_waiting{kind="posts"}')).toBe(0)
    await makeUser(test.ctx)
    await test.ctx.db.updateTable('posts').set({ state: 'pending', is_private: 1 }).where('id', '=', id).execute()
    test.countStatements()
    const second = (await read()).body
    expect(test.countStatements()).toBe(0)
    expect(valueIn(second, 'shiliu_site_total{kind="users"}')).toBe(1)
    test.clock.advance(20_000)
    expect(valueIn((await read()).body, 'shiliu_moderation_waiting{kind="posts"}')).toBe(1)
    test.clock.advance(5 * 60_000)
    expect(valueIn((await read()).body, 'shiliu_site_total{kind="users"}')).toBe(2)
  })

  it('say what waits in the background, and for how long', async () => {
    const test = await createTestApp()
    const read = reader(test)
    const { ctx } = test
    const user = await makeUser(ctx)
    const { token } = await makeAdmin(ctx)
    const { id } = await makePost(ctx, user)
    /** Length and age of each queue, a minute after the last look. */
    const queues = async () => {
      test.clock.advance(60_000)
      const { body } = await read()
      const values = (name: string) =>
        ['mail', 'bulk_jobs', 'data_exports'].map((kind) => valueIn(body, `shiliu_queue_${name}{kind="${kind}"}`))
      return [values('length'), values('age_seconds')]
    }
    // Mail that is off has no age.
    expect(await queues()).toEqual([
      [0, 0, 0],
      [undefined, 0, 0],
    ])
    await test.ok(jobs.create, { body: { resource: 'posts', action: 'hide', reason: '刷屏', ids: [id] }, token })
    await test.ok(dataExport.request, { token: user.token })
    const server = {
      mail_host: '127.0.0.1',
      mail_port: 9,
      mail_security: 'none',
      mail_from: 'a@example.edu.cn',
    } as const
    await test.ok(settings.update, { body: server, token })
    await test.ok(mail.test, { body: { to: 'someone@example.com' }, token })
    expect(await queues()).toEqual([
      [1, 1, 1],
      [60, 60, 60],
    ])
    const postpone = (fault: 'server' | 'recipient') => ctx.db.updateTable('mail_outbox').set({ fault }).execute()
    await postpone('server')
    expect((await queues())[1]).toEqual([120, 120, 120])
    await postpone('recipient')
    expect((await queues())[1]).toEqual([0, 180, 180])
    await workOnJobs(ctx, new AbortController().signal)
    await workOnDataExports(ctx, new AbortController().signal)
    expect(await queues()).toEqual([
      [1, 0, 0],
      [0, 0, 0],
    ])
  })

  it('belong to one application', async () => {
    const [one, other] = [await createTestApp(), await createTestApp()]
    await one.app.inject({ url: '/api/categories' })
    expect((await reader(other)()).body).not.toContain('route="/api/categories"')
  })
})
