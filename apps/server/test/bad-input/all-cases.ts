/** Collects the cases of all `*.cases.ts` files. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EndpointCases } from './cases.ts'
import type { Fixture } from './fixture.ts'

const folder = dirname(fileURLToPath(import.meta.url))

type MakeCases = (fixture: Fixture) => EndpointCases[]

export async function allCases(fixture: Fixture): Promise<EndpointCases[]> {
  const files = readdirSync(folder).filter((file) => /\.cases\.ts$/.test(file))
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  const makers = modules.flatMap((module: Record<string, MakeCases>) =>
    Object.keys(module).flatMap((name) => (name.endsWith('Cases') ? (module[name] ?? []) : [])),
  )
  return makers.flatMap((makeCases) => makeCases(fixture))
}
