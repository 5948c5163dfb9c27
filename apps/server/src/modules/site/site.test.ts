import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as monitor from '@shiliu/contract/admin/monitor'
import * as site from '@shiliu/contract/site'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { startProxy, through } from '#test/stallable-proxy.ts'
import { createTestApp } from '#test/test-app.ts'

it('reports health depending on the database', async () => {
  const test = await createTestApp()
  expect(await test.ok(site.health)).toEqual({ timestamp: expect.stringMatching(/Z$/), uptime: expect.any(Number) })
  await test.ctx.db.destroy()
  const answer = await test.app.inject({ url: '/api/health' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
  expect(answer.json()).toEqual({ code: 503, error: 'unavailable', message: '服务暂时不可用，请 10 秒后再试' })
})

it('reports no health once it is about to stop, while it serves on', async () => {
  const { ctx } = await createTestApp()
  const leaving = new AbortController()
  const app = await buildApp(ctx, { leaving: leaving.signal })
  onTestFinished(() => app.close())
  const paths = ['/health', '/health/live', '/health/ready', '/stats']
  const statuses = () => Promise.all(paths.map(async (path) => (await app.inject({ url: `/api${path}` })).statusCode))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  leaving.abort()
  expect(await statuses()).toEqual([503, 503, 503, 200])
})

describe('readiness', () => {
  const backup = { name: 'backup', problem: null, remark: '还没有备份，自动备份没有打开' }
  const parts = [
    ...['database', 'disk', 'storage'].map((name) => ({ name, problem: null })),
    backup,
    { name: 'nodes', problem: null },
  ]

  it('lists what the site uses', async () => {
    const test = await createTestApp()
    expect(await test.ok(site.live)).toEqual({ uptime: expect.any(Number) })
    expect(await test.ok(site.ready)).toEqual({ ok: true, parts })
  })

  it('says in words what is wrong, and stays ready as long as there is a database', async () => {
    const test = await createTestApp()
    const app = await buildApp({ ...test.ctx, unheardNodes: () => ['elsewhere (pid 1)'] })
    onTestFinished(() => app.close())
    const ready = async () => (await app.inject({ url: '/api/health/ready' })).json()
    await rm(join(test.ctx.config.dataDir, 'uploads'), { recursive: true })
    expect(await ready()).toMatchObject({
      code: 200,
      data: {
        ok: false,
        parts: [
          ...parts.slice(0, 2),
          { name: 'storage', problem: '图片存储没有回答，不能上传' },
          backup,
          { name: 'nodes', problem: '听不到站点的另外 1 个进程：REDIS_URL 和 JWT_SECRET 要相同，是哪些见日志' },
        ],
      },
    })
    await test.ctx.db.destroy()
    test.clock.advance(1000)
    expect(await ready()).toMatchObject({
      code: 503,
      error: 'unavailable',
      message: '数据库没有回答，请 10 秒后再试',
    })
    expect(await test.ok(site.live)).toEqual({ uptime: expect.any(Number) })
  })

  if (inject('redisUrl') !== '') {
    it('waits a second for each part', async () => {
      const proxy = await startProxy(inject('redisUrl'))
      const settings = {
        REDIS_URL: through(proxy, inject('redisUrl')),
        JWT_SECRET: 'a secret for health checks only, long',
      }
      const test = await createTestApp(settings)
      proxy.stall()
      const before = performance.now()
      const { parts: found } = await test.ok(site.ready)
      expect(performance.now() - before).toBeLessThan(2500)
      expect(found).toContainEqual({ name: 'redis', problem: 'Redis 没有回答：限速各进程自己计数，暂不缓存' })
    })
  }
})

it('asks to wait while the server is being stopped', async () => {
  const origin = 'https://app.example.org'
  const test = await createTestApp({ CORS_ORIGINS: origin })
  const app = await buildApp(test.ctx)
  let address = ''
  const answers: object[] = []
  // The connections of clients are still open.
  app.addHook('preClose', async () => {
    const response = await fetch(`${address}/api/categories`, { headers: { origin } })
    const { status, headers } = response
    const of = (name: string) => headers.get(name)
    answers.push({
      status,
      retryAfter: of('retry-after'),
      headers: [of('access-control-allow-origin'), of('x-content-type-options')],
      body: await response.json(),
    })
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  expect(answers).toEqual([
    {
      status: 503,
      retryAfter: '5',
      headers: [origin, 'nosniff'],
      body: { code: 503, error: 'unavailable', message: '服务暂时不可用，请 5 秒后再试' },
    },
  ])
})

it('counts the totals at most once a minute', async () => {
  const test = await createTestApp()
  await makeUser(test.ctx)
  expect(await test.ok(site.stats)).toEqual({ users: 1, posts: 0, comments: 0, likes: 0 })
  await makeUser(test.ctx)
  test.countStatements()
  expect(await test.ok(site.stats)).toMatchObject({ users: 1 })
  expect(test.countStatements()).toBe(0)
  test.clock.advance(60_000)
  const [one, two] = await Promise.all([test.ok(site.stats), test.ok(site.stats)])
  expect([one.users, two.users]).toEqual([2, 2])
  expect(test.countStatements()).toBe(1)
})

describe('errors of browsers', () => {
  const report = {
    message: "TypeError: Cannot read properties of undefined (reading 'id')",
    page: '/explore',
    stack: 'at app.js:1:2',
  }

  it('appear among the faults of the back office, the same ones merged', async () => {
    const test = await createTestApp()
    const admin = await makeAdmin(test.ctx)
    await test.ok(site.reportBrowserError, { body: report })
    await test.ok(site.reportBrowserError, { body: report })
    await test.ok(site.reportBrowserError, { body: { ...report, page: '/publish', stack: null } })
    const { problems } = await test.ok(monitor.dashboard, { token: admin.token })
    expect(problems).toMatchObject([
      { place: '浏览器 /publish', fault: report.message, count: 1 },
      { place: '浏览器 /explore', fault: report.message, count: 2 },
    ])
    expect(JSON.stringify(problems)).not.toContain('app.js')
  })

  it('are one readable line', async () => {
    const test = await createTestApp()
    const admin = await makeAdmin(test.ctx)
    await test.ok(site.reportBrowserError, { body: { ...report, message: 'Error: a\n\u001b[31m\u202eb\u0000' } })
    const { problems } = await test.ok(monitor.dashboard, { token: admin.token })
    expect(problems).toMatchObject([{ fault: 'Error: a [31mb' }])
  })
})
