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

/** Media that nothing shows: no note, no comment, no avatar. */
export function listUnusedMedia(db: Db, before: number, limit: number): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('post_images').select('post_images.id').whereRef('media_id', '=', 'media.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('comment_images').select('comment_images.id').whereRef('media_id', '=', 'media.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('avatar_media_id', '=', 'media.id'))),
    )
    .limit(limit)
    .execute()
}

export async function deleteMedia(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('media').where('id', 'in', ids).execute()
}
