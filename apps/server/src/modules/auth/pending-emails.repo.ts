import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { PendingAdminEmailsTable, PendingEmailsTable } from '#platform/db/mail-schema.ts'

export type EmailOwner = { role: 'user' | 'admin'; id: number }

const TABLES = { user: 'pending_emails', admin: 'pending_admin_emails' } as const
const COLUMNS = { user: 'user_id', admin: 'admin_id' } as const
const COMMON = ['id', 'email', 'code_hash', 'tries', 'expires_at'] as const

export type PendingRow = Pick<Selectable<PendingEmailsTable>, (typeof COMMON)[number]>

export function findPending(db: Db, { role, id }: EmailOwner): Promise<PendingRow | undefined> {
  return db.selectFrom(TABLES[role]).select(COMMON).where(COLUMNS[role], '=', id).executeTakeFirst()
}

export async function replacePending(
  db: Db,
  owner: EmailOwner,
  row: Omit<Insertable<PendingAdminEmailsTable>, 'admin_id'>,
): Promise<void> {
  await deletePending(db, owner)
  if (owner.role === 'user') {
    await db
      .insertInto('pending_emails')
      .values({ ...row, user_id: owner.id })
      .execute()
  } else {
    await db
      .insertInto('pending_admin_emails')
      .values({ ...row, admin_id: owner.id })
      .execute()
  }
}

export async function countTry(db: Db, role: EmailOwner['role'], id: number): Promise<void> {
  await db
    .updateTable(TABLES[role])
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deletePending(db: Db, { role, id }: EmailOwner): Promise<void> {
  await db.deleteFrom(TABLES[role]).where(COLUMNS[role], '=', id).execute()
}

export async function listPendingBefore(
  db: Db,
  role: EmailOwner['role'],
  time: number,
  limit: number,
): Promise<number[]> {
  const old = db.selectFrom(TABLES[role]).select('id').where('expires_at', '<', time)
  return (await old.orderBy('expires_at').limit(limit).execute()).map(({ id }) => id)
}

export async function deletePendingRows(db: Db, role: EmailOwner['role'], ids: number[]): Promise<void> {
  await db.deleteFrom(TABLES[role]).where('id', 'in', ids).execute()
}
