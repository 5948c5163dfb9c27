/**
 * What hangs keeps nobody waiting beyond its deadline, and all goes on when it answers again
 * (docs/decisions/037-deadlines.md).
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as dataExport from '@shiliu/contract/data-export'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pino } from 'pino'
import S3rver from 's3rver'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { buildApp } from '#app.ts'
import { workOnDataExports } from '#modules/account/data-export-runner.service.ts'
import { openDatabase } from '#platform/db/client.ts'
import { acquireSingleInstanceLock } from '#platform/db/single-instance-lock.ts'
import { tx } from '#platform/db/tx.ts'
import { openResources } from '#resources.ts'
import { makeCategory, makeUser } from '#test/factories.ts'
import { smallPicture } from '#test/pictures.ts'
import { repeat } from '#test/repeat.ts'
import { startCommand } from '#test/server-process.ts'
import { startProxy, through } from '#test/stallable-proxy.ts'
import { createTestApp, testConfig } from '#test/test-app.ts'

const redisUrl = inject('redisUrl')
const SECRET = 'a secret that all processes of the site share'

type Timed<T> = { ms: number; answer: T }

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const before = performance.now()
  const answer = await work()
  return { ms: performance.now() - before, answer }
}

const [onSqlite, onMysql] = [inject('engine') === 'sqlite', inject('engine') === 'mysql']

if (onSqlite && redisUrl !== '')
  describe('while Redis hangs', () => {
    async function setUp() {
      const proxy = await startProxy(redisUrl)
      const test = await createTestApp({ REDIS_URL: through(proxy, redisUrl), JWT_SECRET: SECRET })
      test.ctx.config.limitFactor = 1
      const app = await buildApp(test.ctx)
      onTestFinished(() => app.close())
      const guess = async (n: number, user_id = `victim${randomUUID()}`) => {
        const payload = { user_id, password: `wrong${n}` }
        const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
        return { status: response.statusCode, message: response.json().message }
      }
      return { proxy, test, guess }
    }

    it('writes and sign-ins wait a second once, and limits count in this process', async () => {
      const { proxy, test, guess } = await setUp()
      const victim = `victim${randomUUID()}`
      expect((await guess(0)).status).toBe(400)
      proxy.stall()
      const first = await timed(() => guess(5))
      expect(first.ms).toBeLessThan(3000)
      await expect.poll(() => test.ctx.redis?.status, { timeout: 3000 }).not.toBe('ready')
      const others = await timed(async () => {
        for (let n = 0; n < 5; n++) expect((await guess(n, victim)).status).toBe(400)
      })
      expect(others.ms / 5).toBeLessThan(500)
      expect(await guess(6, victim)).toMatchObject({ status: 429 })
    })

    it('and the shared counts hold again once it answers', async () => {
      const { proxy, test, guess } = await setUp()
      proxy.stall()
      await expect.poll(() => test.ctx.redis?.status, { timeout: 5000 }).not.toBe('ready')
      proxy.resume()
      await expect.poll(() => test.ctx.redis?.status, { timeout: 8000 }).toBe('ready')
      await guess(0)
      const redis = new Redis(redisUrl)
      onTestFinished(() => redis.disconnect())
      const keys = await redis.keys(`${test.ctx.redis?.options.keyPrefix}*`)
      expect(keys).not.toEqual([])
    })
  })

if (onMysql)
  describe('while MySQL hangs', { timeout: 60_000 }, () => {
    async function setUp() {
      const { config, remove } = await testConfig()
      if (config.database.engine !== 'mysql') throw new Error('Only for MySQL')
      const proxy = await startProxy(config.database.url)
      const database = { engine: 'mysql', url: through(proxy, config.database.url) } as const
      const { ctx, close } = await openResources({ ...config, database }, { log: pino({ level: 'silent' }) })
      const app = await buildApp(ctx)
      onTestFinished(async () => {
        proxy.resume()
        await app.close()
        await close()
        await remove()
      })
      const get = async (url: string, token?: string) => {
        const headers = token ? { authorization: `Bearer ${token}` } : {}
        const response = await app.inject({ url, headers })
        return { status: response.statusCode, body: response.json(), retryAfter: response.headers['retry-after'] }
      }
      return { proxy, ctx, app, get }
    }

    const away = {
      status: 503,
      body: { code: 503, error: 'unavailable', message: '服务暂时不可用，请 10 秒后再试' },
      retryAfter: '10',
    }

    it('/metrics is read within two seconds, without what only the database knows', async () => {
      const { proxy, app } = await setUp()
      proxy.stall()
      for (let n = 0; n < 2; n++) {
        const { ms, answer } = await timed(() => app.inject({ url: '/metrics' }))
        expect(answer.statusCode).toBe(200)
        expect(ms).toBeLessThan(2500)
        expect(answer.body).toMatch(/^shiliu_database_connections_max 10$/m)
        expect(answer.body).not.toMatch(/^shiliu_site_total\{/m)
      }
      await expect
        .poll(async () => (await app.inject({ url: '/metrics' })).body, { timeout: 15_000 })
        .toMatch(/^shiliu_breaker_open\{service="database"\} 1$/m)
      proxy.resume()
      await expect
        .poll(async () => (await app.inject({ url: '/metrics' })).body, { timeout: 15_000 })
        .toMatch(/^shiliu_site_total\{kind="users"\} 0$/m)
    })

    it('the lock of a site is let go in two seconds, whatever it was asked before', async () => {
      const { config, remove } = await testConfig()
      if (config.database.engine !== 'mysql') throw new Error('Only for MySQL')
      const proxy = await startProxy(config.database.url)
      onTestFinished(remove)
      const database = { engine: 'mysql', url: through(proxy, config.database.url) } as const
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const lock = await acquireSingleInstanceLock({ ...config, database })
      proxy.stall()
      // The next look whether the connection lives gets no answer.
      await vi.advanceTimersByTimeAsync(10 * 60_000)
      const { ms } = await timed(() => lock.release())
      expect(ms).toBeLessThan(4000)
      proxy.cut()
      const isFree = () => acquireSingleInstanceLock(config).then((next) => next.release(), String)
      await expect.poll(isFree, { timeout: 5000 }).toBeUndefined()
    })

    it('requests get 503 at their deadline, the next at once, and all goes on when it answers', async () => {
      const { proxy, ctx, get } = await setUp()
      const connection = async () =>
        (await ctx.db.selectNoFrom((eb) => eb.fn<number>('connection_id').as('id')).executeTakeFirstOrThrow()).id
      const before = await connection()
      // One transaction waits for an answer, the other goes on when nothing is sent any more.
      let goOn = () => {}
      const until = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const idle = tx(ctx, async (t) => {
        await makeCategory(t, '写到一半')
        await until
        await makeCategory(t, '再写一个')
      })
      await ctx.db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
      const written = tx(ctx, async (t) => {
        await makeCategory(t, '也写到一半')
        proxy.stall()
        await makeCategory(t, '也再写一个')
      })
      const first = timed(() => get('/api/stats'))
      await expect(written).rejects.toThrow('does not answer')
      goOn()
      await expect(idle).rejects.toThrow('does not answer')
      expect((await first).answer).toEqual(away)
      expect((await first).ms).toBeLessThan(12_000)
      const second = await timed(() => get('/api/tags/hot'))
      expect(second.answer).toEqual(away)
      expect(second.ms).toBeLessThan(500)

      proxy.resume()
      await expect.poll(async () => (await get('/api/categories')).status, { timeout: 5000 }).toBe(200)
      // What had begun was rolled back, and its connection is not used again.
      expect((await get('/api/categories')).body.data).toEqual([])
      expect(await connection()).not.toBe(before)
    })

    it('a command says so and ends', async () => {
      const { ctx, proxy } = await setUp()
      const child = startCommand(ctx.config, ['recount'], { env: { JWT_SECRET: SECRET } })
      const said = text(child.stderr)
      // It has asked for the steps of the schema.
      proxy.stallAfter(1500)
      expect(await once(child, 'exit')).toEqual([1, null])
      expect(await said).toMatch(/^(?:DATABASE_URL: |数据库)/)
    })

    it('a step of a migration that takes long says so, and ends when nothing is answered any more', async () => {
      const { config, remove } = await testConfig()
      if (config.database.engine !== 'mysql') throw new Error('Only for MySQL')
      const proxy = await startProxy(config.database.url)
      const url = through(proxy, config.database.url)
      const said: string[] = []
      const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
      const migrating = openDatabase(
        { engine: 'mysql', url },
        { mysql: { unbounded: true, size: 2, watchMs: 200, log } },
      )
      onTestFinished(async () => {
        await migrating.close()
        await remove()
      })
      const ended = tx({ ...migrating }, (t) => sql`select sleep(60)`.execute(t.db)).catch(
        (error: Error) => error.message,
      )
      await expect
        .poll(() => said.join(), { timeout: 10_000 })
        .toMatch(/select sleep.*changing the database takes long/)
      proxy.stall()
      const { ms, answer } = await timed(() => ended)
      expect(answer).toContain('does not answer')
      expect(ms).toBeLessThan(5000)
    })

    it('waits of one request do not add up', async () => {
      const { ctx, get } = await setUp()
      const slow = () => ctx.db.selectNoFrom((eb) => eb.fn<number>('sleep', [eb.lit(30)]).as('slept')).execute()
      ctx.searchCache.get = async () => {
        // The server stops it after nine seconds.
        await slow().catch(() => undefined)
        await slow()
        throw new Error('It was answered')
      }
      const { ms, answer } = await timed(() => get('/api/search?keyword=学习'))
      expect(answer).toEqual(away)
      expect(ms).toBeLessThan(11_500)
      expect((await get('/api/categories')).status).toBe(200)
    })

    it('statements that take too long on a server that answers end alone, whether it stops them or not', async () => {
      const { ctx, get } = await setUp()
      const slow = timed(() =>
        ctx.db
          .selectNoFrom((eb) => eb.fn<number>('sleep', [eb.lit(30)]).as('slept'))
          .execute()
          .catch((error: { errno?: number }) => error.errno),
      )
      // As on MySQL 8, which limits only reads. More than the half of the pool.
      const write = (n: number) =>
        ctx.db.connection().execute(async (db) => {
          await sql`set session /*M!100100 max_statement_time */ /*!50708 max_execution_time */ = 0`.execute(db)
          await sql`insert into marks (name, value) select ${`slow-${n}`}, sleep(30)`.execute(db)
        })
      const writes = Array.from({ length: 7 }, (_, n) => timed(() => write(n).catch((error: Error) => error.message)))
      repeat(200, () => get('/api/categories'))
      const { ms, answer } = await slow
      expect(ms).toBeLessThan(11_000)
      expect([1969, 3024]).toContain(answer)
      for (const written of await Promise.all(writes)) {
        expect(written.answer).toContain('does not answer')
        expect(written.ms).toBeLessThan(12_000)
      }
      const short = () => ctx.db.selectNoFrom((eb) => eb.fn<number>('sleep', [eb.lit(0.1)]).as('slept')).execute()
      const again = await timed(() => Promise.all(Array.from({ length: 20 }, short)))
      expect(again.ms).toBeLessThan(3000)
    })
  })

if (onSqlite)
  describe('while the object storage hangs', { timeout: 60_000 }, () => {
    async function setUp() {
      const directory = await mkdtemp(join(tmpdir(), 'shiliu-s3-'))
      const server = new S3rver({
        address: '127.0.0.1',
        port: 0,
        silent: true,
        directory,
        configureBuckets: [{ name: 'pictures' }],
      })
      const { port } = await server.run()
      onTestFinished(async () => {
        await server.close()
        await rm(directory, { recursive: true, force: true })
      })
      const proxy = await startProxy(`http://127.0.0.1:${port}`)
      const test = await createTestApp({
        S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
        S3_BUCKET: 'pictures',
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
        S3_FORCE_PATH_STYLE: '1',
      })
      const { token } = await makeUser(test.ctx)
      const upload = async () => {
        const form = new FormData()
        form.append('file', new Blob([await smallPicture()], { type: 'image/png' }), 'a.png')
        const request = new Request('http://x', { method: 'POST', body: form })
        const response = await test.app.inject({
          method: 'POST',
          url: '/api/upload/single',
          headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
          payload: Buffer.from(await request.arrayBuffer()),
        })
        return { status: response.statusCode, body: response.json(), retryAfter: response.headers['retry-after'] }
      }
      return { proxy, test, token, upload }
    }

    const away = {
      status: 503,
      body: { code: 503, error: 'unavailable', message: '图片暂时无法保存，请 10 秒后再试' },
      retryAfter: '10',
    }

    it('an upload is answered after ten seconds, the next at once, and they go on when it answers', async () => {
      const { proxy, test, token, upload } = await setUp()
      expect((await upload()).status).toBe(200)
      proxy.stall()
      const first = await timed(upload)
      expect(first.answer).toEqual(away)
      expect(first.ms).toBeLessThan(11_500)
      const second = await timed(upload)
      expect(second.answer).toEqual(away)
      expect(second.ms).toBeLessThan(2000)
      await test.ok(dataExport.request, { token })
      const making = await timed(() => workOnDataExports(test.ctx, new AbortController().signal))
      expect(making.ms).toBeLessThan(2000)
      const waiting = { state: 'waiting', problem: '图片存储没有回应', retry_at: expect.any(String) }
      expect(await test.ok(dataExport.get, { token })).toMatchObject({ export: waiting })
      proxy.resume()
      await expect.poll(async () => (await upload()).status, { timeout: 8000 }).toBe(200)
    })

    it('so is one to a storage that cannot be reached', async () => {
      const { proxy, upload } = await setUp()
      proxy.cut()
      proxy.refuse()
      expect(await upload()).toEqual(away)
    })
  })
