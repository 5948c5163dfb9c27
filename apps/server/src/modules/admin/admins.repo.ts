import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { insertedId, normalizedKey } from '#platform/db/rows.ts'
import type { AdminsTable } from '#platform/db/schema.ts'

const USERNAME_KEY_MAX = 50

export type AdminRow = Selectable<AdminsTable>

export async function countAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('admins')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function insertAdmin(db: Db, admin: Omit<Insertable<AdminsTable>, 'username_key'>): Promise<number> {
  const values = { ...admin, username_key: normalizedKey(admin.username, USERNAME_KEY_MAX) }
  return insertedId(await db.insertInto('admins').values(values).executeTakeFirstOrThrow())
}

export function findAdminByName(db: Db, username: string): Promise<AdminRow | undefined> {
  return db
    .selectFrom('admins')
    .selectAll()
    .where('username_key', '=', normalizedKey(username, USERNAME_KEY_MAX))
    .executeTakeFirst()
}

export function findAdminById(db: Db, id: number): Promise<AdminRow | undefined> {
  return db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listAdminsByIds(db: Db, ids: number[]): Promise<AdminRow[]> {
  return db.selectFrom('admins').selectAll().where('id', 'in', ids).execute()
}

/** Usernames that contain the text. */
export async function listNamesWith(db: Db, text: string): Promise<string[]> {
  const rows = await db.selectFrom('admins').select(['username', 'username_key']).execute()
  const key = normalizedKey(text, USERNAME_KEY_MAX)
  return rows.filter(({ username_key }) => username_key.includes(key)).map(({ username }) => username)
}

/** Locks all administrators until the transaction ends: a check for the last active one needs every row. */
export function lockAdmins(db: Db, engine: Engine): Promise<AdminRow[]> {
  return db
    .selectFrom('admins')
    .selectAll()
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

export async function updateAdmin(db: Db, id: number, values: Updateable<AdminsTable>): Promise<void> {
  await db.updateTable('admins').set(values).where('id', '=', id).execute()
}

export async function deleteAdmins(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('admins').where('id', 'in', ids).execute()
}
