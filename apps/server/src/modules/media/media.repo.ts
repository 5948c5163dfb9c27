import type { Insertable, Selectable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { MediaTable } from '#platform/db/schema.ts'

export type MediaRow = Selectable<MediaTable>

export async function insertMedia(db: Db, media: Insertable<MediaTable>): Promise<number> {
  return insertedId(await db.insertInto('media').values(media).executeTakeFirstOrThrow())
}

export function listMediaByKeys(db: Db, keys: string[]): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('media_key', 'in', keys).execute()
}

/** The rows, kept from others until the transaction ends; SQLite has one writer anyway. */
export function lockMedia(db: Db, engine: Engine, ids: number[]): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

/** Media that nothing shows: no note, no comment, no avatar (of another than `except`). */
function unusedMedia(db: Db, except = -1) {
  return db
    .selectFrom('media')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('post_images').select('post_images.id').whereRef('media_id', '=', 'media.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('comment_images').select('comment_images.id').whereRef('media_id', '=', 'media.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users.id')
            .whereRef('avatar_media_id', '=', 'media.id')
            .where('users.id', '<>', except),
        ),
      ),
    )
}

export function listUnusedMedia(db: Db, before: number, limit: number): Promise<MediaRow[]> {
  return unusedMedia(db).where('created_at', '<', before).limit(limit).execute()
}

export async function listMediaIdsOf(db: Db, ownerId: number): Promise<number[]> {
  const rows = await db.selectFrom('media').select('id').where('owner_id', '=', ownerId).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** Those of the media that nothing shows but their owner's avatar. */
export function listUnusedAmong(db: Db, ids: number[], ownerId: number): Promise<MediaRow[]> {
  return unusedMedia(db, ownerId).where('media.id', 'in', ids).execute()
}

export async function deleteMedia(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('media').where('id', 'in', ids).execute()
}
