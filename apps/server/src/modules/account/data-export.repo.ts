/** Rows of `data_exports`. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { DataExportsTable } from '#platform/db/data-export-schema.ts'
import { insertedId } from '#platform/db/rows.ts'

export type DataExportRow = Selectable<DataExportsTable>

export async function insertExport(db: Db, row: Insertable<DataExportsTable>): Promise<number> {
  return insertedId(await db.insertInto('data_exports').values(row).executeTakeFirstOrThrow())
}

/** The newest of a person. */
export function findOfUser(db: Db, userId: number): Promise<DataExportRow | undefined> {
  const own = db.selectFrom('data_exports').selectAll().where('user_id', '=', userId)
  return own.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function findExport(db: Db, id: number): Promise<DataExportRow | undefined> {
  return db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The one that is worked on, else of those that are to be tried now the one that waits longest. */
export async function findNext(db: Db, now: number): Promise<DataExportRow | undefined> {
  const all = db.selectFrom('data_exports').selectAll().orderBy('id').limit(1)
  const due = all.where(({ eb, or }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
  return (
    (await all.where('state', '=', 'running').executeTakeFirst()) ??
    (await due.where('state', '=', 'waiting').executeTakeFirst())
  )
}

export async function updateExport(db: Db, id: number, values: Updateable<DataExportsTable>): Promise<void> {
  await db.updateTable('data_exports').set(values).where('id', '=', id).execute()
}

/** Changes it, which locks it, while this node works on this file; false where it does not any more. */
export async function updateHeld(
  db: Db,
  { id, node, file_name }: Pick<DataExportRow, 'id' | 'node' | 'file_name'>,
  values: Updateable<DataExportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set(values)
    .where('id', '=', id)
    .where('node', '=', node)
    .where('file_name', '=', file_name)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Leaves the files of a person's exports to be removed: at once, of one that is worked on when its node has noticed.
 */
export async function discardExports(db: Db, userId: number, now: number, whenNoticed: number): Promise<void> {
  const own = db.updateTable('data_exports').where('user_id', '=', userId)
  const gone = { state: 'gone', user_id: null, node: null } as const
  await own
    .where('state', '=', 'running')
    .set({ ...gone, purge_at: whenNoticed })
    .execute()
  await own.set({ ...gone, purge_at: now }).execute()
}

export function listPurgeable(db: Db, now: number, limit: number): Promise<DataExportRow[]> {
  const old = db.selectFrom('data_exports').selectAll().where('purge_at', '<=', now)
  return old.orderBy('purge_at').limit(limit).execute()
}

export async function deleteExports(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('data_exports').where('id', 'in', ids).execute()
}
