/** Created and migrated once per worker process, emptied between tests, dropped by global-setup.ts. */
import { type Connection, createConnection } from 'mysql2/promise'
import { inject } from 'vitest'

let created = 0
const free: string[] = []

async function withServer<R>(work: (connection: Connection) => Promise<R>): Promise<R> {
  const connection = await createConnection({ uri: inject('mysqlUrl'), multipleStatements: true })
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

type Borrowed = { url: string; giveBack(): Promise<void> }

/** Borrows an empty database, which an earlier test may have migrated already. */
export async function emptyMysqlDatabase(): Promise<Borrowed> {
  const name = free.pop() ?? (await create())
  return {
    url: urlOf(name),
    async giveBack() {
      await empty(name)
      free.push(name)
    },
  }
}

/** A database without tables, for tests of the schema itself; dropped when given back. */
export async function newMysqlDatabase(): Promise<Borrowed> {
  const name = await create()
  return {
    url: urlOf(name),
    async giveBack() {
      await withServer((server) => server.query(`drop database ${name}`))
    },
  }
}

/** The address of a database that is not there; dropped at the end if it is then. */
export function missingMysqlDatabase(): Borrowed {
  const name = `${inject('databasePrefix')}${process.pid}_${created++}`
  return {
    url: urlOf(name),
    giveBack: () => withServer(async (server) => void (await server.query(`drop database if exists ${name}`))),
  }
}

function urlOf(name: string): string {
  const url = new URL(inject('mysqlUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function create(): Promise<string> {
  const name = `${inject('databasePrefix')}${process.pid}_${created++}`
  await withServer((server) => server.query(`create database ${name} character set utf8mb4 collate utf8mb4_bin`))
  return name
}

/** Deletes all rows, which is much faster than dropping the tables, and keeps the migrations. Syncs once. */
function empty(name: string): Promise<void> {
  return withServer(async (server) => {
    const [rows] = await server.query(
      "select table_name as name from information_schema.tables where table_schema = ? and table_name not like 'kysely%'",
      [name],
    )
    const deletions = (rows as { name: string }[]).map((table) => `delete from ${name}.${table.name}`)
    await server.query(['set foreign_key_checks = 0', 'begin', ...deletions, 'commit'].join(';'))
  })
}
