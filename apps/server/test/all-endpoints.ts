import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'

const folder = dirname(fileURLToPath(import.meta.resolve('@shiliu/contract/endpoint')))

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'role' in value
}

/** Endpoints, and resources that contain endpoints. */
function endpointsIn(value: unknown): AnyEndpoint[] {
  if (isEndpoint(value)) return [value]
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? Object.values(value).filter(isEndpoint) : []
}

export async function allEndpoints(): Promise<AnyEndpoint[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  return [...new Set(modules.flatMap((module: object) => Object.values(module).flatMap(endpointsIn)))]
}
