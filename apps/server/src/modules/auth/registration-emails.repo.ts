import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { RegistrationEmailsTable } from '#platform/db/mail-schema.ts'

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
