/** `WORKERS`: several processes on one machine as one site, without Redis (docs/scaling.md). */
import { Agent, get } from 'node:http'
import { json } from 'node:stream/consumers'
import * as adminSettings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as site from '@shiliu/contract/site'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { type Channel, primaryLink, type ToPrimary, type ToWorker } from '#platform/events/primary-link.ts'
import { workerHub } from '#platform/events/worker-hub.ts'
import { type Figure, prometheusText } from '#platform/metrics.ts'
import { openResources } from '#resources.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { startServerProcess } from '#test/server-process.ts'
import { testConfig } from '#test/test-app.ts'

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

/** Asks over one connection, and with it always the same worker. */
function keptConnection(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (path: string) =>
    new Promise<unknown>((resolve, reject) => {
      const request = get(address + path, { agent, timeout: 5000 }, (response) => json(response).then(resolve, reject))
      request.on('error', reject).on('timeout', () => request.destroy(new Error('no answer')))
    })
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

    it('all go by a changed setting soon', async () => {
      const { ctx, ask } = await start()
      const { token } = await makeAdmin(ctx)
      const register = async () => {
        const body = {
          user_id: 'newcomer',
          nickname: '新同学',
          password: 'shiliu123',
          captchaId: 'x',
          captchaText: 'x',
        }
        return JSON.parse((await ask(API_PREFIX + auth.register.path, { body })).text).error
      }
      expect([await register(), await register()]).toEqual(['captcha_expired', 'captcha_expired'])
      const { method, path } = adminSettings.update
      const sent = await ask(API_PREFIX + path, { method, body: { registration: 'closed' }, token })
      expect(sent.status).toBe(200)
      const both = async () => [await register(), await register()]
      await expect.poll(both, { timeout: 5000 }).toEqual(['registration_closed', 'registration_closed'])
    })

    it('count attempts and requests together', async () => {
      const { ctx, ask, metric } = await start()
      const { user_id } = await makeUser(ctx)
      const guess = () => ask(API_PREFIX + auth.login.path, { body: { user_id, password: 'wrong-password' } })
      const answers = []
      for (let n = 0; n < 8; n++) answers.push((await guess()).status)
      expect(answers.slice(0, 5)).toEqual(Array(5).fill(400))
      // Alone each of the two would allow five.
      expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(6)
      expect(answers).toContain(429)
      const route = `method="POST",route="${API_PREFIX}${auth.login.path}"`
      const sum = (await metric(`shiliu_http_requests_total{${route},status="4xx"}`)) as number
      expect(sum).toBe(8)
    })

    it('are replaced when they die, while the other serves, and what they counted goes on', async () => {
      const { pids, metric, ask } = await start()
      const path = API_PREFIX + categories.list.path
      for (let n = 0; n < 20; n++) await ask(path)
      const requests = `shiliu_http_requests_total{method="GET",route="${path}",status="2xx"}`
      const started = await metric('process_start_time_seconds')
      expect(await metric(requests)).toBe(20)
      const [first] = await pids()
      process.kill(Number(first), 'SIGKILL')
      await expect.poll(async () => (await ask(`${API_PREFIX}/health`)).status, { timeout: 10_000 }).toBe(200)
      const seen: number[] = []
      const isReplaced = async () => {
        seen.push(await metric(requests))
        return (await metric('shiliu_processes')) === 2 && !(await pids()).includes(Number(first))
      }
      await expect.poll(isReplaced, { timeout: 30_000 }).toBe(true)
      expect(seen.filter((count) => count !== 20)).toEqual([])
      expect(await metric('shiliu_worker_restarts_total')).toBe(1)
      expect(await metric('process_start_time_seconds')).toBe(started)
    })

    it('are replaced when they hang, serve on while the first process does, and end where the schema is too new', async () => {
      const { ctx, server, pids, metric, ask } = await start()
      const isServed = async () => (await ask(`${API_PREFIX}/health`).catch(() => undefined))?.status
      const [hung] = await pids()
      process.kill(Number(hung), 'SIGSTOP')
      // One connection was handed to it; the others are served.
      await expect.poll(isServed, { timeout: 10_000 }).toBe(200)
      await expect.poll(async () => (await pids()).includes(Number(hung)), { timeout: 40_000 }).toBe(false)
      await expect.poll(() => metric('shiliu_processes').catch(() => 0), { timeout: 30_000 }).toBe(2)
      expect(server.said().filter((line) => line.includes('a worker hangs, ending it'))).toHaveLength(1)

      const kept = keptConnection(server.address)
      const problem = async () => {
        const { data } = (await kept(API_PREFIX + site.ready.path)) as { data: { parts: Record<string, string>[] } }
        return data.parts.find(({ name }) => name === 'nodes')?.problem
      }
      expect(await problem()).toBeNull()
      process.kill(server.pid, 'SIGSTOP')
      await expect.poll(problem, { timeout: 10_000 }).toContain('第一个进程没有回答')
      expect(await kept(API_PREFIX + categories.list.path)).toMatchObject({ code: 200 })
      // One worker alone would show less than before.
      expect(await kept('/metrics')).toMatchObject({
        code: 503,
        message: expect.stringContaining('第一个进程没有回答'),
      })
      process.kill(server.pid, 'SIGCONT')
      await expect.poll(problem, { timeout: 15_000 }).toBeNull()
      expect(await isServed()).toBe(200)

      onTestFinished(async () => {
        await ctx.db.deleteFrom('marks').where('name', '=', 'schema-floor').execute()
        await sql`delete from kysely_migration where name = '9999-newer'`.execute(ctx.db)
      })
      await ctx.db.insertInto('marks').values({ name: 'schema-floor', value: 9999 }).execute()
      await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(ctx.db)
      expect(await server.exited).toBe(1)
      expect(server.said().join('\n')).toContain('takes a version that knows step 9999')
    })

    it('end soon, too, while one of them starts', async () => {
      // The other is started when the first listens.
      const { server } = await setUp({ WORKERS: '2' })
      const before = performance.now()
      await server.end('SIGTERM')
      expect([await server.exited, performance.now() - before < 10_000]).toEqual([0, true])
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

/** Two workers and the process that started them, in this one. `slow` takes no message until `take` is called. */
function connected({ aliveMs = 1000 } = {}) {
  const hung: number[] = []
  const hub = workerHub({ clock: systemClock, snapshotMs: 50, onHung: (worker) => hung.push(worker) })
  const join = (id: number) => {
    const listeners = new Set<(message: ToWorker) => void>()
    const silent = { value: false }
    const slow = { value: false }
    const waiting: (() => void)[] = []
    const channel: Channel = {
      send(message: ToPrimary, sent) {
        if (!silent.value) hub.receive(id, structuredClone(message))
        sent()
      },
      onMessage(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
    hub.joined(id, (message, sent) => {
      const copy = structuredClone(message)
      const take = () => {
        for (const listener of listeners) listener(copy)
        sent()
      }
      if (slow.value) waiting.push(take)
      else take()
    })
    const link = primaryLink(channel, { deadlineMs: 200, aliveMs })
    onTestFinished(() => link.bus.close())
    const takeAll = () => {
      slow.value = false
      for (const take of waiting.splice(0)) take()
    }
    return { link, silent, slow, waiting, takeAll }
  }
  return { hub, hung, join, one: join(1), two: join(2) }
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
    expect((await one.link.ask('snapshots', [])).flat().map(({ name }) => name)).toEqual([
      'process_start_time_seconds',
      'shiliu_worker_restarts_total',
    ])
    one.silent.value = true
    const start = performance.now()
    await expect(one.link.ask('countLimit', { key: 'a', windowMs: 1000 })).rejects.toThrow('did not answer')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('goes on counting what workers had counted that hang, ended or come late', async () => {
    const { hub, one, two, join } = connected()
    const said = (count: number, load = 1): Figure[] => [
      { name: 'c_total', help: '', type: 'counter', aggregator: 'sum', values: [{ labels: {}, value: count }] },
      { name: 'load', help: '', type: 'gauge', aggregator: 'sum', values: [{ labels: {}, value: load }] },
    ]
    const read = async (worker: typeof one, own: Figure[]) => {
      const lines = (await prometheusText([own, ...(await worker.link.ask('snapshots', own))])).split('\n')
      const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
      return [value('c_total'), value('load'), value('shiliu_worker_restarts_total')]
    }
    let answer = async () => said(100)
    two.link.onSnapshot(() => answer())
    expect(await read(one, said(10))).toEqual([110, 2, 0])
    // Hangs, or is late: what it does not count is its load.
    let goOn = (_: Figure[]) => {}
    answer = () => new Promise((resolve) => (goOn = resolve))
    expect(await read(one, said(11))).toEqual([111, 1, 0])
    goOn(said(150))
    answer = () => new Promise(() => {})
    await expect.poll(() => read(one, said(12))).toEqual([162, 1, 0])
    // Ends, and another takes its place; the one that only read is counted, too.
    hub.left(2)
    expect(await read(one, said(13))).toEqual([163, 1, 1])
    hub.left(1)
    const three = join(3)
    expect(await read(three, said(1, 5))).toEqual([164, 5, 2])
    // What was under way from one that ended.
    hub.receive(2, { kind: 'snapshot', id: 99, figures: said(200) })
    expect(await read(three, said(2, 5))).toEqual([165, 5, 2])
  })

  it('holds nothing up for one that is slow, and tells it that it missed something', async () => {
    const { one, two, hub } = connected()
    const three: ToWorker[] = []
    hub.joined(3, (message, sent) => {
      three.push(message)
      sent()
    })
    const heard: unknown[] = []
    two.link.bus.subscribe('invalidated', ({ tags }) => heard.push(...tags))
    two.link.bus.subscribe('connection', ({ up }) => heard.push(up))
    two.slow.value = true
    for (let n = 0; n < 5000; n++) one.link.bus.publish('invalidated', { tags: [`${n}`] })
    expect(three).toHaveLength(5000)
    expect(two.waiting).toHaveLength(1000)
    two.takeAll()
    expect(heard).toHaveLength(1001)
    expect(heard.slice(-2)).toEqual(['999', true])
  })

  it('names one that has long said nothing, once', () => {
    const { hub, hung, one, two } = connected()
    two.silent.value = true
    for (let n = 0; n < 12; n++) {
      hub.tick()
      one.link.bus.publish('problems-read', { until: 1 })
    }
    expect(hung).toEqual([2])
  })

  it('is noticed when it hangs: nobody waits for it, nothing is cached, and what was missed is said', async () => {
    const { hub, one, two } = connected({ aliveMs: 10 })
    // Nor is anything passed on.
    one.silent.value = two.silent.value = true
    const connection: boolean[] = []
    one.link.bus.subscribe('connection', ({ up }) => connection.push(up))
    await expect.poll(() => connection).toEqual([false])
    expect(one.link.isSilent()).toBe(true)
    const start = performance.now()
    await expect(one.link.ask('countLimit', { key: 'a', windowMs: 1000 })).rejects.toThrow('did not answer')
    expect(performance.now() - start).toBeLessThan(100)
    hub.tick()
    expect(connection).toEqual([false, true])
    expect(one.link.isSilent()).toBe(false)
  })
})
