/** Column types and DDL for both engines. Everything may be run again after a crash: what exists is left alone. */
import { type Kysely, sql } from 'kysely'

export type Engine = 'sqlite' | 'mysql'

type Column = (engine: Engine, name: string) => string

const optionally = (base: string, nullable: boolean) => `${base} ${nullable ? 'null' : 'not null'}`
type Options = { nullable?: boolean }

/** Ids of deleted rows are not reused. */
export const id = (): Column => (engine, name) =>
  engine === 'sqlite'
    ? `${name} integer primary key autoincrement`
    : `${name} bigint not null auto_increment primary key`

export const reference =
  (table: string, options: Options & { onDelete?: 'cascade' | 'set null' } = {}): Column =>
  (engine, name) => {
    const type = engine === 'sqlite' ? 'integer' : 'bigint'
    const action = options.onDelete ? ` on delete ${options.onDelete}` : ''
    const column = `${name} ${optionally(type, options.nullable ?? false)}`
    // MySQL ignores an inline `references`.
    return engine === 'sqlite'
      ? `${column} references ${table}(id)${action}`
      : `${column}, foreign key (${name}) references ${table}(id)${action}`
  }

export const integer =
  (options: Options & { default?: number } = {}): Column =>
  (engine, name) => {
    const type = engine === 'sqlite' ? 'integer' : 'bigint'
    const fallback = options.default === undefined ? '' : ` default ${options.default}`
    return `${name} ${optionally(type, options.nullable ?? false)}${fallback}`
  }

/** Epoch milliseconds. */
export const timestamp = (options: Options = {}): Column => integer(options)
export const boolean = (fallback: 0 | 1): Column => integer({ default: fallback })
export const real = (): Column => (engine, name) =>
  `${name} ${engine === 'sqlite' ? 'real' : 'double'} not null default 0`

/** At most n characters; unlike `text` it may be part of a key (n <= 191). */
export const varchar =
  (n: number, options: Options & { default?: string } = {}): Column =>
  (engine, name) => {
    const fallback = options.default === undefined ? '' : ` default '${options.default}'`
    return `${name} ${optionally(engine === 'sqlite' ? 'text' : `varchar(${n})`, options.nullable ?? false)}${fallback}`
  }

export const text =
  (options: Options = {}): Column =>
  (engine, name) =>
    `${name} ${optionally(engine === 'sqlite' ? 'text' : 'mediumtext', options.nullable ?? false)}`

/** Set by the writer: a text of at most n characters, or the id of another table. */
export const primaryKey =
  (type: number | 'bigint'): Column =>
  (engine, name) => {
    const numeric = engine === 'sqlite' ? 'integer' : 'bigint'
    const text = engine === 'sqlite' ? 'text' : `varchar(${type})`
    return `${name} ${type === 'bigint' ? numeric : text} not null primary key`
  }

type Keys = { unique?: string[][]; index?: string[][] }

export async function createTable(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  columns: Record<string, Column>,
  keys: Keys = {},
): Promise<void> {
  const parts = Object.entries(columns).map(([name, column]) => column(engine, name))
  const named = [
    ...(keys.unique ?? []).map((fields) => ({ kind: 'unique', name: `${table}_${fields.join('_')}_key`, fields })),
    ...(keys.index ?? []).map((fields) => ({ kind: '', name: `${table}_${fields.join('_')}_idx`, fields })),
  ]
  if (engine === 'mysql') {
    for (const { kind, name, fields } of named) parts.push(`${kind} index ${name.slice(0, 64)} (${fields.join(', ')})`)
    const options = 'engine=InnoDB default character set utf8mb4 collate utf8mb4_bin'
    await sql.raw(`create table if not exists ${table} (${parts.join(', ')}) ${options}`).execute(db)
    return
  }
  await sql.raw(`create table if not exists ${table} (${parts.join(', ')})`).execute(db)
  for (const { kind, name, fields } of named) {
    await sql.raw(`create ${kind} index if not exists ${name} on ${table} (${fields.join(', ')})`).execute(db)
  }
}

/** Fields may end with ` desc`. */
export async function createIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  fields: readonly string[],
): Promise<void> {
  const name = `${table}_${fields.join('_').replaceAll(' ', '_')}_idx`
  await createNamedIndex(db, engine, table, { kind: 'index', name, fields })
}

/** Named as those of `createTable`. */
export async function createUniqueIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  fields: readonly string[],
): Promise<void> {
  const name = `${table}_${fields.join('_')}_key`
  await createNamedIndex(db, engine, table, { kind: 'unique index', name, fields })
}

async function createNamedIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  { kind, name, fields }: { kind: 'index' | 'unique index'; name: string; fields: readonly string[] },
): Promise<void> {
  if (engine === 'mysql' && (await hasIndex(db, table, name))) return
  const unlessThere = engine === 'sqlite' ? 'if not exists' : ''
  await sql.raw(`create ${kind} ${unlessThere} ${name} on ${table} (${fields.join(', ')})`).execute(db)
}

export async function dropIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  fields: readonly string[],
): Promise<void> {
  const name = `${table}_${fields.join('_')}_idx`
  if (engine === 'sqlite') await sql.raw(`drop index if exists ${name}`).execute(db)
  else if (await hasIndex(db, table, name)) await sql.raw(`drop index ${name} on ${table}`).execute(db)
}

/** On MySQL. */
async function hasIndex(db: Kysely<unknown>, table: string, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name} limit 1`.execute(db)
  return rows.length > 0
}

async function hasColumn(db: Kysely<unknown>, engine: Engine, table: string, name: string): Promise<boolean> {
  const { rows } =
    engine === 'mysql'
      ? await sql`select 1 from information_schema.columns
          where table_schema = database() and table_name = ${table} and column_name = ${name}`.execute(db)
      : await sql`select 1 from pragma_table_info(${table}) where name = ${name}`.execute(db)
  return rows.length > 0
}

/** Indexes follow the column. */
export async function renameColumn(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  from: string,
  to: string,
): Promise<void> {
  if (await hasColumn(db, engine, table, to)) return
  await sql.raw(`alter table ${table} rename column ${from} to ${to}`).execute(db)
}

export async function addColumn(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  name: string,
  column: Column,
): Promise<void> {
  if (await hasColumn(db, engine, table, name)) return
  await sql.raw(`alter table ${table} add column ${column(engine, name)}`).execute(db)
}
