/** Databases for the tests of one file: made and migrated once, emptied between tests, dropped at the end. */
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, inject } from 'vitest'

const made: string[] = []
const free: string[] = []

async function onServer<R>(work: (connection: Connection) => Promise<R>): Promise<R> {
  const connection = await createConnection(inject('mysqlUrl'))
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

/** An empty database; give it back when done. */
export async function emptyMysqlDatabase(): Promise<{ url: string; giveBack(): Promise<void> }> {
  const name = free.pop() ?? (await create())
  const url = new URL(inject('mysqlUrl'))
  url.pathname = `/${name}`
  return {
    url: url.href,
    async giveBack() {
      await empty(name)
      free.push(name)
    },
  }
}

async function create(): Promise<string> {
  const name = `shiliu_test_${process.pid}_${Date.now().toString(36)}_${made.length}`
  made.push(name)
  await onServer((server) => server.query(`create database ${name} character set utf8mb4 collate utf8mb4_bin`))
  return name
}

/** Deletes the rows, which is much faster than dropping the tables; the list of migrations stays. */
function empty(name: string): Promise<void> {
  return onServer(async (server) => {
    const [rows] = await server.query(
      "select table_name as name from information_schema.tables where table_schema = ? and table_name not like 'kysely%'",
      [name],
    )
    await server.query('set foreign_key_checks = 0')
    for (const table of rows as { name: string }[]) await server.query(`delete from ${name}.${table.name}`)
  })
}

afterAll(() =>
  onServerIfAny(async (server) => {
    for (const name of made) await server.query(`drop database if exists ${name}`)
  }),
)

async function onServerIfAny(work: (connection: Connection) => Promise<void>): Promise<void> {
  if (made.length > 0) await onServer(work)
}
