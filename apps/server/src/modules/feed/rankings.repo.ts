import type { Db } from '#platform/db/client.ts'
import { insertedId } from '#platform/db/rows.ts'

/** Posts in the order of their hot scores at a moment. */
export type Ranking = { id: number; ids: number[]; created_at: number }

type Row = { id: number; post_ids: string; created_at: number }
const toRanking = ({ id, post_ids, created_at }: Row): Ranking => ({ id, ids: JSON.parse(post_ids), created_at })

export async function findNewestRanking(db: Db): Promise<Ranking | undefined> {
  const row = await db.selectFrom('rankings').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && toRanking(row)
}

export async function findRanking(db: Db, id: number): Promise<Ranking | undefined> {
  const row = await db.selectFrom('rankings').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRanking(row)
}

export async function insertRanking(db: Db, ids: number[], now: number): Promise<Ranking> {
  const values = { post_ids: JSON.stringify(ids), created_at: now }
  const id = insertedId(await db.insertInto('rankings').values(values).executeTakeFirstOrThrow())
  return { id, ids, created_at: now }
}

export async function deleteRankingsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('rankings').where('created_at', '<', time).execute()
}
