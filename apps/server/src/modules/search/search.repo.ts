import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { TRASHED } from '#modules/moderation/trash-rows.service.ts'
import type { Db, Engine } from '#platform/db/client.ts'
import { idList, rowsWithIds } from '#platform/db/id-list.ts'

export type Score = { id: number; hot_score: number }

/** SQLite reads scores from an index without the texts, which have thirty times as many pages, only where told to. */
const scoresOfPosts = (engine: Engine) =>
  engine === 'sqlite' ? sql`posts indexed by posts_id_hot_score_idx` : sql`posts`

export async function listScores(db: Db, engine: Engine, ids: readonly number[]): Promise<Score[]> {
  const { rows } = await sql<Score>`select id, hot_score from ${scoresOfPosts(engine)}
    where id in ${idList(engine, ids)}`.execute(db)
  return rows
}

/** The newest found posts with their scores, hottest first, and the total where the index tells it along. */
export async function listNewest(
  db: Db,
  engine: Engine,
  found: RawBuilder<{ id: number; total: number | null }>,
): Promise<{ scores: Score[]; total: number | null }> {
  const { rows } = await sql<Score & { total: number | string | null }>`select posts.id, posts.hot_score, found.total
    from ${found} as found inner join ${scoresOfPosts(engine)} on posts.id = found.id
    order by posts.hot_score desc, posts.id desc`.execute(db)
  const total = rows[0]?.total ?? null
  return { scores: rows, total: total === null ? null : Number(total) }
}

/** The hottest posts below an id that match, hottest first; only those with the score `from` or more. */
export function listHottest(
  db: Db,
  matches: Expression<SqlBool>,
  { below, from, most }: { below: number; from: number; most: number },
): Promise<Score[]> {
  return published(db, below, from)
    .select(['posts.id', 'posts.hot_score'])
    .where(matches)
    .orderBy('hot_score', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(most)
    .execute()
}

/** The score of the `nth` hottest post below an id; 0 if there are fewer. */
export async function findHottestScore(db: Db, below: number, nth: number): Promise<number> {
  const row = await published(db, below, 0)
    .select('hot_score')
    .orderBy('hot_score', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(1)
    .offset(nth - 1)
    .executeTakeFirst()
  return row?.hot_score ?? 0
}

/** The ids of posts below an id with at least a score, as a subquery. */
export const hotIds = (db: Db, below: number, from: number): RawBuilder<unknown> =>
  sql`${published(db, below, from).select('id')}`

const published = (db: Db, below: number, from: number) =>
  db.selectFrom('posts').where('is_private', '=', 0).where('hot_score', '>=', from).where('posts.id', '<', below)

export function listTagNames(
  db: Db,
  engine: Engine,
  postIds: readonly number[],
): Promise<{ post_id: number; name: string }[]> {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_tags.post_id', 'tags.name'])
    .where(sql<SqlBool>`post_tags.post_id in ${idList(engine, postIds)}`)
    .where('tags.is_trashed', '=', 0)
    .execute()
}

export function listRankingFields(
  db: Db,
  engine: Engine,
  ids: readonly number[],
): Promise<{ id: number; title: string; hot_score: number }[]> {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'hot_score'])
    .where(sql<SqlBool>`id in ${idList(engine, ids)}`)
    .execute()
}

/** The most frequent tags of the posts. */
export async function countTags(
  db: Db,
  engine: Engine,
  postIds: readonly number[],
  limit: number,
): Promise<{ name: string; count: number }[]> {
  // Joins the names after grouping: joining them to every row costs more than counting.
  const { rows } = await sql<{ name: string; n: number | string }>`select tags.name, counted.n
    from (select tag_id, count(*) as n ${rowsWithIds(engine, 'post_tags', 'post_id', postIds)}
      and tag_id not in (select target_id from trash where target_type = ${TRASHED.tag})
      group by tag_id order by n desc, tag_id limit ${limit}) as counted
    inner join tags on tags.id = counted.tag_id
    order by counted.n desc, counted.tag_id`.execute(db)
  return rows.map((row) => ({ name: row.name, count: Number(row.n) }))
}

export type UserMatch = { id: number; fans_count: number }

/** Users who match, except one, by followers. */
export function listMatchingUsers(
  db: Db,
  matches: Expression<SqlBool>,
  {
    after,
    limit,
    skip = 0,
    except = -1,
  }: { after?: [number, number] | undefined; limit: number; skip?: number; except?: number },
): Promise<UserMatch[]> {
  let query = db.selectFrom('users').select(['users.id', 'fans_count']).where(matches).where('users.id', '!=', except)
  if (after) {
    const [fans, last] = after
    query = query
      .where('fans_count', '<=', fans)
      .where((eb) => eb.or([eb('fans_count', '<', fans), eb('users.id', '>', last)]))
  }
  return query.orderBy('fans_count', 'desc').orderBy('users.id').limit(limit).offset(skip).execute()
}
