import type { Kysely } from 'kysely'
import type { Engine } from '../columns.ts'
import { createSearchTable } from '../search-table.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createSearchTable(db, engine, 'search_posts')
  await createSearchTable(db, engine, 'search_users')
}
