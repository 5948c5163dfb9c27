import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { PendingAdminEmailsTable } from '#platform/db/mail-schema.ts'

export type PendingRow = Selectable<PendingAdminEmailsTable>

export function findPending(db: Db, adminId: number): Promise<PendingRow | undefined> {
  return db.selectFrom('pending_admin_emails').selectAll().where('admin_id', '=', adminId).executeTakeFirst()
}

export async function replacePending(db: Db, row: Insertable<PendingAdminEmailsTable>): Promise<void> {
  await deletePending(db, row.admin_id)
  await db.insertInto('pending_admin_emails').values(row).execute()
}

export async function countTry(db: Db, id: number): Promise<void> {
  await db
    .updateTable('pending_admin_emails')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deletePending(db: Db, adminId: number): Promise<void> {
  await db.deleteFrom('pending_admin_emails').where('admin_id', '=', adminId).execute()
}

export async function listPendingBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('pending_admin_emails').select('id').where('expires_at', '<', time)
  return (await old.orderBy('expires_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deletePendingRows(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('pending_admin_emails').where('id', 'in', ids).execute()
}
