import type { Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'
import type { SessionsTable } from '#platform/db/schema.ts'

type Owner = { role: 'user' | 'admin'; id: number }

export async function listActiveSessionsOf(db: Db, { role, id }: Owner): Promise<number[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where(role === 'user' ? 'user_id' : 'admin_id', '=', id)
    .where('is_active', '=', 1)
    .execute()
  return rows.map((row) => row.id)
}

export async function updateSession(db: Db, id: number, values: Updateable<SessionsTable>): Promise<void> {
  await db.updateTable('sessions').set(values).where('id', '=', id).execute()
}

/** Refresh tokens go along with their session. */
export async function deleteSessions(db: Db, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) await db.deleteFrom('sessions').where('id', 'in', some).execute()
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}
