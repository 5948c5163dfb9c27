/** Packs and unpacks an archived site: Brotli files that Node reads without another program. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type Connection, createConnection, escapeId } from 'mysql2/promise'
import type { Site } from './site.ts'

export type Engine = 'sqlite' | 'mysql'

const ROWS_PER_INSERT = 200

const DATABASE = { sqlite: 'shiliu.db.br', mysql: 'database.sql.br' }
const UPLOADS = 'uploads.json.br'
const SITE = 'expected.json.br'

async function pack(file: string, content: Buffer | string): Promise<void> {
  const input = Buffer.from(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: input.length,
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await promisify(brotliCompress)(input, { params }))
}

async function unpack(file: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(file))
}

export function packSite(folder: string, site: Site): Promise<void> {
  return pack(join(folder, SITE), JSON.stringify(site))
}

export async function unpackSite(folder: string): Promise<Site> {
  return JSON.parse((await unpack(join(folder, SITE))).toString())
}

/** Packs all files below `from` as one JSON object: path → base64. */
export async function packUploads(folder: string, from: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files: Record<string, string> = {}
  for (const path of paths.sort()) {
    const name = path
      .slice(from.length + 1)
      .split(sep)
      .join('/')
    files[name] = (await readFile(path)).toString('base64')
  }
  await pack(join(folder, UPLOADS), JSON.stringify(files))
}

export async function unpackUploads(folder: string, to: string): Promise<void> {
  const files: Record<string, string> = JSON.parse((await unpack(join(folder, UPLOADS))).toString())
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(to, name)), { recursive: true })
    await writeFile(join(to, name), Buffer.from(content, 'base64'))
  }
}

/** The SQLite file of a server that has stopped. */
export async function packSqlite(folder: string, file: string): Promise<void> {
  await pack(join(folder, DATABASE.sqlite), await readFile(file))
}

export async function unpackSqlite(folder: string, file: string): Promise<void> {
  await writeFile(file, await unpack(join(folder, DATABASE.sqlite)))
}

/** Packs the database of `url` as SQL, one statement a line. */
export async function packMysql(folder: string, url: string): Promise<void> {
  const connection = await createConnection(url)
  try {
    const statements: string[] = []
    for (const table of await tablesOf(connection)) {
      const [[created]] = (await connection.query(`show create table ${escapeId(table)}`)) as unknown as [
        [{ 'Create Table': string }],
      ]
      statements.push(created['Create Table'].replaceAll('\n', ' '))
      const [rows] = await connection.query({ sql: `select * from ${escapeId(table)}`, rowsAsArray: true })
      const all = rows as unknown[][]
      for (let at = 0; at < all.length; at += ROWS_PER_INSERT) {
        const values = [all.slice(at, at + ROWS_PER_INSERT)]
        statements.push(connection.format(`insert into ${escapeId(table)} values ?`, values))
      }
    }
    await pack(join(folder, DATABASE.mysql), statements.join('\n'))
  } finally {
    await connection.end()
  }
}

/** Replaces everything in the database of `url` by the packed one. */
export async function unpackMysql(folder: string, url: string): Promise<void> {
  const statements = (await unpack(join(folder, DATABASE.mysql))).toString().split('\n')
  const connection = await createConnection(url)
  try {
    await connection.query('set foreign_key_checks = 0')
    for (const table of await tablesOf(connection)) await connection.query(`drop table ${escapeId(table)}`)
    for (const statement of statements) await connection.query(statement)
  } finally {
    await connection.end()
  }
}

async function tablesOf(connection: Connection): Promise<string[]> {
  const [rows] = await connection.query(
    'select table_name as name from information_schema.tables where table_schema = database() order by table_name',
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}
