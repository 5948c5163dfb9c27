import { expect, it } from 'vitest'
import { namesPage, pageCache } from './page-cache.ts'

it('keeps a page until pages are dropped, not one that was made before that', () => {
  const pages = pageCache()
  const version = pages.version()
  pages.put('/a', 'old', version)
  expect(pages.get('/a')?.body.toString()).toBe('old')
  pages.drop()
  expect(pages.get('/a')).toBeUndefined()
  pages.put('/a', 'old', version)
  expect(pages.get('/a')).toBeUndefined()
})

it('keeps a page no longer than a minute, for what changes without a word', () => {
  let now = 1000
  const pages = pageCache({ now: () => now })
  pages.put('/a', 'x', pages.version())
  now += 59_000
  expect(pages.get('/a')).toBeDefined()
  now += 2000
  expect(pages.get('/a')).toBeUndefined()
})

it.each([
  [(tag: string) => tag, true],
  [(tag: string) => `W/${tag}`, true],
  [(tag: string) => `"other", ${tag}`, true],
  [() => '"other"', false],
  [() => undefined, false],
])('knows its tag in If-None-Match (%#)', (header, known) => {
  const pages = pageCache()
  const page = pages.put('/a', 'x', pages.version())
  expect(namesPage(header(page.etag), page)).toBe(known)
})
