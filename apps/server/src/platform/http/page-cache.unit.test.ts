import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { createCache } from '../cache/cache.ts'
import { localBus } from '../events/bus.ts'
import { sendCompressedPage } from './compressed-page.ts'
import { joinPage } from './json-page.ts'
import { matchesEtag, pageCache } from './page-cache.ts'

function setUp() {
  const cache = createCache(localBus(), { maxBytes: 1_000_000, clock: { now: () => 0 } })
  const list = () => cache.get('list') ?? cache.set('list', null, { tags: ['posts'], bytes: 0 })
  const join = vi.fn(async () => joinPage({ made: join.mock.calls.length }, [list()]))
  const pages = pageCache(cache)
  const get = async () => (await pages.get('/a', join)).body.toString()
  return { cache, pages, get, join }
}

it('joins a page again only when something on it has changed', async () => {
  const { cache, get } = setUp()
  expect([await get(), await get()]).toEqual(['{"made":1}', '{"made":1}'])
  cache.invalidate(['users'])
  expect(await get()).toBe('{"made":1}')
  cache.invalidate(['posts'])
  expect([await get(), await get()]).toEqual(['{"made":2}', '{"made":2}'])
})

it('does not store a page, nor share it with later requests, when something on it changed meanwhile', async () => {
  const { cache, pages, get } = setUp()
  const basis = [cache.set('list', null, { tags: ['posts'], bytes: 0 })]
  let finish = () => {}
  const joining = new Promise<void>((resolve) => (finish = resolve))
  const before = pages.get('/a', () => joining.then(() => joinPage({ old: true }, basis)))
  const together = pages.get('/a', () => Promise.reject(new Error('not shared')))
  cache.invalidate(['posts'])
  expect(await get()).toBe('{"made":1}')
  finish()
  expect((await before).body).toBe((await together).body)
  expect(await get()).toBe('{"made":1}')
})

it.each([
  [(tag: string) => tag, true],
  [(tag: string) => `W/${tag}`, true],
  [(tag: string) => `"other", ${tag}`, true],
  [() => '"other"', false],
  [() => undefined, false],
])('matches its tag in If-None-Match (%#)', async (header, known) => {
  const { pages, join } = setUp()
  const page = await pages.get('/a', join)
  expect(matchesEtag(header(page.etag), page)).toBe(known)
})

it('keeps no memory of other buffers alive', async () => {
  const { pages } = setUp()
  const page = await pages.get('/a', async () => joinPage({ text: '石榴'.repeat(500) }, []))
  const app = fastify().get('/', (request, reply) => sendCompressedPage(page, request, reply))
  for (const encoding of ['br', 'gzip']) await app.inject({ url: '/', headers: { 'accept-encoding': encoding } })
  for (const buffer of [page.body, await page.compressed.br, await page.compressed.gzip]) {
    expect(buffer?.buffer.byteLength).toBe(buffer?.length)
  }
})

it('keeps no entry in memory that the page shows no longer', async () => {
  const { cache, pages } = setUp()
  const store = () => cache.set('list', { ids: [1, 2, 3] }, { tags: [], bytes: 0 })
  const joined = async () => {
    const entry = store()
    await pages.get('/a', async () => joinPage({ ids: entry.value.ids }, [entry]))
    return new WeakRef(entry.value)
  }
  const shown = await joined()
  store()
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const isGone = () => {
    collectGarbage()
    return shown.deref() === undefined
  }
  await expect.poll(isGone, { timeout: 10_000 }).toBe(true)
})
