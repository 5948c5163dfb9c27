/** Several processes as one site, sharing data in MySQL and messages in Redis. */
import { admins } from '@shiliu/contract/admin/admins'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import * as adminSettings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openResources } from '#resources.ts'
import { makeAdmin, makeCategory, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { openSseClient } from '#test/sse-client.ts'
import { testConfig } from '#test/test-app.ts'

const redisUrl = inject('redisUrl')
/** Each test starts up to three processes. */
const timeout = 60_000
const together = { REDIS_URL: redisUrl, JWT_SECRET: 'a secret that all processes of the site share' }

type Sent = { query?: Record<string, string>; body?: object; token?: string; key?: string }

async function ask({ address }: ServerProcess, { method, path }: AnyEndpoint, { query, body, token, key }: Sent = {}) {
  const response = await fetch(`${address}${API_PREFIX}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { code: number; message: string; data: never; error?: string }
}

/** Direct access to the site's data. */
async function site() {
  const { config, remove } = await testConfig()
  const resources = await openResources(
    { ...config, jwtSecret: together.JWT_SECRET },
    { log: pino({ level: 'silent' }) },
  )
  onTestFinished(async () => {
    await resources.close()
    await remove()
  })
  return { config, ctx: resources.ctx }
}

describe.runIf(inject('engine') === 'mysql' && redisUrl !== '')(
  'two processes on one MySQL and one Redis',
  { timeout },
  () => {
    it('share captchas, end each other’s sessions and clear each other’s caches', async () => {
      const { config, ctx } = await site()
      const user = await makeUser(ctx)
      const category = await makeCategory(ctx)
      const [one, two] = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])

      const { captchaId } = (await ask(one, auth.captcha)).data as { captchaId: string }
      const { answer } = await ctx.db
        .selectFrom('captchas')
        .selectAll()
        .where('id', '=', captchaId)
        .executeTakeFirstOrThrow()
      const newcomer = { user_id: 'newcomer', nickname: '新同学', password: PASSWORD, captchaId, captchaText: answer }
      expect(await ask(two, auth.register, { body: newcomer })).toMatchObject({ code: 200 })

      const me = (server: ServerProcess) => ask(server, auth.me, { token: user.token })
      expect([(await me(one)).code, (await me(two)).code]).toEqual([200, 200])
      await ask(one, auth.logout, { token: user.token })
      await expect.poll(async () => (await me(two)).code, { timeout: 1000 }).toBe(401)

      const writer = (await ask(two, auth.login, { body: { user_id: user.user_id, password: PASSWORD } })).data as {
        tokens: { access_token: string }
      }
      const feed = async (server: ServerProcess) => {
        const { data } = await ask(server, posts.list, { query: { category: 'recommend' } })
        return (data as { posts: unknown[] }).posts.length
      }
      expect([await feed(one), await feed(one), await feed(two)]).toEqual([0, 0, 0])
      const body = { title: '两台机器', content: '一个站点', category_id: category.id }
      const published = await ask(two, posts.create, { body, token: writer.tokens.access_token })
      expect(published).toMatchObject({ code: 200 })
      await expect.poll(() => feed(one), { timeout: 1000 }).toBe(1)
    })

    it('go by a changed setting within a second', async () => {
      const { config, ctx } = await site()
      const { token } = await makeAdmin(ctx)
      const [one, two] = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])
      const limit = async () => {
        const { data } = await ask(two, adminSettings.get, { token })
        return (data as adminSettings.SettingsState).settings.notes_per_day
      }
      const newcomer = { user_id: 'newcomer', nickname: '新同学', password: PASSWORD, captchaId: 'x', captchaText: 'x' }
      const register = async () => (await ask(two, auth.register, { body: newcomer })).error
      expect(await register()).toBe('captcha_expired')
      const body = { notes_per_day: 5, registration: 'closed' }
      expect(await ask(one, adminSettings.update, { body, token })).toMatchObject({ code: 200 })
      await expect.poll(register, { timeout: 1000 }).toBe('registration_closed')
      expect(await limit()).toBe(5)
    })

    it('let an administrator do what the role allows that another gave within the last second', async () => {
      const { config, ctx } = await site()
      const [owner, other] = [await makeAdmin(ctx), await makeAdmin(ctx, 'administrator')]
      const [one, two] = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])
      const settings = async () => (await ask(two, adminSettings.get, { token: other.token })).code
      const setTo = (role: AdminRole) =>
        ask(
          one,
          { ...admins.update, path: admins.update.path.replace(':id', String(other.id)) },
          { body: { role }, token: owner.token },
        )
      expect(await settings()).toBe(200)
      expect(await setTo('moderator')).toMatchObject({ code: 200 })
      await expect.poll(settings, { timeout: 1000 }).toBe(403)
      expect(await setTo('administrator')).toMatchObject({ code: 200 })
      await expect.poll(settings, { timeout: 1000 }).toBe(200)
    })

    it('push changes to each other’s event streams until the session ends', async () => {
      const { config, ctx } = await site()
      const [reader, fan] = [await makeUser(ctx), await makeUser(ctx)]
      const note = await makePost(ctx, reader)
      const [one, two] = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])
      const url = `${two.address}${API_PREFIX}${notifications.stream.path}`
      const events = await openSseClient<notifications.UnreadByType>(url, reader.token)
      expect(await events.next()).toMatchObject({ total: 0 })

      const before = performance.now()
      await ask(one, likes.create, { body: { target_type: 1, target_id: note.id }, token: fan.token })
      expect(await events.next()).toMatchObject({ likes: 1, total: 1 })
      expect(performance.now() - before).toBeLessThan(1000)
      const elsewhere = (await ask(one, auth.login, { body: { user_id: reader.user_id, password: PASSWORD } }))
        .data as {
        tokens: { access_token: string }
      }
      await ask(one, auth.endOtherSessions, { token: elsewhere.tokens.access_token })
      expect(await events.next()).toBeUndefined()

      const last = await openSseClient(url, fan.token)
      await last.next()
      const stopping = performance.now()
      await two.end('SIGTERM')
      // Three seconds of it are for proxies; the stream holds up nothing.
      expect(performance.now() - stopping).toBeLessThan(6000)
      expect(await last.next()).toBeUndefined()
    })

    it('make one note of a request that both are sent with the same key', async () => {
      const { config, ctx } = await site()
      const { token } = await makeUser(ctx)
      const category = await makeCategory(ctx)
      const nodes = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])
      const body = { title: '按了两次', content: '信号不好', category_id: category.id }
      const sent = { body, token, key: 'pressed-twice' }
      const answers = await Promise.all([...nodes, ...nodes].map((node) => ask(node, posts.create, sent)))
      // One that meets the first on its own node is asked to wait.
      expect(answers.filter(({ code }) => code !== 200 && code !== 409)).toEqual([])
      const last = await Promise.all(nodes.map((node) => ask(node, posts.create, sent)))
      const ids = [...answers, ...last]
        .filter(({ code }) => code === 200)
        .map(({ data }) => (data as { id: number }).id)
      expect(new Set(ids).size).toBe(1)
      expect(await ctx.db.selectFrom('posts').select('id').execute()).toHaveLength(1)
    })

    it('find what was published, renamed or deleted on the other node', async () => {
      const { config, ctx } = await site()
      const author = await makeUser(ctx, { nickname: '石榴籽' })
      const category = await makeCategory(ctx)
      const [one, two] = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])
      const found = async (keyword: string, token?: string) => {
        const { data } = await ask(two, search.search, { query: { keyword }, ...(token && { token }) })
        return (data as { data: { id: number }[] }).data.map(({ id }) => id)
      }
      const finds = async (keyword: string, ids: number[]) => {
        await expect.poll(() => found(keyword), { timeout: 1000 }).toEqual(ids)
        expect(await found(keyword, author.token)).toEqual(ids)
      }
      await finds('两台', [])
      await finds('橙子', [])
      const body = { title: '两台机器', content: '一个站点', category_id: category.id }
      const { id } = (await ask(one, posts.create, { body, token: author.token })).data as { id: number }
      await finds('两台', [id])
      await ask(
        one,
        { ...users.update, path: `/users/${author.user_id}` },
        { body: { nickname: '橙子' }, token: author.token },
      )
      await finds('橙子', [id])
      await ask(one, { ...posts.remove, path: `/posts/${id}` }, { token: author.token })
      await finds('两台', [])
      await finds('橙子', [])
    })

    it('count sign-in attempts together', async () => {
      const { config } = await site()
      const [one, two] = await Promise.all([startServerProcess(config, together), startServerProcess(config, together)])
      const body = { user_id: `nobody${Date.now()}`, password: 'wrong-password' }
      const codes: number[] = []
      for (let i = 0; i < 3; i++) {
        codes.push((await ask(one, auth.login, { body })).code, (await ask(two, auth.login, { body })).code)
      }
      expect(codes).toEqual([400, 400, 400, 400, 400, 429])
    })

    it('work without caches while Redis is unreachable from one of them', async () => {
      const { config, ctx } = await site()
      const server = await startServerProcess(config, together)
      const names = async () =>
        ((await ask(server, categories.list)).data as { name: string }[]).map(({ name }) => name)
      const first = await names()
      const redis = new Redis(redisUrl)
      onTestFinished(() => redis.disconnect())
      // Closes the server's connections; it may reconnect at once, having missed messages.
      await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
      const { name } = await makeCategory(ctx)
      await expect.poll(names, { timeout: 5000 }).toEqual([...first, name])
    })
  },
)

if (inject('engine') === 'mysql')
  describe('a second process without Redis', { timeout }, () => {
    it('does not start unless declared the only one', async () => {
      const { config } = await site()
      await startServerProcess(config)
      await expect(startServerProcess(config)).rejects.toThrow('Another process serves this database without Redis')
      await startServerProcess(config, { SINGLE_NODE: '1' })
    })

    it('does not start beside nodes that have Redis, and these start however the database is spelled', async () => {
      const { config } = await site()
      if (config.database.engine !== 'mysql') throw new Error('Only for MySQL')
      const one = await startServerProcess(config, together)
      const url = config.database.url.replace('127.0.0.1', 'localhost')
      const database = { engine: 'mysql', url: `${url}?charset=utf8mb4` } as const
      const two = await startServerProcess({ ...config, database }, together)
      await expect(startServerProcess(config)).rejects.toThrow(
        'Another process serves this database and cannot be heard',
      )
      const names = async (server: ServerProcess) => ((await ask(server, categories.list)).data as unknown[]).length
      const before = [await names(one), await names(two)]
      const secret = { ...together, JWT_SECRET: 'another secret, which the others do not have' }
      await expect(startServerProcess(config, secret)).rejects.toThrow('cannot be heard')
      expect([await names(one), await names(two)]).toEqual(before)
    })

    it('leaves the schema of the nodes that it must not start beside', async () => {
      const { config, ctx } = await site()
      const one = await startServerProcess(config, together)
      const steps = async () =>
        (await sql<{ name: string }>`select name from kysely_migration`.execute(ctx.db)).rows.length
      const all = await steps()
      // The next start would bring it again.
      await sql`delete from kysely_migration order by name desc limit 1`.execute(ctx.db)
      await expect(startServerProcess(config)).rejects.toThrow(
        'Another process serves this database and cannot be heard',
      )
      expect(await steps()).toBe(all - 1)
      await one.end('SIGTERM')
      await startServerProcess(config)
      expect(await steps()).toBe(all)
    })
  })
