/** Writes rows of every table as they are, ids included, many at once: only for content that is made up. */
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'
import type { Database, PostsTable } from '#platform/db/schema.ts'

/** The tables whose ids are given by who fills them. */
export const NUMBERED = ['users', 'posts', 'comments', 'likes', 'collections', 'follows', 'notifications'] as const
export type Numbered = (typeof NUMBERED)[number]

export type Row<T extends keyof Database> = Selectable<Database[T]>
type Unnumbered<T extends keyof Database> = Omit<Row<T>, 'id'>

export type Rows = { [T in Numbered]: Row<T>[] } & {
  post_images: Unnumbered<'post_images'>[]
  post_tags: Unnumbered<'post_tags'>[]
  comment_images: Unnumbered<'comment_images'>[]
}

/** Parents before what refers to them. */
const ORDER = [...NUMBERED.slice(0, 2), 'post_images', 'post_tags', ...NUMBERED.slice(2), 'comment_images'] as const

/** Well below what either engine takes in one statement. */
const MOST_VALUES = 8000

/** Writes all rows within the caller's transaction. */
export async function insertRows(db: Db, rows: Rows): Promise<void> {
  for (const table of ORDER.filter((name) => rows[name].length > 0)) {
    const width = Object.keys(rows[table][0] ?? {}).length
    for (const chunk of chunks<object>(rows[table], Math.floor(MOST_VALUES / width))) {
      // One table stands for all: the rows are of the table's type by `Rows`, which the compiler cannot follow here.
      await db
        .insertInto(table as 'posts')
        .values(chunk as Insertable<PostsTable>[])
        .execute()
    }
  }
}

/** The largest id of a table, 0 where it is empty. */
export async function lastId(db: Db, table: Numbered): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).execute()).length > 0
}

/** Pictures that belong to nobody in particular. */
export function listFreeMedia(db: Db, limit: number) {
  return db.selectFrom('media').select(['id', 'media_key']).where('owner_id', 'is', null).limit(limit).execute()
}

/** Any users, as many as asked for. */
export function listSomeUsers(db: Db, limit: number): Promise<Row<'users'>[]> {
  return db.selectFrom('users').selectAll().where('is_active', '=', 1).orderBy('id').limit(limit).execute()
}
