import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { EmailBansTable } from '#platform/db/mail-schema.ts'
import { insertedId } from '#platform/db/rows.ts'

export type EmailBanRow = Selectable<EmailBansTable>

export async function isOneBanned(db: Db, domains: string[]): Promise<boolean> {
  const found = db.selectFrom('email_bans').select('id').where('domain', 'in', domains).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

export function listBans(db: Db, ids: number[]): Promise<EmailBanRow[]> {
  return db.selectFrom('email_bans').selectAll().where('id', 'in', ids).execute()
}

export async function insertBan(db: Db, row: Insertable<EmailBansTable>): Promise<number> {
  return insertedId(await db.insertInto('email_bans').values(row).executeTakeFirstOrThrow())
}

export async function updateBan(db: Db, id: number, values: Updateable<EmailBansTable>): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('email_bans').set(values).where('id', '=', id).execute()
}

export async function deleteBans(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('email_bans').where('id', 'in', ids).execute()
}
