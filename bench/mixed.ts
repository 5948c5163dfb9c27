/** Readers of every kind in closed loops while others write at a fixed rate, all on the same notes (README.md). */
import type { MixedResult } from './load.ts'
import { median } from './measure.ts'
import type { Options } from './options.ts'
import type { Load, Server } from './processes.ts'
import { type BenchRequest, send } from './request.ts'
import type { Site } from './sites.ts'

export type MixedFigures = {
  engine: Site['engine']
  size: Site['size']
  /** Attempted per second. */
  writes: number
  /** Per second. */
  reads: number
  /** Reads as a part of those without writes. */
  ratio: number
  /** Milliseconds. */
  p50: number
  p99: number
  writeP99: number
  failed: number
  megabytes: number
}

const RATES = [0, 10, 50, 200]
/** Least part of the reads that is left at a rate of writes. */
export const MIXED_TARGETS: ReadonlyMap<number, { ratio: number; p99?: number }> = new Map([
  [50, { ratio: 0.6, p99: 40 }],
  [200, { ratio: 0.35 }],
])

const READERS = 16
const ACCOUNTS = 60
/** Requests of one reader, repeated when they run out. */
const PER_READER = 500
const FEED_PAGES = 5
const WORDS = ['一个', '学习', '图书馆', '食堂', '鲸落']
const READ_SHARES = { feed: 40, channel: 15, detail: 20, comments: 13, search: 5, profile: 4, unread: 3 }
/** Of twenty writes in a row. */
const WRITE_SHARES = { like: 13, comment: 6, note: 1 }

type Target = {
  notes: number[]
  authors: string[]
  categories: number[]
  tokens: string[]
  /** Pairs of account and note without a like. */
  likes: { token: string; note: number }[]
  site: Site
}

export async function measureMixed(
  site: Site,
  server: Server,
  load: Load,
  { rounds, seconds }: Options,
): Promise<MixedFigures[]> {
  const samples = new Map<number, MixedResult[]>(RATES.map((rate) => [rate, []]))
  const mixed = await prepareMixed(site, server, load)
  for (let round = 0; round <= Math.max(1, Math.round(rounds / 4)); round++) {
    for (const rate of RATES) {
      const duration = round === 0 ? 2 : 8 * seconds
      const { run, takeBack } = mixed(rate, duration)
      const result = await run()
      await takeBack(result)
      // The first round warms up.
      if (round > 0) samples.get(rate)?.push(result)
    }
  }
  const readsOf = (rate: number) => median((samples.get(rate) ?? []).map((one) => one.rate))
  return RATES.map((rate) => {
    const own = samples.get(rate) ?? []
    return {
      engine: site.engine,
      size: site.size,
      writes: rate,
      reads: readsOf(rate),
      ratio: readsOf(rate) / readsOf(0),
      p50: median(own.map((one) => one.p50)),
      p99: median(own.map((one) => one.p99)),
      writeP99: rate === 0 ? 0 : median(own.map((one) => one.writeP99)),
      failed: own.reduce((sum, one) => sum + one.failed, 0),
      megabytes: server.megabytes(),
    }
  })
}

/** Writes a second, where there is one rate only. */
export const FIXED_WRITES = 50

/** Rounds of so many writes a second, whose writes are to be taken back after each. */
export async function prepareMixed(site: Site, { address }: Server, load: Load) {
  const target = await readTarget(site, address)
  const readers = Array.from({ length: READERS }, () => readerRequests(target))
  const makeWrites = writer(target)
  return (perSecond: number, seconds: number) => {
    const writes = makeWrites(Math.ceil(perSecond * seconds))
    return {
      run: () => load.runMixed({ address, readers, writes, perSecond, seconds }),
      takeBack: ({ answers }: Pick<MixedResult, 'answers'>) => takeBack(address, writes, answers),
    }
  }
}

type FeedPost = { id: number; author_account: string; liked: boolean }

