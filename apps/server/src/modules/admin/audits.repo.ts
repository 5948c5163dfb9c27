import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'
import type { AuditsTable } from '#platform/db/schema.ts'

export type AuditRow = Selectable<AuditsTable>

/** Rows contain whole records, so a statement takes only a few. */
const BATCH_SIZE = 50

export async function insertAudits(db: Db, audits: Insertable<AuditsTable>[]): Promise<void> {
  for (const some of chunks(audits, BATCH_SIZE)) await db.insertInto('audits').values(some).execute()
}

export function listAudits(db: Db, ids: number[]): Promise<AuditRow[]> {
  return db.selectFrom('audits').selectAll().where('id', 'in', ids).execute()
}

export async function deleteAuditsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('audits').where('created_at', '<', time).execute()
}
