// Writes `page-assets.json`: by the first part of an address, the scripts and styles of its page that the entry does
// not load. The server names them in the HTML, so that the browser need not run the entry to find them.
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url)).replaceAll('\\', '/')

export type PageAssets = { scripts: string[]; styles: string[] }

/** `pages` has the source file of each page below `src/`. Fails the build for a file that no chunk holds. */
export function pageAssets(pages: Record<string, string>): Plugin {
  return {
    name: 'page-assets',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = withImports(
        bundle,
        chunks.filter(({ isEntry }) => isEntry),
      )
      const assetsOf = (file: string): PageAssets => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(source(file)))
        if (!chunk) throw new Error(`page-assets: no chunk holds ${file}`)
        const own = [...withImports(bundle, [chunk])].filter((one) => !entry.has(one))
        const styles = new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
        return { scripts: own.map(({ fileName }) => fileName), styles: [...styles] }
      }
      const assets = Object.fromEntries(Object.entries(pages).map(([part, file]) => [part, assetsOf(file)]))
      this.emitFile({ type: 'asset', fileName: 'page-assets.json', source: JSON.stringify(assets) })
    },
  }
}

/** The chunks and all that they import statically. */
function withImports(bundle: Rolldown.OutputBundle, chunks: Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const found = new Set(chunks)
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') found.add(imported)
    }
  }
  return found
}
