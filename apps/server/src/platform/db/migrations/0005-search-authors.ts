import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import { createSearchTable } from '../search-table.ts'

/** Search tokens of nicknames, to find posts by their author's current name. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createSearchTable(db, engine, 'search_authors')
}
