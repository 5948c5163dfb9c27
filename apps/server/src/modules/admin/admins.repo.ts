import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { insertedId, keyOf } from '#platform/db/rows.ts'
import type { AdminsTable } from '#platform/db/schema.ts'

export type AdminRow = Selectable<AdminsTable>

export async function countAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('admins')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function insertAdmin(db: Db, admin: Omit<Insertable<AdminsTable>, 'username_key'>): Promise<number> {
  const values = { ...admin, username_key: keyOf(admin.username) }
  return insertedId(await db.insertInto('admins').values(values).executeTakeFirstOrThrow())
}

export function findAdminByName(db: Db, username: string): Promise<AdminRow | undefined> {
  return db.selectFrom('admins').selectAll().where('username_key', '=', keyOf(username)).executeTakeFirst()
}

export function findAdminById(db: Db, id: number): Promise<AdminRow | undefined> {
  return db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst()
}
