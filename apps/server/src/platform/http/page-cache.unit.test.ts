import { expect, it } from 'vitest'
import { matchesEtag, pageCache } from './page-cache.ts'

it('drops pages when cleared and does not store one made before that', () => {
  const pages = pageCache()
  const version = pages.version()
  pages.set('/a', 'old', version)
  expect(pages.get('/a')?.body.toString()).toBe('old')
  pages.clear()
  expect(pages.get('/a')).toBeUndefined()
  pages.set('/a', 'old', version)
  expect(pages.get('/a')).toBeUndefined()
})

it('expires a page after a minute', () => {
  let now = 1000
  const pages = pageCache({ now: () => now })
  pages.set('/a', 'x', pages.version())
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
])('matches its tag in If-None-Match (%#)', (header, known) => {
  const pages = pageCache()
  const page = pages.set('/a', 'x', pages.version())
  expect(matchesEtag(header(page.etag), page)).toBe(known)
})
