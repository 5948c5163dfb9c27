// Fails the build for what browsers at the floor do not know: the syntax of the scripts as they are sent, the
// interfaces that each module in them uses, and the style sheets (docs/decisions/030-browser-floor.md).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { cssAboveFloor } from './css.ts'
import { ALLOWED_APIS, HARMLESS_CSS, PLAIN_SCRIPTS } from './floor.ts'
import { aboveEs5, apisAboveFloor, type Module, syntaxAboveFloor } from './javascript.ts'

const root = join(import.meta.dirname, '../../..')

/** `apps/web/src/a.ts`, or the package that a module belongs to. */
function nameOf(id: string): string {
  const path = relative(root, id.split('?')[0] ?? id)
    .split(sep)
    .join('/')
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(path)?.[1] ?? path
}

function modulesOf(chunks: readonly Rolldown.OutputChunk[]): Module[] {
  return chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { code }]) => (code ? { id: nameOf(id), code } : [])),
  )
}

/** The names of exceptions without a use: each must say what is true. */
const unused = (names: readonly string[], used: ReadonlySet<string>) => names.filter((name) => !used.has(name))

export function browserFloor(): Plugin {
  let publicDir = ''
  return {
    name: 'browser-floor',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle)
        const chunks = files.filter((file) => file.type === 'chunk')
        const problems: string[] = []
        const used = new Set<string>()

        for (const { code, fileName } of chunks)
          problems.push(...syntaxAboveFloor(code).map((text) => `${text} in ${fileName}`))
        for (const { feature, text } of apisAboveFloor(modulesOf(chunks))) {
          if (feature in ALLOWED_APIS) used.add(feature)
          else problems.push(text)
        }
        problems.push(...unused(Object.keys(ALLOWED_APIS), used).map((name) => `${name} is allowed, but not used`))
        for (const file of files) {
          if (file.type !== 'asset' || !/\.(css|html)$/.test(file.fileName)) continue
          const styles = file.fileName.endsWith('.html')
            ? Array.from(String(file.source).matchAll(/<style>(.*?)<\/style>/gs), ([, style = '']) => style)
            : [String(file.source)]
          const found = styles.flatMap((style) => cssAboveFloor(style, HARMLESS_CSS))
          problems.push(...found.map((text) => `${text} in ${file.fileName}`))
        }
        for (const name of readdirSync(publicDir).filter((file) => file.endsWith('.js'))) {
          const code = readFileSync(join(publicDir, name), 'utf8')
          const found = PLAIN_SCRIPTS.includes(name) ? aboveEs5(code) : ['a script that nothing checks']
          problems.push(...found.map((text) => `${text} in ${name}`))
        }
        if (problems.length > 0)
          this.error(
            `above the floor of browsers (apps/web/browser-floor/floor.ts):\n  ${problems.sort().join('\n  ')}`,
          )
      },
    },
  }
}
