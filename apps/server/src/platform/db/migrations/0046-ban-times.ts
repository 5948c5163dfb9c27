import { type Kysely, sql } from 'kysely'
import { addColumn, createIndex, type Engine, timestamp } from '../columns.ts'

export const kind = 'contract'

/** Bans of addresses end at a time instead of with a day; lines of the audit trail by whom, in order of time. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addColumn(db, engine, 'address_bans', 'until', timestamp({ nullable: true }))
  const { rows } = await sql<{ day: string }>`select distinct expires_on as day from address_bans
    where expires_on is not null`.execute(db)
  for (const { day } of rows) {
    const until = endOf(day)
    await sql`update address_bans set until = ${until}, expires_on = null where expires_on = ${day}`.execute(db)
  }
  await createIndex(db, engine, 'audits', ['username', 'created_at'])
}

/** When the day is over where the server stands. */
function endOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).getTime()
}
