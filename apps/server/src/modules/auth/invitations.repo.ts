import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { InvitationsTable } from '#platform/db/schema.ts'

export type InvitationRow = Selectable<InvitationsTable>

export async function insertInvitation(db: Db, invitation: Insertable<InvitationsTable>): Promise<number> {
  return insertedId(await db.insertInto('invitations').values(invitation).executeTakeFirstOrThrow())
}

export async function updateInvitation(db: Db, id: number, values: Updateable<InvitationsTable>): Promise<void> {
  if (Object.keys(values).length > 0) await db.updateTable('invitations').set(values).where('id', '=', id).execute()
}

export async function deleteInvitations(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('invitations').where('id', 'in', ids).execute()
}

export function listInvitations(db: Db, ids: number[]): Promise<InvitationRow[]> {
  return db.selectFrom('invitations').selectAll().where('id', 'in', ids).execute()
}

export function findInvitation(db: Db, codeKey: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('code_key', '=', codeKey).executeTakeFirst()
}

const usable = (today: string) =>
  sql<boolean>`(uses_left is null or uses_left > 0) and (expires_on is null or expires_on >= ${today})`

export async function hasUsable(db: Db, today: string): Promise<boolean> {
  return (
    (await db.selectFrom('invitations').select('id').where(usable(today)).limit(1).executeTakeFirst()) !== undefined
  )
}

/** False where none is left; others who use it wait until the transaction ends. */
export async function takeUse(db: Db, id: number, today: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    // Without a limit it stays null.
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1), used_count: eb('used_count', '+', 1) }))
    .where('id', '=', id)
    .where(usable(today))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
