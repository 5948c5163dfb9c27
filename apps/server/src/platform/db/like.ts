/** Substring matches by `like`, which both engines do without an index. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the column contains the text, whatever its case. Scans the rows that other conditions leave. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[!%_]/g, '!$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${pattern}) escape '!'`
}
