import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { AuditsTable } from '#platform/db/moderation-schema.ts'
import { chunks } from '#platform/db/rows.ts'

export type AuditRow = Selectable<AuditsTable>

/** Rows contain whole records, so a statement takes only a few. */
const BATCH_SIZE = 50

export async function insertAudits(db: Db, audits: Insertable<AuditsTable>[]): Promise<void> {
  for (const some of chunks(audits, BATCH_SIZE)) await db.insertInto('audits').values(some).execute()
}

const NAME_MAX = 100

/** As long as its column. */
export const recordNameOf = (name: string): string => [...name].slice(0, NAME_MAX).join('')

/** Those of these keys that have a line. */
export async function listOnceKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const some of chunks(keys)) {
    const rows = await db.selectFrom('audits').select('once_key').where('once_key', 'in', some).execute()
    found.push(...rows.flatMap(({ once_key }) => once_key ?? []))
  }
  return found
}

export function listAudits(db: Db, ids: number[]): Promise<AuditRow[]> {
  return db.selectFrom('audits').selectAll().where('id', 'in', ids).execute()
}

export async function listIdsBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('audits').select('id').where('created_at', '<', time)
  return (await old.orderBy('created_at').limit(limit).execute()).map(({ id }) => id)
}

/** Only for lines that are older than the trail is kept. */
export async function deleteAudits(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('audits').where('id', 'in', ids).execute()
}
