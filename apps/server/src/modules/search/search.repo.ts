import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { keyOf, offset, type PageQuery } from '#platform/db/rows.ts'
import type { Database } from '#platform/db/schema.ts'
import type { SearchIndex } from '#platform/search/search.ts'

export type PostQuery = { search: SearchIndex; keyword: string | undefined; tag: string | undefined }

/** As tags are keyed (tags.service). */
const TAG_KEY_MAX = 40
/** A keyword without letters or digits is in no text. */
const NOTHING = sql<boolean>`1 = 0`

/** Published notes that hold the keyword and carry the tag. */
function hits(db: Db, { search, keyword, tag }: PostQuery) {
  let query = db.selectFrom('posts').where('posts.is_draft', '=', 0)
  if (keyword !== undefined) query = query.where('posts.id', 'in', postsFound(db, search, keyword))
  if (tag !== undefined) query = query.where('posts.id', 'in', (eb) => taggedPosts(eb, tag))
  return query
}

/**
 * Notes that hold each part of the keyword in their own texts or in their author's nickname. By a join, not in the note's
 * search entry, so that a new nickname counts at once. Two halves, since no index answers an «or».
 */
function postsFound(db: Db, search: SearchIndex, keyword: string) {
  const byText = db
    .selectFrom('posts')
    .select('posts.id')
    .where(search.matches('posts', 'posts.id', keyword) ?? NOTHING)
  let byAuthor = db
    .selectFrom('posts')
    .select('posts.id')
    .where(search.matches('authors', 'posts.user_id', keyword, 'any') ?? NOTHING)
  const parts = keyword.split(/\s+/)
  for (const part of parts.length > 1 ? parts : []) {
    const inText = search.matches('posts', 'posts.id', part)
    const inName = search.matches('authors', 'posts.user_id', part)
    if (inText && inName) byAuthor = byAuthor.where((eb) => eb.or([inText, inName]))
  }
  // MySQL looks at each note for itself where the union is not a table of its own.
  return db.selectFrom(byText.union(byAuthor).as('found')).select('found.id')
}

function taggedPosts(eb: ExpressionBuilder<Database, 'posts'>, tag: string) {
  return eb
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select('post_tags.post_id')
    .where('tags.name_key', '=', keyOf(tag, TAG_KEY_MAX))
}

/** Hits, hottest first. */
export async function listHottest(db: Db, query: PostQuery, from: number, most: number): Promise<number[]> {
  const rows = await hits(db, query)
    .select('posts.id')
    .orderBy('posts.hot_score', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(most)
    .offset(from)
    .execute()
  return rows.map((row) => row.id)
}

export async function countHits(db: Db, query: PostQuery): Promise<number> {
  const row = await hits(db, query)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Tags that the hits carry, most frequent first. */
export async function countTags(db: Db, query: PostQuery, most: number): Promise<{ name: string; count: number }[]> {
  // The names come last: joined to every hit they would cost more than the counting.
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('post_tags')
        .select((eb) => ['tag_id', eb.fn.countAll().as('n')])
        .where('post_id', 'in', hits(db, query).select('posts.id'))
        .groupBy('tag_id')
        .orderBy('n', 'desc')
        .orderBy('tag_id')
        .limit(most)
        .as('counted'),
    )
    .innerJoin('tags', 'tags.id', 'counted.tag_id')
    .select(['tags.name', 'counted.n'])
    .orderBy('counted.n', 'desc')
    .orderBy('counted.tag_id')
    .execute()
  return rows.map((row) => ({ name: row.name, count: Number(row.n) }))
}

export function listTitles(db: Db, ids: number[]): Promise<{ id: number; title: string }[]> {
  return db.selectFrom('posts').select(['id', 'title']).where('id', 'in', ids).execute()
}

export function listTagNames(db: Db, postIds: number[]): Promise<{ post_id: number; name: string }[]> {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_tags.post_id', 'tags.name'])
    .where('post_tags.post_id', 'in', postIds)
    .execute()
}

type UserQuery = { search: SearchIndex; keyword: string }

function usersFound(db: Db, { search, keyword }: UserQuery) {
  return db.selectFrom('users').where(search.matches('users', 'users.id', keyword) ?? NOTHING)
}

/** Users with the keyword in nickname or public id: whose id it is first, then by followers. */
export async function listUsersFound(db: Db, query: UserQuery, page: PageQuery): Promise<number[]> {
  const rows = await usersFound(db, query)
    .select('users.id')
    .orderBy((eb) => eb.case().when('user_id_key', '=', keyOf(query.keyword)).then(0).else(1).end())
    .orderBy('fans_count', 'desc')
    .orderBy('users.id')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map((row) => row.id)
}

export async function countUsersFound(db: Db, query: UserQuery): Promise<number> {
  const row = await usersFound(db, query)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
