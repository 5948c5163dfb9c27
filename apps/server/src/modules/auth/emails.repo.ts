import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { UserEmailsTable } from '#platform/db/mail-schema.ts'

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
