// Checks that the anchors, links and paths that documentation and sources cite exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './lib/run.mjs'

const IGNORED = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  '.demo',
  '.bench',
  'coverage',
  'test-results',
  'playwright-report',
])
const TEXT = /\.(?:tsx?|mjs|json|md|css|html|ya?ml|sh|sql)$|\/(?:\.env\.example|\.npmrc|\.gitignore|Dockerfile|run)$/
/** Paths of the pages may be written from one of these. */
const BASES = ['', 'apps/server/', 'apps/server/src/', 'apps/server/test/', 'apps/web/', 'apps/web/src/']
const SOURCE_FILE = /\.(?:tsx?|mjs|md|css)$/

/** Files below a folder of the repository, as paths from its root. @returns {string[]} */
function filesIn(folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (IGNORED.has(entry.name) || path === 'data') return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

const files = filesIn()
const folders = new Set(files.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))))
const pages = files.filter((file) => /^(?:[A-Z]+(?:\.[\w-]+)?\.md|docs\/.*\.md)$/.test(file))
const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
const withoutCode = (/** @type {string} */ text) => text.replace(/^```.*?^```$/gms, '')

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(/** @type {string} */ text) {
  const seen = new Map()
  return new Set(
    Array.from(withoutCode(text).matchAll(/^#{1,6} +(.+)$/gm), ([, heading = '']) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
      const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    }),
  )
}

const anchors = new Map(pages.map((page) => [page, anchorsOf(read(page))]))

/** Citations of a page (its path from the root, perhaps with an anchor) that is not there or has no such heading. */
function missingAnchors(/** @type {string} */ text) {
  return Array.from(text.matchAll(/(?<![\w./-])(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g))
    .filter(([, page = '', anchor]) => !anchors.has(page) || (anchor && !anchors.get(page)?.has(anchor)))
    .map(([citation]) => citation)
}

/** Targets of a page's relative links that do not exist, or have no such heading. */
function brokenLinks(/** @type {string} */ page, /** @type {string} */ text) {
  const targets = Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/')
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchors.get(file)?.has(anchor)
  })
}

