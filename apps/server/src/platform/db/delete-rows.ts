/** Deletes many rows without holding the event loop: SQLite answers a statement only when it has done all of it. */
import { sql } from 'kysely'
import type { Db, Engine } from './client.ts'
import { idList } from './id-list.ts'
import type { Database } from './schema.ts'

type Table = keyof Database & string

/** Rows per statement: some milliseconds. */
const STEP = 100

/** As `delete … where id in (…)`. What goes with the rows (foreign keys) goes first, in steps of its own. */
export async function deleteRows(db: Db, engine: Engine, table: Table, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += STEP) {
    const some = ids.slice(from, from + STEP)
    if (engine === 'sqlite') await deleteDependents(db, table, some)
    await sql`delete from ${sql.table(table)} where id in ${idList(engine, some)}`.execute(db)
  }
}

/** As `delete … where column = value`. */
export async function deleteRowsOf(db: Db, engine: Engine, table: Table, column: string, value: number): Promise<void> {
  if (engine === 'mysql') {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db)
    return
  }
  for (;;) {
    const ids = await someWith(db, table, column, [value])
    if (ids.length === 0) return
    await deleteRows(db, engine, table, ids)
  }
}

async function deleteDependents(db: Db, table: Table, ids: readonly number[]): Promise<void> {
  for (const child of await dependentsOf(db, table)) {
    for (;;) {
      const found = await someWith(db, child.table, child.column, ids)
      if (found.length === 0) break
      await deleteRows(db, 'sqlite', child.table, found)
      if (found.length < STEP) break
    }
  }
}

async function someWith(db: Db, table: Table, column: string, values: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}
    where ${sql.ref(column)} in ${idList('sqlite', values)} limit ${STEP}`.execute(db)
  return rows.map(({ id }) => id)
}

type Dependents = { table: Table; column: string }[]

/** By table; the schema is the same for all databases of a process. */
const known = new Map<Table, Dependents>()

async function dependentsOf(db: Db, table: Table): Promise<Dependents> {
  const found =
    known.get(table) ??
    (
      await sql<Dependents[number]>`select m.name as "table", f."from" as "column"
        from sqlite_master m, pragma_foreign_key_list(m.name) f
        where m.type = 'table' and f."table" = ${table} and f.on_delete = 'CASCADE'`.execute(db)
    ).rows
  known.set(table, found)
  return found
}
