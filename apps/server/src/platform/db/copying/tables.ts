/** Which tables a copy of the site has, read from the schema: one that a migration adds is copied by that alone. */
import type { CopyConnection } from './connection.ts'
import { CopyError } from './portable.ts'

export type CopiedTable = {
  name: string
  /** In order of their names. */
  columns: string[]
  /** Of these, what holds integers. */
  integers: ReadonlySet<string>
  /** The column of the primary key, or of a unique one that takes its place, as MySQL takes it. */
  key: string
  hasOwnIds: boolean
  /** Rows that are not copied; empty for none. */
  where: string
}

/** The search index with SQLite's tables behind it, which each site writes for itself. */
const DERIVED = /^search_(?:notes|drafts|names)(?:_\w+)?$/
/** Of Kysely and SQLite; who serves the site now; backups, which lie elsewhere. */
const NOT_OF_THE_SITE = /^(?:kysely_|sqlite_)|^(?:nodes|backups)$/
/** What a mark says of a table that is not copied, and of a copy itself. */
export const OWN_MARKS = "name like 'search-%' or name in ('copying', 'schema-floor')"

const INTEGER = /^(?:tiny|small|medium|big)?int(?:eger)?$/
const OTHER = /^(?:real|double|(?:var)?char|(?:tiny|medium|long)?text|(?:tiny|medium|long)?blob|(?:var)?binary)$/

const SCHEMA = {
  mysql: {
    tables: `select table_name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'`,
    columns: `select table_name, column_name, data_type, if(column_key = 'PRI', 1, 0), if(extra like '%auto_increment%', 1, 0)
      from information_schema.columns where table_schema = database()`,
    references: `select table_name, referenced_table_name from information_schema.key_column_usage
      where table_schema = database() and referenced_table_name is not null`,
  },
  sqlite: {
    tables: `select name from sqlite_master where type = 'table'`,
    columns: `select m.name, c.name, c.type, c.pk or (c."notnull"
        and not exists (select 1 from pragma_table_info(m.name) k where k.pk)
        and exists (select 1 from pragma_index_list(m.name) i where i."unique"
          and (select group_concat(f.name) from pragma_index_info(i.name) f) = c.name)),
      c.pk and m.sql like '%autoincrement%'
      from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'search%'`,
    references: `select m.name, f."table" from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  },
}

/** The tables of a copy, each after those that it refers to. Throws for a column of a type that is not copied. */
export async function copiedTables(connection: CopyConnection): Promise<CopiedTable[]> {
  const queries = SCHEMA[connection.engine]
  const names = (await listTables(connection)).filter(isCopied)
  const columns = await connection.rows(queries.columns)
  const tables = new Map(
    names.map((name) => [
      name,
      tableOf(
        name,
        columns.filter(([table]) => table === name),
      ),
    ]),
  )
  const parents = (await connection.rows(queries.references)).map(([name, parent]) => [String(name), String(parent)])
  return parentsFirst([...tables.keys()].toSorted(), parents as [string, string][]).map(
    (name) => tables.get(name) as CopiedTable,
  )
}

export const isCopied = (name: string): boolean => !DERIVED.test(name) && !NOT_OF_THE_SITE.test(name)

function tableOf(name: string, described: readonly (readonly unknown[])[]): CopiedTable {
  const columns = described.map(([, column, type, isKey, hasOwnIds]) => ({
    column: String(column),
    type: String(type).toLowerCase().split('(')[0] as string,
    isKey: Number(isKey) > 0,
    hasOwnIds: Number(hasOwnIds) > 0,
  }))
  const keys = columns.filter(({ isKey }) => isKey)
  const [key] = keys
  if (!key || keys.length > 1) throw new CopyError(`表 ${name} 的主键不是一列，不能复制`)
  const unknown = columns.find(({ type }) => !INTEGER.test(type) && !OTHER.test(type))
  if (unknown) throw new CopyError(`表 ${name} 的列 ${unknown.column} 是 ${unknown.type}，不能复制`)
  return {
    name,
    columns: columns.map(({ column }) => column).toSorted(),
    integers: new Set(columns.filter(({ type }) => INTEGER.test(type)).map(({ column }) => column)),
    key: key.column,
    hasOwnIds: key.hasOwnIds,
    where: name === 'marks' ? `not (${OWN_MARKS})` : '',
  }
}

/** Throws where tables refer to each other in a circle. */
function parentsFirst(names: string[], references: [name: string, parent: string][]): string[] {
  const sorted: string[] = []
  let left = names
  while (left.length > 0) {
    const waiting = new Set(left)
    const isFree = (name: string) =>
      !references.some(([of, parent]) => of === name && parent !== name && waiting.has(parent))
    const free = left.filter(isFree)
    if (free.length === 0) throw new CopyError(`这些表互相引用，不能复制：${left.join('、')}`)
    sorted.push(...free)
    left = left.filter((name) => !free.includes(name))
  }
  return sorted
}

/** All tables, of whatever program. */
export async function listTables(connection: CopyConnection): Promise<string[]> {
  return (await connection.rows(SCHEMA[connection.engine].tables)).map(([name]) => String(name))
}

/** Names of the migrations that were applied; none in a database without tables. */
export async function appliedSteps(connection: CopyConnection): Promise<string[]> {
  if (!(await listTables(connection)).includes('kysely_migration')) return []
  return (await connection.rows('select name from kysely_migration order by name')).map(([name]) => String(name))
}
