/** The size of the first load, and what no page may load at once (docs/design.md#page-weight). */
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import manifest from './package.json' with { type: 'json' }
import type { PageAssets } from './page-assets-plugin.ts'

const { dependencies } = manifest

const KB = 1000
const JS_MAX = 130 * KB
const CSS_MAX = 10 * KB
/** Scripts and styles of the first load, besides the page itself and boot.js. */
const FILES_MAX = 4
/** Of the community; the back office has its own. */
const CHUNKS_MAX = 12

/** Packages in chunks of their own, loaded on demand. */
const HEAVY = {
  'the editor': ['@tiptap/core', '@tiptap/pm'],
  emoji: ['emojibase-data', 'frimousse'],
  'the text diff': ['diff'],
  'the cropper': ['react-easy-crop'],
  'the lightbox': ['yet-another-react-lightbox'],
  'drag and drop': ['@dnd-kit/core', '@dnd-kit/sortable'],
}
const PAGE = /\/src\/features\/[\w-]+\/\w+(Page|Overlay)\.tsx$/

let chunks: Rolldown.OutputChunk[] = []
let files = new Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>()

beforeAll(async () => {
  // Libraries have a larger development build.
  vi.stubEnv('NODE_ENV', 'production')
  const root = fileURLToPath(new URL('.', import.meta.url))
  const result = await build({ root, logLevel: 'silent', build: { write: false } })
  if (!('output' in result)) throw new Error('not built')
  files = new Map(result.output.map((file) => [file.fileName, file]))
  chunks = result.output.filter((file) => file.type === 'chunk')
}, 120_000)
afterAll(() => void vi.unstubAllEnvs())

/** The chunk and all chunks that it imports statically. */
function withImports(chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()) {
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const name of chunk.imports) {
    const imported = files.get(name)
    if (imported?.type === 'chunk') withImports(imported, seen)
  }
  return seen
}

function chunkWith(module: RegExp) {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
  if (!found) throw new Error(`no chunk holds ${module}`)
  return found
}

const firstLoad = () =>
  new Set([...withImports(chunkWith(/\/src\/main\.tsx$/)), ...withImports(chunkWith(/\/ExplorePage\.tsx$/))])

/** As the server sends it: compressed at build time. */
const compressedSize = (content: string | Uint8Array) => brotliCompressSync(content).byteLength

const codeOf = (loaded: Set<Rolldown.OutputChunk>) =>
  [...loaded].reduce((sum, { code }) => sum + compressedSize(code), 0)

const stylesheetsOf = (loaded: Set<Rolldown.OutputChunk>) =>
  new Set([...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))

function stylesOf(loaded: Set<Rolldown.OutputChunk>) {
  return [...stylesheetsOf(loaded)].reduce((sum, name) => {
    const file = files.get(name)
    return file?.type === 'asset' ? sum + compressedSize(file.source) : sum
  }, 0)
}

// Brotli at its highest level takes a busy machine a while.
test('the first load of /explore stays within its budget', { timeout: 60_000 }, () => {
  const loaded = firstLoad()
  const code = codeOf(loaded)
  // Guards against counting too few chunks after a change of code splitting.
  expect(code).toBeGreaterThan(60 * KB)
  expect(code).toBeLessThanOrEqual(JS_MAX)
  const styles = stylesOf(loaded)
  expect(styles).toBeGreaterThan(KB)
  expect(styles).toBeLessThanOrEqual(CSS_MAX)
  expect(loaded.size + stylesheetsOf(loaded).size).toBeLessThanOrEqual(FILES_MAX)
})

test('a note needs one chunk more than the feed', () => {
  const first = firstLoad()
  const more = [...withImports(chunkWith(/\/PostPage\.tsx$/))].filter((chunk) => !first.has(chunk))
  expect(more.map(({ name }) => name)).toEqual(['note'])
})

test('the community is a handful of chunks, the back office one of its own', () => {
  const inAdmin = ({ moduleIds }: Rolldown.OutputChunk) => moduleIds.some((id) => id.includes('/web/src/admin/'))
  const names = chunks.map(({ name }) => name)
  expect(names.length - 1, names.join()).toBeLessThanOrEqual(CHUNKS_MAX)
  expect(chunks.filter(inAdmin).map(({ name }) => name)).toEqual(['admin'])
})

test('the server is told the code of each page', () => {
  const asset = files.get('page-assets.json')
  const pages = JSON.parse(asset?.type === 'asset' ? String(asset.source) : '{}')
  const first = [...firstLoad()].map(({ fileName }) => fileName)
  const entry = chunkWith(/\/src\/main\.tsx$/).fileName
  expect(pages.explore.scripts).toEqual(first.filter((name) => name !== entry))
  for (const { scripts, styles } of Object.values<PageAssets>(pages)) {
    expect([...files.keys()]).toEqual(expect.arrayContaining([...scripts, ...styles]))
  }
})

describe('no page loads at once', () => {
  /** The source files that the community's pages load before they are shown. */
  function modulesOfPages() {
    const pages = chunks.filter(({ moduleIds }) => moduleIds.some((id) => PAGE.test(id)))
    expect(pages.flatMap(({ moduleIds }) => moduleIds).filter((id) => PAGE.test(id)).length).toBeGreaterThan(8)
    return [chunkWith(/\/src\/main\.tsx$/), ...pages].flatMap((page) =>
      [...withImports(page)].flatMap(({ moduleIds }) => moduleIds),
    )
  }

  test('the back office', () => {
    expect(modulesOfPages().filter((id) => id.includes('/web/src/admin/'))).toEqual([])
    expect(chunks.some(({ moduleIds }) => moduleIds.some((id) => id.includes('/web/src/admin/')))).toBe(true)
  })

  test.each(Object.entries(HEAVY))('%s', (_, packages) => {
    // A package that is no longer used would check nothing.
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages))
    const modules = modulesOfPages()
    const loaded = packages.filter((name) => modules.some((id) => id.includes(`/node_modules/${name}/`)))
    expect(loaded).toEqual([])
  })
})
