import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { PasswordResetsTable } from '#platform/db/mail-schema.ts'

export type ResetRow = Selectable<PasswordResetsTable>

export async function insertReset(db: Db, row: Insertable<PasswordResetsTable>): Promise<void> {
  await db.insertInto('password_resets').values(row).execute()
}

export function findAsked(db: Db): Promise<ResetRow | undefined> {
  return db
    .selectFrom('password_resets')
    .selectAll()
    .where('state', '=', 'asked')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** False where another node was first. */
export async function takeAsked(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_resets')
    .set({ state: 'none' })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markSent(db: Db, id: number, sent: { user_id: number; code_hash: string }): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ ...sent, state: 'sent' })
    .where('id', '=', id)
    .execute()
}

/** The last one that was sent for what was typed. */
export function findSent(db: Db, accountKey: string, since: number): Promise<ResetRow | undefined> {
  return db
    .selectFrom('password_resets')
    .selectAll()
    .where('account_key', '=', accountKey)
    .where('state', '=', 'sent')
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** False where it was used meanwhile. */
export async function deleteReset(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('password_resets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteResetsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function listResetsBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('password_resets').select('id').where('created_at', '<', time)
  return (await old.orderBy('created_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deleteResets(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('password_resets').where('id', 'in', ids).execute()
}
