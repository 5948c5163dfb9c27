import type { Kysely } from 'kysely'
import { addColumn, type Engine, integer } from '../columns.ts'

export const kind = 'expand'

/** Which steps the code of a node knows, so that nobody contracts the schema below it. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'nodes', 'step', integer({ nullable: true }))
}
