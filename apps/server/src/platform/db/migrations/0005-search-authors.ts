import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import { createSearchTable } from '../search-table.ts'

/** Search tokens of nicknames as notes are searched by them: a note is found under its author's name of today. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createSearchTable(db, engine, 'search_authors')
}
