import type { Kysely } from 'kysely'
import { addColumn, type Engine, varchar } from '../columns.ts'

export const kind = 'expand'

/** Those of before may do what they could. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'admins', 'role', varchar(20, { default: 'owner' }))
}
