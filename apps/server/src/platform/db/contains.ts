import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a column's text has `text` in it, letter case aside; `%` and `_` are plain characters. It reads every row: for
 * the back office's filters, never for what guests ask.
 */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`
}
