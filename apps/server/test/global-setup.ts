import { createConnection } from 'mysql2/promise'
import type { TestProject } from 'vitest/node'

/** Drops the databases of the run at its end. Worker processes serve several test files, so no file can drop its own. */
export default function setup(project: TestProject): () => Promise<void> {
  return async () => {
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
