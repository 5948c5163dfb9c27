import type { Kysely } from 'kysely'
import { addColumn, boolean, createIndex, type Engine, varchar } from '../columns.ts'

export const kind = 'expand'

/** Accounts, tags and categories can be in the trash, too. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'tags', 'is_trashed', boolean(0))
  await addColumn(db, engine, 'categories', 'is_trashed', boolean(0))
  await addColumn(db, engine, 'categories', 'kept_title', varchar(50, { nullable: true }))
  await addColumn(db, engine, 'users', 'is_hiding', boolean(0))
  await createIndex(db, engine, 'users', ['is_hiding'])
}
