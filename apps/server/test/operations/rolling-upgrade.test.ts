/**
 * Node by node to two versions of the future while people read, write and listen through deploy/nginx.conf, and a
 * restart of each behind deploy/Caddyfile (docs/decisions/061-rolling-upgrades.md).
 * A version is this one with more steps, put in by a module that is loaded before it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ClientRequest } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import type { Step } from '#platform/db/migrations/index.ts'
import { newestStep } from '#platform/db/schema-state.ts'
import { openResources } from '#resources.ts'
import { makeCategory, makePost, makeUser } from '#test/factories.ts'
import { cert } from '#test/localhost-certificate.ts'
import { ask, freePorts, proxies, type ReverseProxy, startProxy } from '#test/reverse-proxies.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { testConfig } from '#test/test-app.ts'

const redisUrl = inject('redisUrl')
const together = { REDIS_URL: redisUrl, JWT_SECRET: 'a secret that all processes of the site share' }
const HEARTBEAT_MS = 5000
const STARTED_MS = 60_000
const RECONNECT_MS = 200

type FutureStep = { name: string; kind: Step['kind']; needs?: string; sql: string }

const ADD: FutureStep = { name: '9001-add', kind: 'expand', sql: 'create table if not exists future_one (a int)' }
/** What the version with `ADD` does without. */
const TAKE: FutureStep = {
  name: '9002-take-away',
  kind: 'contract',
  needs: '9001-add',
  sql: 'create table if not exists future_two (a int)',
}
/** What every older version needs. */
const BREAK: FutureStep = {
  name: '9003-break',
  kind: 'contract',
  sql: 'create table if not exists future_three (a int)',
}

