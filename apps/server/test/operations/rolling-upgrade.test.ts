/**
 * Node by node to two versions of the future while people read and write through a proxy (docs/decisions/061-rolling-upgrades.md).
 * A version is this one with more steps, put in by a module that is loaded before it.
 */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Step } from '#platform/db/migrations/index.ts'
import { newestStep } from '#platform/db/schema-state.ts'
import { openResources } from '#resources.ts'
import { makeCategory, makePost, makeUser } from './factories.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { testConfig } from './test-app.ts'

const redisUrl = inject('redisUrl')
const together = { REDIS_URL: redisUrl, JWT_SECRET: 'a secret that all processes of the site share' }
const HEARTBEAT_MS = 5000

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
    `import { migrations } from ${at('../src/platform/db/migrations/index.ts')}
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

/** As nginx with `proxy_next_upstream`: goes on to the next node where one refuses, breaks off or says 503. */
async function startBalancer() {
  let targets: string[] = []
  let turn = 0
  const retried: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const first = turn++
    for (let attempt = 0; attempt < targets.length * 3; attempt++) {
      const target = targets[(first + attempt) % targets.length] ?? ''
      const answer = await forward(target, incoming, body).catch((error: Error) => error.message)
      if (typeof answer === 'object' && answer.status !== 503) {
        outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
        return
      }
      retried.push(typeof answer === 'string' ? answer : '503')
      await wait(50)
    }
    outgoing.writeHead(502).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retried,
    serve: (...nodes: ServerProcess[]) => {
      targets = nodes.map(({ address }) => address)
    },
  }
}

function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const { 'content-length': _length, ...rest } = headers
    const sent = request(
      `${target}${url}`,
      { method, headers: { ...rest, 'content-length': body.length } },
      async (got) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of got) chunks.push(chunk)
          resolve({ status: got.statusCode ?? 0, body: Buffer.concat(chunks) })
        } catch (error) {
          reject(error as Error)
        }
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Reads and comments until it is stopped; each comment with a key of its own. */
function startTraffic(address: string, token: string, postId: number) {
  const statuses: number[] = []
  const written: number[] = []
  let stopped = false
  async function reader() {
    while (!stopped) {
      statuses.push((await fetch(`${address}/api/posts?limit=5`)).status)
      await wait(20)
    }
  }
  async function writer(name: string) {
    for (let n = 0; !stopped; n++) {
      const response = await fetch(`${address}/api/comments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `rolling-${name}-${n}`,
        },
        body: JSON.stringify({ post_id: postId, content: `${name} 第${n}条`, parent_id: null }),
      })
      statuses.push(response.status)
      const { data } = (await response.json()) as { data: { id: number } | null }
      if (data) written.push(data.id)
      await wait(50)
    }
  }
  const all = Promise.all([reader(), reader(), writer('a'), writer('b')])
  return {
    async stop() {
      stopped = true
      await all
      return { statuses, written }
    },
  }
}

describe.runIf(inject('engine') === 'mysql' && redisUrl !== '')('an upgrade node by node', { timeout: 120_000 }, () => {
  it('through a version that adds and one that takes away loses no request', async () => {
    const { config, ctx } = await site()
    const user = await makeUser(ctx)
    const { id: category_id } = await makeCategory(ctx)
    const { id: post } = await makePost(ctx, user, { category_id })
    await sql`insert into settings (name, value, username, updated_at)
      values ('comments_per_minute', '100000', 'test', 0)`.execute(ctx.db)
    const balancer = await startBalancer()
    const start = async (...steps: FutureStep[]) => startServerProcess(config, await version(...steps))
    const nodes = [await start()]
    balancer.serve(...nodes)
    const traffic = startTraffic(balancer.address, user.token, post)
    const served: number[] = []
    /** Starts one in the place of another; both versions serve beside each other. */
    async function upgrade(i: number, ...steps: FutureStep[]) {
      await nodes[i]?.end('SIGTERM')
      nodes[i] = await start(...steps)
      balancer.serve(...nodes)
      for (const node of nodes) served.push((await fetch(`${node.address}/api/health`)).status)
    }
    await upgrade(1, ADD)
    await upgrade(0, ADD, TAKE)
    await upgrade(1, ADD, TAKE)
    const { statuses, written } = await traffic.stop()
    expect(new Set(served)).toEqual(new Set([200]))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThan(100)
    // The proxy did have something to do.
    expect(balancer.retried.length).toBeGreaterThan(0)
    const rows = await ctx.db.selectFrom('comments').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(written.toSorted((a, b) => a - b))
    expect(await ctx.db.selectFrom('marks').select('value').where('name', '=', 'schema-floor').execute()).toEqual([
      { value: 9001 },
    ])
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
