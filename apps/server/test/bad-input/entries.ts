/** All entries, found by reading the modules beside this one. */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Entry } from './rows.ts'
import type { World } from './world.ts'

const folder = dirname(fileURLToPath(import.meta.url))

type RowsOf = (world: World) => Entry[]

export async function entriesOf(world: World): Promise<Entry[]> {
  const files = readdirSync(folder).filter((file) => /^rows-.*\.ts$/.test(file))
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)))
  const makers = modules.flatMap((module: Record<string, RowsOf>) =>
    Object.keys(module).flatMap((name) => (name.endsWith('Rows') ? (module[name] ?? []) : [])),
  )
  return makers.flatMap((rowsOf) => rowsOf(world))
}
