import type { Insertable, Selectable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { insertUnlessDuplicate } from '#platform/db/errors.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { MediaTable, RemovedMediaTable } from '#platform/db/schema.ts'

export type MediaRow = Selectable<MediaTable>
export type NewMedia = Insertable<MediaTable>

export async function insertMedia(db: Db, media: NewMedia): Promise<number> {
  return insertedId(await db.insertInto('media').values(media).executeTakeFirstOrThrow())
}

export async function insertAllMedia(db: Db, media: NewMedia[]): Promise<void> {
  await db.insertInto('media').values(media).execute()
}

export function listMediaByKeys(db: Db, keys: string[]): Promise<MediaRow[]> {
  return db.selectFrom('media').selectAll().where('media_key', 'in', keys).execute()
}

/** The key of the picture that was called so at the site before. */
export async function findOldUpload(db: Db, name: string): Promise<string | undefined> {
  const query = db.selectFrom('old_uploads').innerJoin('media', 'media.id', 'old_uploads.media_id').select('media_key')
  return (await query.where('name', '=', name).executeTakeFirst())?.media_key
}

/** Where the pictures of the site before were left; undefined where they came, or there was no such site. */
export async function findOldUploadsBase(db: Db): Promise<string | undefined> {
  const query = db.selectFrom('imports').select('value').where('name', '=', 'uploads')
  return (await query.executeTakeFirst())?.value
}

/** Locks rows until the transaction ends. SQLite has a single writer and needs no row locks. */
export function lockMedia(db: Db, engine: Engine, ids: number[]): Promise<MediaRow[]> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

/** Media without a post, comment or avatar that shows them; the avatar of `ignoredUserId` does not count. */
function unusedMedia(db: Db, ignoredUserId = -1) {
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
            .where('users.id', '<>', ignoredUserId),
        ),
      ),
    )
}

/** Those of the media that a published post, a comment below one, an avatar or the post `postId` shows. */
export async function listShownAmong(db: Db, ids: number[], postId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('media')
    .select('media.id')
    .where('media.id', 'in', ids)
    .where(({ or, exists, selectFrom, lit }) =>
      or([
        exists(
          selectFrom('post_images')
            .innerJoin('posts', 'posts.id', 'post_images.post_id')
            .select(lit(1).as('one'))
            .whereRef('post_images.media_id', '=', 'media.id')
            .where(({ or: either, eb }) => either([eb('posts.is_private', '=', 0), eb('posts.id', '=', postId)])),
        ),
        exists(
          selectFrom('comment_images')
            .innerJoin('comments', 'comments.id', 'comment_images.comment_id')
            .innerJoin('posts', 'posts.id', 'comments.post_id')
            .select(lit(1).as('one'))
            .whereRef('comment_images.media_id', '=', 'media.id')
            .where('comments.is_private', '=', 0)
            .where('posts.is_private', '=', 0),
        ),
        exists(selectFrom('users').select(lit(1).as('one')).whereRef('users.avatar_media_id', '=', 'media.id')),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

function imagesOfPosts(db: Db, postIds: number[]) {
  return db
    .selectFrom('post_images')
    .select('media_id')
    .where('post_id', 'in', postIds)
    .where('media_id', 'is not', null)
    .$castTo<{ media_id: number }>()
}

export async function listImagesOfPosts(db: Db, postIds: number[]): Promise<number[]> {
  return (await imagesOfPosts(db, postIds).execute()).map((row) => row.media_id)
}

/** Pictures of these posts and of the comments below them. */
export async function listShownByPosts(db: Db, postIds: number[]): Promise<number[]> {
  const rows = await imagesOfPosts(db, postIds)
    .unionAll(
      db
        .selectFrom('comments')
        .innerJoin('comment_images', 'comment_images.comment_id', 'comments.id')
        .select('comment_images.media_id')
        .where('comments.post_id', 'in', postIds),
    )
    .execute()
  return rows.map((row) => row.media_id)
}

export async function listShownByComments(db: Db, commentIds: number[]): Promise<number[]> {
  const rows = await db.selectFrom('comment_images').select('media_id').where('comment_id', 'in', commentIds).execute()
  return rows.map((row) => row.media_id)
}

export async function listIdsBefore(db: Db, before: number, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', '>', afterId)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function listMediaIdsOf(db: Db, ownerId: number): Promise<number[]> {
  const rows = await db.selectFrom('media').select('id').where('owner_id', '=', ownerId).orderBy('id').execute()
  return rows.map((row) => row.id)
}

export function listUnusedAmong(db: Db, ids: number[], ignoredUserId?: number): Promise<MediaRow[]> {
  return unusedMedia(db, ignoredUserId).where('media.id', 'in', ids).execute()
}

export async function deleteMedia(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('media').where('id', 'in', ids).execute()
}

export async function insertRemoved(db: Db, keys: string[]): Promise<void> {
  await db
    .insertInto('removed_media')
    .values(keys.map((media_key) => ({ media_key })))
    .execute()
}

export function listRemoved(db: Db, afterId: number, limit: number): Promise<Selectable<RemovedMediaTable>[]> {
  return db.selectFrom('removed_media').selectAll().where('id', '>', afterId).orderBy('id').limit(limit).execute()
}

export async function countMedia(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The first two characters of the next key behind those of a folder; undefined behind the last. */
export async function findFolderAfter(db: Db, folder: string): Promise<string | undefined> {
  const keys = db.selectFrom('media').select('media_key').orderBy('media_key').limit(1)
  const found = await keys.where('media_key', '>', endOf(folder)).executeTakeFirst()
  return found?.media_key.slice(0, 2)
}

export async function listKeysIn(db: Db, folder: string): Promise<string[]> {
  const keys = db.selectFrom('media').select('media_key').where('media_key', '>', folder)
  return (await keys.where('media_key', '<', endOf(folder)).execute()).map((row) => row.media_key)
}

/** Behind all keys of a folder: `0` follows `/`. */
const endOf = (folder: string) => (folder === '' ? '' : `${folder}0`)

/** Those of these addresses that pictures were once reached below. */
export async function listPlacesAmong(db: Db, bases: readonly string[]): Promise<string[]> {
  if (bases.length === 0) return []
  const rows = await db.selectFrom('media_places').select('base').where('base', 'in', bases).execute()
  return rows.map(({ base }) => base)
}

/** Unless another node inserted it. */
export async function insertPlace(db: Db, base: string, created_at: number): Promise<void> {
  await insertUnlessDuplicate(() => db.insertInto('media_places').values({ base, created_at }).execute())
}

export async function deleteRemoved(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('removed_media').where('media_key', 'in', keys).execute()
}
