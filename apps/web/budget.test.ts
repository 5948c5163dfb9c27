/** The size of the first load, and what no page may load at once (docs/design.md#page-weight). */
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import manifest from './package.json' with { type: 'json' }

const { dependencies } = manifest

const KB = 1000
const JS_MAX = 122 * KB
const CSS_MAX = 10 * KB

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

/** As the server sends it: compressed at build time. */
const compressedSize = (content: string | Uint8Array) => brotliCompressSync(content).byteLength

const codeOf = (loaded: Set<Rolldown.OutputChunk>) =>
  [...loaded].reduce((sum, { code }) => sum + compressedSize(code), 0)

function stylesOf(loaded: Set<Rolldown.OutputChunk>) {
  const names = new Set([...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [...names].reduce((sum, name) => {
    const file = files.get(name)
    return file?.type === 'asset' ? sum + compressedSize(file.source) : sum
  }, 0)
}

// Brotli at its highest level takes a busy machine a while.
test('the first load of /explore stays within its budget', { timeout: 60_000 }, () => {
  const loaded = new Set([
    ...withImports(chunkWith(/\/src\/main\.tsx$/)),
    ...withImports(chunkWith(/\/ExplorePage\.tsx$/)),
  ])
  const code = codeOf(loaded)
  // Guards against counting too few chunks after a change of code splitting.
  expect(code).toBeGreaterThan(60 * KB)
  expect(code).toBeLessThanOrEqual(JS_MAX)
  const styles = stylesOf(loaded)
  expect(styles).toBeGreaterThan(KB)
  expect(styles).toBeLessThanOrEqual(CSS_MAX)
})

describe('no page loads at once', () => {
  /** The source files that the community's pages load before they are shown. */
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
    // A package that is no longer used would check nothing.
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages))
    const modules = modulesOfPages()
    const loaded = packages.filter((name) => modules.some((id) => id.includes(`/node_modules/${name}/`)))
    expect(loaded).toEqual([])
  })
})
