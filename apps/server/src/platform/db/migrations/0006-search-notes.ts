import { type Kysely, sql } from 'kysely'
import type { Engine } from '../columns.ts'
import { createSearchTable } from '../search-table.ts'

export const kind = 'contract'

/** Replaces the search tables (docs/decisions/013-search.md); the server fills them when it starts. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const table of ['search_notes', 'search_drafts', 'search_names']) await createSearchTable(db, engine, table)
  for (const table of ['search_posts', 'search_users', 'search_authors']) {
    await sql.raw(`drop table if exists ${table}`).execute(db)
  }
}
