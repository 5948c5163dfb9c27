import type { Kysely } from 'kysely'
import { boolean, createTable, type Engine, integer, primaryKey, text, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

/** Faults of the site, so that a restart does not forget them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine, 'problems', {
    id: primaryKey(43),
    place: text(),
    fault: text(),
    request_id: varchar(64, { nullable: true }),
    in_browser: boolean(0),
    node: varchar(220, { nullable: true }),
    count: integer(),
    first_at: timestamp(),
    last_at: timestamp(),
    read_at: timestamp({ nullable: true }),
    told_at: timestamp({ nullable: true }),
  })
}
