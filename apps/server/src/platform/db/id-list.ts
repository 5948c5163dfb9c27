/** Lists of many ids in statements. */
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './columns.ts'

/**
 * Many ids for `in`. On SQLite the text of the statement is the same however many there are, so that one statement is
 * kept prepared and not one for each number. No row has the id -1, which stands for none.
 */
export function idList(engine: Engine, ids: readonly number[]): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`(select value from json_each(${JSON.stringify(ids)}))`
  return sql`(${sql.join(ids.length === 0 ? [-1] : ids)})`
}

/** `from … where` of the rows with one of many ids in a column; on SQLite twice as fast as `in` for thousands. */
export function rowsWithIds(
  engine: Engine,
  table: string,
  column: string,
  ids: readonly number[],
): RawBuilder<unknown> {
  const [rows, id] = [sql.table(table), sql.ref(`${table}.${column}`)]
  if (engine === 'mysql') return sql`from ${rows} where ${id} in ${idList(engine, ids)}`
  return sql`from json_each(${JSON.stringify(ids)}) as wanted cross join ${rows} where ${id} = wanted.value`
}