/** Paths in backticks that look like the repository's and do not exist; `<name>`, `{name}` and `…` are placeholders. */
function missingPaths(/** @type {string} */ text) {
  const quoted = Array.from(withoutCode(text).matchAll(/`([^`\n]+)`/g), ([, path = '']) => path.replace(/#[\w-]+$/, ''))
  return quoted.filter((path) => {
    if (!/^[\w.@*-][\w.@*/-]*$/.test(path) || /^\.[a-z]+$/.test(path)) return false
    const [first = ''] = path.split('/')
    const known = path.includes('/') && BASES.some((base) => folders.has(base + first))
    if (!known && !SOURCE_FILE.test(path)) return false
    return !exists(path)
  })
}

/** A path may begin anywhere: `posts/posts.repo.ts` is enough of it. */
function exists(/** @type {string} */ path) {
  const pattern = path.replace(/\/$/, '').replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')
  const whole = new RegExp(`(?:^|/)${pattern}$`)
  return [...folders, ...files].some((one) => whole.test(one))
}

/** Headings have anchors; numbers change and say nothing of the text they stand in. */
const NUMBERED = /\b(?:section|rule)s? \d+/gi

/** A comment may break a citation at the end of its line. */
function numberedCitations(/** @type {string} */ text) {
  return text.replace(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ').match(NUMBERED) ?? []
}

describe('references', () => {
  it('cites anchors that exist', () => {
    const missing = files
      .filter((file) => TEXT.test(`/${file}`))
      .flatMap((file) => missingAnchors(read(file)).map((citation) => `${file}: ${citation}`))
    expect(missing).toEqual([])
  })

  it('cites headings by anchor, not by number', () => {
    const numbered = files
      .filter((file) => TEXT.test(`/${file}`))
      .flatMap((file) => numberedCitations(read(file)).map((citation) => `${file}: ${citation}`))
    expect(numbered).toEqual([])
  })

  it('links to files and headings that exist', () => {
    expect(pages).toContain('docs/decisions/002-sqlite-and-mysql.md')
    const broken = pages.flatMap((page) => brokenLinks(page, read(page)).map((target) => `${page}: ${target}`))
    expect(broken).toEqual([])
  })

  it('names paths that exist', () => {
    const missing = pages.flatMap((page) => missingPaths(read(page)).map((path) => `${page}: ${path}`))
    expect(missing).toEqual([])
  })
})

describe('decisions', () => {
  const decisions = files.filter((file) => file.startsWith('docs/decisions/'))
  const numberOf = (/** @type {string} */ file) => Number(file.slice('docs/decisions/'.length).split('-', 1)[0])

  it('are numbered without gaps', () => {
    // 035 and 045 were dropped; comments cite the others.
    const numbers = Array.from({ length: decisions.length + 2 }, (_, i) => i + 1)
    expect(decisions.map(numberOf).toSorted((a, b) => a - b)).toEqual(numbers.filter((n) => n !== 35 && n !== 45))
  })

  it.each(decisions)('%s has its parts, on 60 lines at most', (file) => {
    const number = String(numberOf(file)).padStart(3, '0')
    const head = `# ${number}: .+\n\n- Date: \\d{4}-\\d\\d-\\d\\d\n- Status: \\w.*\n- Superseded by: \\S`
    expect(read(file)).toMatch(new RegExp(`^${head}`))
    expect(read(file).match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
    expect(read(file).split('\n').length - 1).toBeLessThanOrEqual(60)
  })

  it('say in both what one changes of another', () => {
    const headers = new Map(decisions.map((file) => [numberOf(file), read(file).split('\n\n')[1] ?? '']))
    const oneSided = Array.from(headers).flatMap(([number, header]) =>
      Array.from((/(?:supersedes|adds to) .*/s.exec(header)?.[0] ?? '').matchAll(/\[(\d{3})\]/g), ([, older]) => older)
        .filter((older) => !headers.get(Number(older))?.includes(`[${String(number).padStart(3, '0')}]`))
        .map((older) => `${older} does not name ${number}`),
    )
    expect(oneSided).toEqual([])
  })
})

describe('the checks', () => {
  const page = ['docs', 'product.md'].join('/')

  it('make anchors as GitHub does', () => {
    const text = '# One, two\n```\n# no heading\n```\n## The `x` of [it](y.md)\n## 中文 A\n## One, two\n'
    expect([...anchorsOf(text)]).toEqual(['one-two', 'the-x-of-it', '中文-a', 'one-two-1'])
  })

  it('find anchors that are missing', () => {
    const text = `see ${page}#publishing and ${page}#nowhere, ${page.replace('product', 'nothing')}#publishing`
    expect(missingAnchors(text)).toEqual([`${page}#nowhere`, `${page.replace('product', 'nothing')}#publishing`])
  })

  it('find citations by number', () => {
    const samples = ['(see section', '5)', 'Rules', '3, 4 and']
    expect(numberedCitations(samples.join('\n// '))).toHaveLength(2)
    expect(numberedCitations('one section by the other')).toEqual([])
  })

  it('find links that lead nowhere', () => {
    const text = '[a](api.md#drafts) [b](nowhere.md) [c](#drafts) [d](#nowhere) [e](api.md#nowhere) [f](https://x.org)'
    expect(brokenLinks(page, text)).toEqual(['nowhere.md', '#nowhere', 'api.md#nowhere'])
  })

  it('find paths that do not exist', () => {
    const text =
      '`apps/server/src` `platform/db/` `*.repo.ts` `apps/<name>/src` `text/html` `/explore` `docs/api.md#drafts`'
    expect(missingPaths(text)).toEqual([])
    expect(missingPaths('`apps/nothing` `platform/nothing.ts` `Nothing.tsx` `apps/nothing/`')).toHaveLength(4)
  })
})

it('no file has the marks of a merge that was not finished', () => {
  const texts = files.filter((file) => TEXT.test(`/${file}`))
  expect(texts.filter((file) => /^(?:<{7}|>{7}) /m.test(read(file)))).toEqual([])
})
