import type { SanctionKind } from '@shiliu/contract/moderation'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { AccountSanctionsTable } from '#platform/db/moderation-schema.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'

export type SanctionRow = Selectable<AccountSanctionsTable>

export async function insertSanction(db: Db, row: Insertable<AccountSanctionsTable>): Promise<number> {
  return insertedId(await db.insertInto('account_sanctions').values(row).executeTakeFirstOrThrow())
}

export function findSanctions(db: Db, ids: number[]): Promise<SanctionRow[]> {
  return db.selectFrom('account_sanctions').selectAll().where('id', 'in', ids).execute()
}

export async function deleteSanction(db: Db, id: number): Promise<void> {
  await db.deleteFrom('account_sanctions').where('id', '=', id).execute()
}

/** Puts into force again what this one took the place of, unless its time is over by now. */
export async function revertReplacing(db: Db, by: SanctionRow, now: number): Promise<SanctionRow | undefined> {
  const replaced = await db
    .selectFrom('account_sanctions')
    .selectAll()
    .where('user_id', '=', by.user_id)
    .where('kind', '=', by.kind)
    .where('id', '<', by.id)
    .where('lifted_at', '=', by.created_at)
    .where('lifted_by', '=', by.actor_name)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .executeTakeFirst()
  if (!replaced) return undefined
  const inForce = { lifted_at: null, lifted_by: null }
  await db.updateTable('account_sanctions').set(inForce).where('id', '=', replaced.id).execute()
  return replaced
}

/** Newest first. */
export function listSanctions(db: Db, userId: number, limit: number): Promise<SanctionRow[]> {
  const all = db.selectFrom('account_sanctions').selectAll().where('user_id', '=', userId)
  return all.orderBy('id', 'desc').limit(limit).execute()
}

/** Mutes and bans that were not lifted, of these accounts. */
export async function listOpen(db: Db, userIds: number[]): Promise<SanctionRow[]> {
  const found: SanctionRow[] = []
  for (const some of chunks(userIds)) {
    const open = db.selectFrom('account_sanctions').selectAll().where('user_id', 'in', some)
    found.push(...(await open.where('lifted_at', 'is', null).where('kind', '!=', 'warn').execute()))
  }
  return found
}

/** Accounts with an expired mute or ban that was not lifted. */
export async function listExpired(db: Db, now: number, limit: number): Promise<number[]> {
  const expired = db.selectFrom('account_sanctions').select('user_id').where('lifted_at', 'is', null)
  const rows = await expired.where('until', '<=', now).orderBy('until').limit(limit).execute()
  return [...new Set(rows.map((row) => row.user_id))]
}

/** Returns whether there was one. */
export async function liftSanctions(
  db: Db,
  userId: number,
  kind: SanctionKind,
  { lifted_at, lifted_by }: { lifted_at: number; lifted_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_sanctions')
    .set({ lifted_at, lifted_by })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
