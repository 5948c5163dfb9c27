// Keeps zod out of the browser: a contract module that imports zod, directly or through another one, is replaced by its
// plain data: reduced endpoints, objects of them and JSON constants. Schemas and functions are dropped, so importing
// one as a value fails the build.
import { readFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, runnerImport } from 'vite'

const contractDir = fileURLToPath(new URL('../../packages/contract/src', import.meta.url))

/** Value imports only: `import type` is erased. Relies on the formatter's style of imports. */
const valueImport = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]/gm

export async function needsZod(file: string): Promise<boolean> {
  const source = await readFile(file, 'utf8')
  for (const [, target] of source.matchAll(valueImport)) {
    if (target === 'zod') return true
    if (target?.startsWith('.') && (await needsZod(resolve(dirname(file), target)))) return true
  }
  return false
}

type Data = Record<string, unknown>

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isEndpoint(value: unknown): value is Data {
  return isRecord(value) && typeof value.method === 'string' && typeof value.path === 'string' && 'role' in value
}

function isJson(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isJson)
  return isRecord(value) && Object.values(value).every(isJson)
}

export function plainExport(value: unknown): unknown {
  if (isEndpoint(value)) {
    const { method, path, role, adminRole, multipart } = value
    return { method, path, role, adminRole, multipart }
  }
  if (isRecord(value) && Object.values(value).length > 0 && Object.values(value).every(isEndpoint)) {
    return Object.fromEntries(Object.entries(value).map(([name, endpoint]) => [name, plainExport(endpoint)]))
  }
  return isJson(value) ? value : undefined
}

export function plainModule(exports: Data): string {
  return Object.entries(exports)
    .map(([name, value]) => [name, JSON.stringify(plainExport(value))] as const)
    .filter(([, json]) => json !== undefined)
    .map(([name, json]) => `export const ${name} = ${json}\n`)
    .join('')
}

export function contract(): Plugin {
  return {
    name: 'shiliu:contract',
    enforce: 'pre',
    async load(id) {
      const file = resolve(id.split('?')[0] ?? id)
      if (!file.startsWith(contractDir + sep) || !file.endsWith('.ts') || !(await needsZod(file))) return null
      const { module, dependencies } = await runnerImport<Data>(file, { configFile: false, logLevel: 'error' })
      for (const dependency of dependencies) this.addWatchFile(resolve(dependency))
      return { code: plainModule(module) || 'export {}\n', map: null, moduleType: 'js' }
    },
  }
}
