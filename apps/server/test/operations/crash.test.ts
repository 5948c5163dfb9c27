import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import type { AnyEndpoint, BodyIn, OutputOf, ParamsIn } from '@shiliu/contract/endpoint'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import type { searchPosts as searchEndpoint } from '@shiliu/contract/search'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { searchPosts } from '#modules/search/search.service.ts'
import type { Config } from '#platform/config.ts'
import { openResources } from '#resources.ts'
import { counterDrift } from '#test/counters.ts'
import { makeCategory, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { startServerProcess } from '#test/server-process.ts'
import { testConfig } from '#test/test-app.ts'

const AT_ONCE = 200
const KILL_AFTER = 150

type Stage = { people: TestUser[]; notes: number[]; category: number }
/** The row that an acknowledged write must have left. */
type Promised = { table: 'likes' | 'collections' | 'comments' | 'follows' | 'posts'; row: string }

async function withResources<R>(config: Config, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  const resources = await openResources(config, { log: pino({ level: 'silent' }) })
  try {
    return await work(resources.ctx)
  } finally {
    await resources.close()
  }
}

function setStage(config: Config): Promise<Stage> {
  return withResources(config, async (ctx) => {
    const people: TestUser[] = []
    for (let i = 0; i < 40; i++) people.push(await makeUser(ctx))
    const category = (await makeCategory(ctx)).id
    const notes = []
    for (const author of people.slice(0, 25)) notes.push((await makePost(ctx, author, { category_id: category })).id)
    return { people, notes, category }
  })
}

type Request<E extends AnyEndpoint> = { params?: ParamsIn<E>; body?: BodyIn<E>; token: string; key?: string }

async function send<E extends AnyEndpoint>(
  address: string,
  { method, path }: E,
  { params, body, token, key }: Request<E>,
): Promise<OutputOf<E>> {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(Reflect.get(params ?? {}, name)))
  const response = await fetch(address + API_PREFIX + filled, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { message: string; data: OutputOf<E> }
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`)
  return answer.data
}

/** The n-th of a series of writes that never create the same row twice, and may be repeated. */
async function write(address: string, { people, notes, category }: Stage, n: number): Promise<Promised> {
  const round = Math.floor(n / 5)
  const person = people[round % people.length]
  const post = notes[Math.floor(round / people.length) % notes.length]
  const other = people[(round + 1 + Math.floor(round / people.length)) % people.length]
  if (!person || !post || !other) throw new Error('The stage is empty')
  const { token } = person
  const key = `write-${n}`
  switch (n % 5) {
    case 0:
      await send(address, likes.create, { body: { target_type: 1, target_id: post }, token })
      return { table: 'likes', row: `${person.id}-${post}` }
    case 1:
      await send(address, collections.create, { params: { id: String(post) }, token })
      return { table: 'collections', row: `${person.id}-${post}` }
    case 2: {
      const body = { post_id: post, content: `第${n}条`, parent_id: null }
      return { table: 'comments', row: String((await send(address, comments.create, { body, token, key })).id) }
    }
    case 3:
      await send(address, follows.create, { params: { id: other.user_id }, token })
      return { table: 'follows', row: `${person.id}-${other.id}` }
    default: {
      const body = { title: `第${n}篇`, content: '写到一半', category_id: category, tags: ['断电'] }
      return { table: 'posts', row: String((await send(address, posts.create, { body, token, key })).id) }
    }
  }
}

async function rowsOf(ctx: Ctx): Promise<Record<Promised['table'], Set<string>>> {
  const keys = <T>(rows: T[], key: (row: T) => string | number) => new Set(rows.map((row) => String(key(row))))
  const { db } = ctx
  return {
    likes: keys(await db.selectFrom('likes').selectAll().execute(), (row) => `${row.user_id}-${row.target_id}`),
    collections: keys(await db.selectFrom('collections').selectAll().execute(), (r) => `${r.user_id}-${r.post_id}`),
    comments: keys(await db.selectFrom('comments').select('id').execute(), (row) => row.id),
    follows: keys(await db.selectFrom('follows').selectAll().execute(), (r) => `${r.follower_id}-${r.following_id}`),
    posts: keys(await db.selectFrom('posts').select('id').execute(), (row) => row.id),
  }
}

it('keeps acknowledged writes and makes no repeated one twice when the server is killed among 200 writers', async () => {
  const { config, remove } = await testConfig({ onDisk: true })
  onTestFinished(remove)
  const stage = await setStage(config)
  const server = await startServerProcess(config)

  const promised: Promised[] = []
  const refused: string[] = []
  let killed: Promise<void> | undefined
  let next = 0
  const writer = async () => {
    while (!killed) {
      try {
        promised.push(await write(server.address, stage, next++))
      } catch (error) {
        // A lost connection makes `fetch` throw a TypeError, which is expected; a rejection is not.
        if (error instanceof TypeError) break
        refused.push(String(error))
      }
      // Notes take longest.
      const enough = promised.length >= KILL_AFTER && promised.some(({ table }) => table === 'posts')
      if (enough) killed ??= server.end('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, writer))
  await killed
  expect(refused).toEqual([])
  expect(promised.length).toBeGreaterThanOrEqual(KILL_AFTER)
  expect(promised.length).toBeLessThan(next)

  const again = await startServerProcess(config)
  const last = promised.findLast(({ table }) => table === 'posts')
  // A busy machine answers 503 for the first seconds of a start.
  const status = async () => (await fetch(`${again.address}${API_PREFIX}/posts/${last?.row}`)).status
  await expect.poll(status, { timeout: 20_000 }).toBe(200)
  const after = await write(again.address, stage, next)
  // Whether or not they were answered, or written, the first time.
  for (let n = 0; n < next; n++) if (n % 5 === 2 || n % 5 === 4) promised.push(await write(again.address, stage, n))
  await again.end('SIGTERM')

  await withResources(config, async (ctx) => {
    const rows = await rowsOf(ctx)
    expect([...promised, after].filter(({ table, row }) => !rows[table].has(row))).toEqual([])
    const titles = await ctx.db.selectFrom('posts').select('title').where('content', '=', '写到一半').execute()
    const contents = await ctx.db.selectFrom('comments').select('content').execute()
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length)
    expect(new Set(contents.map(({ content }) => content)).size).toBe(contents.length)
    expect(await counterDrift(ctx)).toEqual([])
    const page = await searchPosts(ctx, ctx.db, { keyword: '写到一半', tag: undefined, page: 1, limit: 1 })
    const { posts: found } = page.data as OutputOf<typeof searchEndpoint>
    expect(found.pagination.total).toBe(rows.posts.size - stage.notes.length)
  })
}, 120_000)
