import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './columns.ts'

/**
 * Many ids for `in`. On SQLite the text of the statement is the same however many there are, so that one statement is kept
 * prepared and not one for each number. No row has the id -1, which stands for none.
 */
export function idList(engine: Engine, ids: readonly number[]): RawBuilder<unknown> {
  if (engine === 'sqlite') return sql`(select value from json_each(${JSON.stringify(ids)}))`
  return sql`(${sql.join(ids.length === 0 ? [-1] : ids)})`
}
