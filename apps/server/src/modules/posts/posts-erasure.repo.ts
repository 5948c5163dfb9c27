import { sql } from 'kysely'
import { caseById } from '#platform/db/bulk.ts'
import type { Db, Engine } from '#platform/db/client.ts'
import type { PostCounter } from './posts.repo.ts'

export async function lockPosts(db: Db, engine: Engine, ids: number[]): Promise<void> {
  await db
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}

type RankedMove = { id: number; delta: number; score: number }

/** One counter of many notes with the ranks that it changes, in one statement. */
export async function addToCounters(db: Db, counter: PostCounter, moves: RankedMove[]): Promise<void> {
  await db
    .updateTable('posts')
    .set({
      [counter]: sql`${sql.ref(counter)} + ${caseById(moves.map(({ id, delta }) => [id, delta]))}`,
      hot_score: caseById(moves.map(({ id, score }) => [id, score])),
    })
    .where(
      'id',
      'in',
      moves.map((move) => move.id),
    )
    .execute()
}

export async function listPostIdsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('posts').select('id').where('user_id', '=', userId).orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** How many notes the user published in each category. */
export async function countByCategory(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['category_id as id', eb.fn.countAll().as('n')])
    .where('user_id', '=', userId)
    .where('is_draft', '=', 0)
    .where('category_id', 'is not', null)
    .groupBy('category_id')
    .execute()
  return rows.map((row) => [Number(row.id), Number(row.n)])
}

/** How many notes the user published with each tag. */
export async function countByTag(db: Db, userId: number): Promise<[id: number, n: number][]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('post_tags', 'post_tags.post_id', 'posts.id')
    .select((eb) => ['post_tags.tag_id as id', eb.fn.countAll().as('n')])
    .where('posts.user_id', '=', userId)
    .where('posts.is_draft', '=', 0)
    .groupBy('post_tags.tag_id')
    .execute()
  return rows.map((row) => [row.id, Number(row.n)])
}

export async function deletePosts(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('posts').where('id', 'in', ids).execute()
}