/** The environment of a version with these steps. */
async function version(...steps: FutureStep[]): Promise<Record<string, string>> {
  if (steps.length === 0) return together
  const folder = await mkdtemp(join(tmpdir(), 'future-version-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = (path: string) => JSON.stringify(pathToFileURL(fileURLToPath(new URL(path, import.meta.url))).href)
  const file = join(folder, 'steps.mjs')
  await writeFile(
    file,
    `import { migrations } from ${at('../../src/platform/db/migrations/index.ts')}
import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
for (const { name, sql: text, ...step } of ${JSON.stringify(steps)})
  migrations[name] = { ...step, up: (db) => sql.raw(text).execute(db) }
`,
  )
  return { ...together, NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${pathToFileURL(file).href}` }
}

/** The steps are undone at the end, since the database is kept for other tests. */
async function site() {
  const { config, remove } = await testConfig()
  const resources = await openResources(
    { ...config, jwtSecret: together.JWT_SECRET },
    { log: pino({ level: 'silent' }) },
  )
  const { ctx } = resources
  onTestFinished(async () => {
    await sql`delete from kysely_migration where name like '9%'`.execute(ctx.db)
    for (const table of ['future_one', 'future_two', 'future_three'])
      await sql.raw(`drop table if exists ${table}`).execute(ctx.db)
    await resources.close()
    await remove()
  })
  return { config, ctx }
}

type Traffic = { writer: string; author: string; postId: number }

/** Reads, writes and streams until it is stopped; each comment with a key of its own. */
function startTraffic(port: number, { writer, author, postId }: Traffic) {
  const statuses: number[] = []
  const written: number[] = []
  let stopped = false
  const noted = async (...asked: Parameters<typeof ask>) => {
    const { status, text } = await ask(...asked).catch((error: Error) => ({ status: 0, text: error.message }))
    statuses.push(status)
    return text
  }
  async function read() {
    while (!stopped) {
      await noted(port, '/api/posts?limit=5')
      await wait(20)
    }
  }
  async function write(name: string) {
    for (let n = 0; !stopped; n++) {
      const headers = {
        authorization: `Bearer ${writer}`,
        'content-type': 'application/json',
        'idempotency-key': `rolling-${name}-${n}`,
      }
      const body = JSON.stringify({ post_id: postId, content: `${name} 第${n}条`, parent_id: null })
      const answer = await noted(port, '/api/comments', { method: 'POST', headers, body })
      const id = /"data":\{"id":(\d+)/.exec(answer)?.[1]
      if (id) written.push(Number(id))
      await wait(50)
    }
  }
  const streams = [startStream(port, author), startStream(port, author)]
  const all = Promise.all([read(), read(), write('a'), write('b')])
  return {
    streams,
    written,
    async stop() {
      stopped = true
      await all
      return statuses
    },
  }
}

/** As a browser's EventSource: connects again when the stream ends. */
function startStream(port: number, token: string) {
  const stream = { statuses: [] as number[], comments: 0 }
  let current: ClientRequest | undefined
  let stopped = false
  const open = () => {
    if (stopped) return
    const headers = { host: 'localhost', authorization: `Bearer ${token}` }
    const options = { host: '127.0.0.1', port, path: '/api/notifications/stream', headers, ca: cert }
    current = get({ ...options, servername: 'localhost', agent: false }, (got) => {
      stream.statuses.push(got.statusCode ?? 0)
      got.on('data', (piece) => {
        stream.comments = Number(/"comments":(\d+)/.exec(String(piece))?.[1] ?? stream.comments)
      })
      // One that nginx cuts off is closed without an end.
      got.on('error', () => {}).on('close', () => setTimeout(open, RECONNECT_MS))
    })
    current.on('error', () => stopped || stream.statuses.push(0))
  }
  open()
  onTestFinished(() => {
    stopped = true
    current?.destroy()
  })
  return stream
}

/** The value of a line; undefined where it is not there yet. */
async function metric({ address }: ServerProcess, line: string): Promise<number | undefined> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const found = text.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

/** Stops it. */
async function expectNothingLost({ db }: Ctx, traffic: ReturnType<typeof startTraffic>) {
  const statuses = await traffic.stop()
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(statuses.length).toBeGreaterThan(100)
  const rows = await db.selectFrom('comments').select('id').orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual(traffic.written.toSorted((a, b) => a - b))
  for (const stream of traffic.streams)
    await expect.poll(() => stream.comments, { timeout: 10_000 }).toBe(traffic.written.length)
}

const nginx = proxies.find(({ name }) => name === 'nginx')
const caddy = proxies.find(({ name }) => name === 'caddy')

/** A note that somebody comments on without a limit. */
async function siteWithNote() {
  const { config, ctx } = await site()
  const [author, writer] = [await makeUser(ctx), await makeUser(ctx)]
  const { id: category_id } = await makeCategory(ctx)
  const { id: postId } = await makePost(ctx, author, { category_id })
  await sql`insert into settings (name, value, username, updated_at)
    values ('comments_per_minute', '100000', 'test', 0)`.execute(ctx.db)
  return { config, ctx, people: { writer: writer.token, author: author.token, postId } }
}

/** Runs until the end of the test. */
async function behind(proxy: ReverseProxy | undefined, ports: number[]): Promise<number> {
  if (!proxy) throw new Error('the proxy is not installed')
  const { https, stop } = await startProxy(proxy, ports)
  onTestFinished(stop)
  return https
}

/** As the operator who waits before the next: until the proxy has found it. */
const found = (node: ServerProcess) =>
  expect
    .poll(() => metric(node, 'shiliu_http_requests_total{method="GET",route="/api/posts",status="2xx"}'), {
      timeout: STARTED_MS,
    })
    .toBeGreaterThan(0)

describe.runIf(inject('engine') === 'mysql' && redisUrl !== '')('an upgrade node by node', { timeout: 240_000 }, () => {
  it('behind nginx, of several processes each, to a version that adds and one that takes away, loses no request', async () => {
    const { config, ctx, people } = await siteWithNote()
    const ports = await freePorts(2)
    const settings = { WORKERS: '2', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://localhost' }
    const nodes: ServerProcess[] = []
    /** Starts one in the place of another; both versions serve beside each other. */
    async function upgrade(i: number, ...steps: FutureStep[]) {
      await nodes[i]?.end('SIGTERM')
      expect((await nodes[i]?.exited) ?? 0).toBe(0)
      const env = { ...settings, ...(await version(...steps)), PORT: String(ports[i]) }
      const node = await startServerProcess(config, env)
      nodes[i] = node
      await expect.poll(() => metric(node, 'shiliu_processes'), { timeout: STARTED_MS }).toBe(2)
      for (const { address } of nodes) expect((await fetch(`${address}/api/health`)).status).toBe(200)
      return node
    }
    await upgrade(0)
    const traffic = startTraffic(await behind(nginx, ports), people)
    await found(await upgrade(1, ADD))
    await found(await upgrade(0, ADD, TAKE))
    await found(await upgrade(1, ADD, TAKE))
    await expectNothingLost(ctx, traffic)
    // Each was cut off by a restart, came back at once, and says what was written meanwhile.
    for (const stream of traffic.streams) {
      expect(new Set(stream.statuses)).toEqual(new Set([200]))
    }
    expect(traffic.streams.flatMap((stream) => stream.statuses).length).toBeGreaterThan(2)
    expect(await ctx.db.selectFrom('marks').select('value').where('name', '=', 'schema-floor').execute()).toEqual([
      { value: 9001 },
    ])
  })

  if (caddy)
    it('behind Caddy, a restart of a node loses no request', async () => {
      const { config, ctx, people } = await siteWithNote()
      const ports = await freePorts(2)
      const start = (port?: number) =>
        startServerProcess(config, { ...together, TRUST_PROXY: '127.0.0.1', PORT: String(port) })
      const [first] = await Promise.all(ports.map(start))
      if (!first) throw new Error('no node')
      const traffic = startTraffic(await behind(caddy, ports), people)
      await found(first)
      await first.end('SIGTERM')
      const before = traffic.written.length
      await expect.poll(() => traffic.written.length, { timeout: STARTED_MS }).toBeGreaterThan(before + 20)
      await found(await start(ports[0]))
      await expectNothingLost(ctx, traffic)
    })

  it('is refused where it would take away what nodes beside it need; those that nobody asked stop in words', async () => {
    const { config } = await site()
    const old = await startServerProcess(config, together)
    const breaking = await version(BREAK)
    await expect(startServerProcess(config, breaking)).rejects.toThrow(
      /Nodes of an older version still run.*\(pid \d+\)/,
    )
    expect((await fetch(`${old.address}/api/health`)).status).toBe(200)
    // As when somebody runs it regardless.
    const forced = await startServerProcess(config, { ...breaking, SINGLE_NODE: '1' })
    const words = `takes a version that knows step 9003, this one knows steps up to ${newestStep()}`
    const code = await Promise.race([old.exited, wait(HEARTBEAT_MS + 10_000, 'still runs')])
    expect([code, old.said().join('\n')]).toEqual([1, expect.stringContaining(words)])
    await expect(startServerProcess(config, together)).rejects.toThrow(words)
    expect((await fetch(`${forced.address}/api/health`)).status).toBe(200)
  })
})
