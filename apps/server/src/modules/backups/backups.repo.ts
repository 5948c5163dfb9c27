import type { Insertable, Updateable } from 'kysely'
import type { BackupsTable } from '#platform/db/backup-schema.ts'
import type { Db } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'

export async function insertBackup(db: Db, row: Insertable<BackupsTable>): Promise<number> {
  return insertedId(await db.insertInto('backups').values(row).executeTakeFirstOrThrow())
}

export async function updateBackup(db: Db, id: number, change: Updateable<BackupsTable>): Promise<void> {
  await db.updateTable('backups').set(change).where('id', '=', id).execute()
}

/** Those that a node works on, or did when it ended. */
export function listRunning(db: Db) {
  return db.selectFrom('backups').selectAll().where('state', '=', 'running').execute()
}

/** The last that the timer began. */
export function findLastScheduled(db: Db) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('target', '!=', 'command')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findLastDone(db: Db) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function deleteBackup(db: Db, id: number): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute()
}

/** But the last good one. */
export async function deleteOlder(db: Db, before: number, keepId: number): Promise<void> {
  await db.deleteFrom('backups').where('started_at', '<', before).where('id', '!=', keepId).execute()
}
