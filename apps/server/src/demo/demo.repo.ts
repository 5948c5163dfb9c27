/** Inserts complete rows, ids included, into any table. Only for generated content. */
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'
import type { Database, PostsTable } from '#platform/db/schema.ts'

/** Tables whose ids the generator assigns. */
export const TABLES_WITH_IDS = [
  'users',
  'posts',
  'comments',
  'likes',
  'collections',
  'follows',
  'notifications',
] as const
export type TableWithIds = (typeof TABLES_WITH_IDS)[number]

export type Row<T extends keyof Database> = Selectable<Database[T]>
type RowWithoutId<T extends keyof Database> = Omit<Row<T>, 'id'>

export type RowBatch = { [T in TableWithIds]: Row<T>[] } & {
  post_images: RowWithoutId<'post_images'>[]
  post_tags: RowWithoutId<'post_tags'>[]
  comment_images: RowWithoutId<'comment_images'>[]
}

/** Referenced tables first. */
const INSERT_ORDER = [
  'users',
  'posts',
  'post_images',
  'post_tags',
  'comments',
  'likes',
  'collections',
  'follows',
  'notifications',
  'comment_images',
] as const

/** Well below the limits of both engines for one statement. */
const MAX_VALUES = 8000

export async function insertRows(db: Db, batch: RowBatch): Promise<void> {
  for (const table of INSERT_ORDER.filter((name) => batch[name].length > 0)) {
    const width = Object.keys(batch[table][0] ?? {}).length
    for (const rows of chunks<object>(batch[table], Math.floor(MAX_VALUES / width))) {
      // `RowBatch` pairs each table with its row type, which the compiler cannot follow here.
      await db
        .insertInto(table as 'posts')
        .values(rows as Insertable<PostsTable>[])
        .execute()
    }
  }
}

export async function findLastId(db: Db, table: TableWithIds): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export function listUnownedMedia(db: Db, limit: number) {
  return db.selectFrom('media').select(['id', 'media_key']).where('owner_id', 'is', null).limit(limit).execute()
}

export function listActiveUsers(db: Db, limit: number): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().where('is_active', '=', 1).orderBy('id').limit(limit).execute()
}

/**
 * Gives the notifications since then ids in the order of their times: what the services made of earlier events came
 * after the others.
 */
export async function sortNotifications(db: Db, since: number): Promise<void> {
  const found = db.selectFrom('notifications').selectAll().where('created_at', '>=', since)
  const rows = await found.orderBy('created_at').orderBy('id').execute()
  const first = Math.min(...rows.map(({ id }) => id))
  await db.deleteFrom('notifications').where('created_at', '>=', since).execute()
  for (const [index, row] of rows.entries()) row.id = first + index
  for (const some of chunks(rows, 500)) await db.insertInto('notifications').values(some).execute()
}

export async function insertActiveDays(db: Db, days: { day: number; user_id: number }[]): Promise<void> {
  for (const some of chunks(days, 1000)) await db.insertInto('active_days').values(some).execute()
}
