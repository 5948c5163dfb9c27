import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import type { TestProject } from 'vitest/node'

/**
 * Makes the folder for temporary files and removes it, and what killed tests left in it, at the end of the run. Drops
 * the run's databases: worker processes serve several test files, so no file can drop its own.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = project.config.env.TMPDIR
  if (folder) {
    removeLeftOver(dirname(folder))
    mkdirSync(folder, { recursive: true })
  }
  return async () => {
    if (folder) rmSync(folder, { recursive: true, force: true })
    const { engine, mysqlUrl, databasePrefix } = project.getProvidedContext()
    if (engine !== 'mysql') return
    const server = await createConnection(mysqlUrl)
    const [rows] = await server.query('select schema_name as name from information_schema.schemata')
    for (const { name } of rows as { name: string }[]) {
      if (name.startsWith(databasePrefix)) await server.query(`drop database if exists ${name}`)
    }
    await server.end()
  }
}

/** Folders of runs that were killed, each named after its process: they would keep the memory. */
function removeLeftOver(parent: string): void {
  for (const name of readdirSync(parent)) {
    const run = /^shiliu-test-(\d+)$/.exec(name)?.[1]
    if (run && !existsSync(`/proc/${run}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}
