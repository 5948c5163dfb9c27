import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { AddressBansTable } from '#platform/db/moderation-schema.ts'
import { insertedId } from '#platform/db/rows.ts'

export type AddressBanRow = Selectable<AddressBansTable>

export function listAllBans(db: Db): Promise<AddressBanRow[]> {
  return db.selectFrom('address_bans').selectAll().execute()
}

export function listBans(db: Db, ids: number[]): Promise<AddressBanRow[]> {
  return db.selectFrom('address_bans').selectAll().where('id', 'in', ids).execute()
}

export async function insertBan(db: Db, row: Insertable<AddressBansTable>): Promise<number> {
  return insertedId(await db.insertInto('address_bans').values(row).executeTakeFirstOrThrow())
}

export async function updateBan(db: Db, id: number, values: Updateable<AddressBansTable>): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('address_bans').set(values).where('id', '=', id).execute()
}

export async function deleteBans(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('address_bans').where('id', 'in', ids).execute()
}

/** Accounts of users with the addresses that begin with one of these texts, since a time. */
export function listUsers(db: Db, prefixes: readonly string[], since: number) {
  return db
    .selectFrom('addresses')
    .select(['account', 'address'])
    .distinct()
    .where(({ eb, or, and }) =>
      or(prefixes.map((prefix) => and([eb('address', '>=', prefix), eb('address', '<', `${prefix}~`)]))),
    )
    .where('created_at', '>=', since)
    .where('account', 'like', 'user:%')
    .execute()
}

/** From which address this session was opened. */
export async function findAddressOfSession(db: Db, sessionId: number): Promise<string | undefined> {
  const found = db.selectFrom('addresses').select('address').where('kind', '=', 'session')
  return (await found.where('record_id', '=', sessionId).orderBy('id', 'desc').executeTakeFirst())?.address
}
