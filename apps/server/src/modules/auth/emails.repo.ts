import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type {
  PasswordResetsTable,
  PendingEmailsTable,
  RegistrationEmailsTable,
  UserEmailsTable,
} from '#platform/db/mail-schema.ts'

export type PendingRow = Selectable<PendingEmailsTable>
export type ResetRow = Selectable<PasswordResetsTable>

export function findEmail(db: Db, userId: number): Promise<Selectable<UserEmailsTable> | undefined> {
  return db.selectFrom('user_emails').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Whose verified address it is. */
export function findByEmail(db: Db, key: string): Promise<Selectable<UserEmailsTable> | undefined> {
  return db.selectFrom('user_emails').selectAll().where('email_key', '=', key).executeTakeFirst()
}

export async function replaceEmail(db: Db, row: Insertable<UserEmailsTable>): Promise<void> {
  await deleteEmail(db, row.user_id)
  await insertEmail(db, row)
}

export async function insertEmail(db: Db, row: Insertable<UserEmailsTable>): Promise<void> {
  await db.insertInto('user_emails').values(row).execute()
}

export async function deleteEmail(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('user_emails').where('user_id', '=', userId).execute()
}

export function findPending(db: Db, userId: number): Promise<PendingRow | undefined> {
  return db.selectFrom('pending_emails').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function replacePending(db: Db, row: Insertable<PendingEmailsTable>): Promise<void> {
  await deletePending(db, row.user_id)
  await db.insertInto('pending_emails').values(row).execute()
}

export async function countTry(db: Db, id: number): Promise<void> {
  await db
    .updateTable('pending_emails')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deletePending(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('pending_emails').where('user_id', '=', userId).execute()
}

export async function listPendingBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('pending_emails').select('id').where('expires_at', '<', time)
  return (await old.orderBy('expires_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deletePendingRows(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('pending_emails').where('id', 'in', ids).execute()
}

/** Those that are good after `now`. */
export async function listCodeHashes(db: Db, key: string, now: number): Promise<(string | null)[]> {
  const open = db.selectFrom('registration_emails').select('code_hash').where('email_key', '=', key)
  return (await open.where('expires_at', '>', now).execute()).map(({ code_hash }) => code_hash)
}

export async function insertRegistration(db: Db, row: Insertable<RegistrationEmailsTable>): Promise<void> {
  await db.insertInto('registration_emails').values(row).execute()
}

/** All of the address. False where there is none. */
export async function deleteRegistration(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('registration_emails').where('email_key', '=', key).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listRegistrationsBefore(db: Db, time: number, limit: number): Promise<number[]> {
  const old = db.selectFrom('registration_emails').select('id').where('expires_at', '<', time)
  return (await old.orderBy('expires_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deleteRegistrations(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('registration_emails').where('id', 'in', ids).execute()
}

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
