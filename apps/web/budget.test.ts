/** What a visitor has to load before the first cards, and what nobody may have to load with a page (design section 7). */
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import manifest from './package.json' with { type: 'json' }

const { dependencies } = manifest

const KB = 1000
const JS_MAX = 130 * KB
const CSS_MAX = 25 * KB

/** Packages that are chunks of their own, fetched when they are asked for. */
const HEAVY = {
  'the editor': ['@tiptap/core', '@tiptap/pm'],
  emoji: ['emojibase-data', 'frimousse'],
  'the cropper': ['react-easy-crop'],
  'the lightbox': ['yet-another-react-lightbox'],
  'putting in order': ['@dnd-kit/core', '@dnd-kit/sortable'],
}
const PAGE = /\/src\/features\/[\w-]+\/\w+(Page|Overlay)\.tsx$/

let chunks: Rolldown.OutputChunk[] = []
let files = new Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>()

beforeAll(async () => {
  // Libraries have a larger build for tests.
  vi.stubEnv('NODE_ENV', 'production')
  const root = fileURLToPath(new URL('.', import.meta.url))
  const result = await build({ root, logLevel: 'silent', build: { write: false } })
  if (!('output' in result)) throw new Error('not built')
  files = new Map(result.output.map((file) => [file.fileName, file]))
  chunks = result.output.filter((file) => file.type === 'chunk')
}, 120_000)
afterAll(() => void vi.unstubAllEnvs())

/** The chunk and all that its code imports before it runs. */
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

/** As the server sends it: packed at build time. */
const packed = (content: string | Uint8Array) => brotliCompressSync(content).byteLength

const codeOf = (loaded: Set<Rolldown.OutputChunk>) => [...loaded].reduce((sum, { code }) => sum + packed(code), 0)

function stylesOf(loaded: Set<Rolldown.OutputChunk>) {
  const names = new Set([...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [...names].reduce((sum, name) => {
    const file = files.get(name)
    return file?.type === 'asset' ? sum + packed(file.source) : sum
  }, 0)
}

// Packing as tightly as the build does takes a busy machine a while.
test('the first load of /explore keeps to its budget', { timeout: 60_000 }, () => {
  const loaded = new Set([
    ...withImports(chunkWith(/\/src\/main\.tsx$/)),
    ...withImports(chunkWith(/\/ExplorePage\.tsx$/)),
  ])
  const code = codeOf(loaded)
  // A build that was split otherwise must not pass for a small one.
  expect(code).toBeGreaterThan(60 * KB)
  expect(code).toBeLessThanOrEqual(JS_MAX)
  const styles = stylesOf(loaded)
  expect(styles).toBeGreaterThan(KB)
  expect(styles).toBeLessThanOrEqual(CSS_MAX)
})

describe('no page brings', () => {
  /** What the community's pages load before they are shown, as source files. */
  function modulesOfPages() {
    const pages = chunks.filter(({ facadeModuleId }) => facadeModuleId && PAGE.test(facadeModuleId))
    expect(pages.length).toBeGreaterThan(8)
    return [chunkWith(/\/src\/main\.tsx$/), ...pages].flatMap((page) =>
      [...withImports(page)].flatMap(({ moduleIds }) => moduleIds),
    )
  }

  test('the back office', () => {
    expect(modulesOfPages().filter((id) => id.includes('/web/src/admin/'))).toEqual([])
    expect(chunks.some(({ moduleIds }) => moduleIds.some((id) => id.includes('/web/src/admin/')))).toBe(true)
  })

  test.each(Object.entries(HEAVY))('%s', (_, packages) => {
    // A name that is no longer used would guard nothing.
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages))
    const modules = modulesOfPages()
    const brought = packages.filter((name) => modules.some((id) => id.includes(`/node_modules/${name}/`)))
    expect(brought).toEqual([])
  })
})