/** The notes of the first pages of recommend, which everyone reads and writes on. */
async function readTarget(site: Site, address: string): Promise<Target> {
  const load = async <Data>(path: string, token?: string) => {
    const response = await send(address, { method: 'GET', path, token })
    return ((await response.json()) as { data: Data }).data
  }
  const postsFor = async (token?: string) => {
    const posts: FeedPost[] = []
    for (let page = 1; page <= FEED_PAGES; page++) {
      posts.push(...(await load<{ posts: FeedPost[] }>(feedPath(page), token)).posts)
    }
    return posts
  }
  const posts = await postsFor()
  const categories = await load<{ id: number }[]>('/api/categories')
  const tokens = site.siteData.tokens.slice(0, ACCOUNTS)
  const likes = []
  for (const token of tokens) {
    for (const { id, liked } of await postsFor(token)) if (!liked) likes.push({ token, note: id })
  }
  return {
    notes: posts.map(({ id }) => id),
    authors: [...new Set(posts.map(({ author_account }) => author_account))],
    categories: categories.map(({ id }) => id),
    tokens,
    // By note and then by account, so that neighbours are of different accounts.
    likes: likes.toSorted((a, b) => a.note - b.note),
    site,
  }
}

const feedPath = (page: number) => `/api/posts?category=recommend&page=${page}&limit=20`

function readerRequests(target: Target): BenchRequest[] {
  const { notes, authors, categories, tokens } = target
  const paths: Record<keyof typeof READ_SHARES, () => string> = {
    feed: () => feedPath(1 + Math.floor(Math.random() * FEED_PAGES)),
    channel: () => `/api/posts?category=${pick(categories)}&page=1&limit=20`,
    detail: () => `/api/posts/${pick(notes)}`,
    comments: () => `/api/posts/${pick(notes)}/comments?page=1&limit=5`,
    search: () => `/api/search?keyword=${encodeURIComponent(pick(WORDS))}&page=1&limit=20`,
    profile: () => `/api/users/${pick(authors)}`,
    unread: () => '/api/notifications/unread-count',
  }
  const kinds = Object.entries(READ_SHARES).flatMap(([kind, share]) => Array<string>(share).fill(kind))
  return Array.from({ length: PER_READER }, () => {
    const kind = pick(kinds) as keyof typeof READ_SHARES
    const asGuest = kind !== 'unread' && Math.random() < 0.5
    return { method: 'GET', path: paths[kind](), ...(!asGuest && { token: pick(tokens) }) }
  })
}

/** Goes on from round to round. */
let published = 0

/** Returns a maker of writes. They are taken back before the next call, which may repeat them. */
function writer({ notes, tokens, likes, site }: Target): (count: number) => BenchRequest[] {
  const order = Object.entries(WRITE_SHARES).flatMap(([kind, share]) => Array<string>(share).fill(kind))
  let written = 0
  const make = (): BenchRequest => {
    const index = written++
    const token = tokens[index % tokens.length]
    const note = notes[index % notes.length]
    // 7 and 20 have no common factor: the kinds are spread evenly.
    const kind = order[(index * 7) % order.length]
    if (kind === 'like') {
      const like = likes[index % likes.length]
      return { method: 'POST', path: '/api/likes', token: like?.token, body: { target_type: 1, target_id: like?.note } }
    }
    if (kind === 'comment') {
      return { method: 'POST', path: '/api/comments', token, body: { post_id: note, content: `说得好，第${index}次` } }
    }
    const images = site.siteData.pictures.slice(0, 3)
    const category_id = site.siteData.categoryId
    const body = {
      title: `混合压测第${index}篇`,
      content: '下午的光刚好落在书上。',
      category_id,
      images,
      tags: ['日常'],
    }
    // One account may publish a few notes in some minutes, whether or not they are taken back.
    const { tokens: all } = site.siteData
    return { method: 'POST', path: '/api/posts', token: all[published++ % all.length], body }
  }
  return (count) => Array.from({ length: count }, make)
}

/** Deletes what was written, so that the site stays as it was seeded. */
async function takeBack(address: string, writes: BenchRequest[], answers: [place: number, answer: string][]) {
  for (const [place, answer] of answers) {
    const write = writes[place]
    if (!write || !answer.startsWith('{"code":200')) continue
    const isLike = write.path === '/api/likes'
    const path = isLike ? write.path : `${write.path}/${JSON.parse(answer).data.id}`
    const { token, body } = write
    await (await send(address, { method: 'DELETE', path, token, ...(isLike && { body }) })).text()
  }
}

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('The site has too few notes for the mixed row')
  return value
}
