import type { Kysely } from 'kysely'
import { addColumn, type Engine, varchar } from '../columns.ts'

export const kind = 'expand'

/** By which a collector of traces knows the request that met a fault last. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'problems', 'trace_id', varchar(32, { nullable: true }))
}
