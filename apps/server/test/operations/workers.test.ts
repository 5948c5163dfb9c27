/** `WORKERS`: several processes on one machine as one site, without Redis (docs/scaling.md). */
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import { API_PREFIX } from '@shiliu/contract/limits'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { type Channel, primaryLink, type ToPrimary, type ToWorker } from '#platform/events/primary-link.ts'
import { workerHub } from '#platform/events/worker-hub.ts'
import { openResources } from '#resources.ts'
import { makeAdmin, makeUser } from './factories.ts'
import { startServerProcess } from './server-process.ts'
import { testConfig } from './test-app.ts'

const SECRET = 'a secret that all processes of the site share'

async function setUp(env: Record<string, string>) {
  const { config, remove } = await testConfig()
  const { ctx, close } = await openResources({ ...config, jwtSecret: SECRET }, { log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await close()
    await remove()
  })
  const server = await startServerProcess(config, { JWT_SECRET: SECRET, ...env })
  // Each on a connection of its own, which goes to the next worker.
  const ask = async (path: string, { body, token, method = body ? 'POST' : 'GET' }: Sent = {}) => {
    const response = await fetch(server.address + path, {
      method,
      // One that was handed to a worker in the moment of its death gets no answer.
      signal: AbortSignal.timeout(2000),
      headers: {
        connection: 'close',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  const metric = async (line: string) => {
    const { text } = await ask('/metrics')
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length + 1),
    )
  }
  const pids = async () => (await ctx.db.selectFrom('nodes').select('pid').execute()).map(({ pid }) => pid)
  return { ctx, server, ask, metric, pids }
}

type Sent = { body?: object; token?: string; method?: string }

if (inject('engine') === 'mysql')
  describe('two workers', { timeout: 90_000 }, () => {
    async function start() {
      const site = await setUp({ WORKERS: '2' })
      await expect.poll(() => site.metric('shiliu_processes'), { timeout: 30_000 }).toBe(2)
      return site
    }

    it('hear each other, and show what the other changed', async () => {
      const { ctx, ask } = await start()
      const { token } = await makeAdmin(ctx)
      const names = async () => {
        const { text } = await ask(API_PREFIX + categories.list.path)
        return (JSON.parse(text).data as { name: string }[]).map(({ name }) => name)
      }
      for (let n = 0; n < 6; n++) expect(await names()).not.toContain('新频道')
      const body = { name: '新频道', category_title: 'newchannel' }
      expect((await ask(`${API_PREFIX}/admin/categories`, { body, token })).status).toBe(200)
      for (let n = 0; n < 6; n++) await expect.poll(names, { timeout: 1000 }).toContain('新频道')
      expect((await ask(`${API_PREFIX}/health/ready`)).text).toContain('"ok":true')
    })

    it('count attempts and requests together', async () => {
      const { ctx, ask, metric } = await start()
      const { user_id } = await makeUser(ctx)
      const guess = () => ask(API_PREFIX + auth.login.path, { body: { user_id, password: 'wrong-password' } })
      const answers = []
      for (let n = 0; n < 8; n++) answers.push((await guess()).status)
      // Alone each of the two would allow five.
      expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(6)
      expect(answers).toContain(429)
      const route = `method="POST",route="${API_PREFIX}${auth.login.path}"`
      const sum = (await metric(`shiliu_http_requests_total{${route},status="4xx"}`)) as number
      expect(sum).toBe(8)
    })

    it('are replaced when they die, while the other serves', async () => {
      const { pids, metric, ask } = await start()
      const [first] = await pids()
      process.kill(Number(first), 'SIGKILL')
      await expect.poll(async () => (await ask(`${API_PREFIX}/health`)).status, { timeout: 10_000 }).toBe(200)
      await expect.poll(async () => (await pids()).includes(Number(first)), { timeout: 30_000 }).toBe(false)
      await expect.poll(() => metric('shiliu_processes'), { timeout: 30_000 }).toBe(2)
    })

    it('end together, and are gone', async () => {
      const { server, pids } = await start()
      const before = await pids()
      expect(before).toHaveLength(2)
      await server.end('SIGTERM')
      expect(await pids()).toEqual([])
      for (const pid of before) expect(() => process.kill(Number(pid), 0)).toThrow()
    })
  })

if (inject('engine') === 'sqlite')
  it('with SQLite one process serves, whatever WORKERS says', async () => {
    const { metric, ask } = await setUp({ WORKERS: '4' })
    expect((await ask(`${API_PREFIX}/health`)).status).toBe(200)
    expect(await metric('shiliu_processes')).toBe(1)
  })

/** Two workers and the process that started them, in this one. */
function connected() {
  const hub = workerHub(systemClock, 50)
  const join = (id: number) => {
    const listeners = new Set<(message: ToWorker) => void>()
    const silent = { value: false }
    const channel: Channel = {
      send: (message: ToPrimary) => void (silent.value || hub.receive(id, structuredClone(message))),
      onMessage(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    hub.joined(id, (message) => {
      for (const listener of listeners) listener(structuredClone(message))
    })
    const link = primaryLink(channel, 200)
    onTestFinished(() => link.bus.close())
    return { link, silent }
  }
  return { hub, one: join(1), two: join(2) }
}

describe('the process that starts workers', () => {
  it('passes messages to the others only', () => {
    const { one, two } = connected()
    const heard: string[] = []
    one.link.bus.subscribe('invalidated', ({ tags }) => heard.push(`one ${tags}`))
    two.link.bus.subscribe('invalidated', ({ tags }) => heard.push(`two ${tags}`))
    one.link.bus.publish('invalidated', { tags: ['a'] })
    expect(heard).toEqual(['one a', 'two a'])
    two.link.bus.publishHere('invalidated', { tags: ['b'] })
    expect(heard).toEqual(['one a', 'two a', 'two b'])
    expect(two.link.bus.lastHeard(one.link.bus.nodeId)).toBeGreaterThan(0)
  })

  it('counts for all, and lets the first worker store the counts', async () => {
    const { hub, one, two } = connected()
    const rule = { windowMs: 60_000, max: 2 }
    expect((await one.link.ask('takeAttempt', { key: 'a', rule })).count).toBe(0)
    expect((await two.link.ask('takeAttempt', { key: 'a', rule })).count).toBe(1)
    expect((await one.link.ask('takeAttempt', { key: 'a', rule })).waitMs).toBeGreaterThan(0)
    expect((await two.link.ask('drainAttempts', null)).rows).toEqual([])
    hub.left(1)
    expect((await two.link.ask('drainAttempts', null)).rows).toMatchObject([{ count: 2 }])
    expect((await two.link.ask('drainAttempts', null)).rows).toEqual([])
  })

  it('keeps nobody waiting who asks it while it hangs, nor for a worker that does', async () => {
    const { one, two } = connected()
    one.link.onSnapshot(async () => [])
    two.link.onSnapshot(() => new Promise(() => {}))
    expect(await one.link.ask('snapshots', null)).toEqual([])
    one.silent.value = true
    const start = performance.now()
    await expect(one.link.ask('countLimit', { key: 'a', windowMs: 1000 })).rejects.toThrow('did not answer')
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
