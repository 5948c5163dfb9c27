import { sql } from 'kysely'
import { caseById } from '#platform/db/bulk.ts'
import type { Db } from '#platform/db/client.ts'
import type { PostCounter } from './posts.repo.ts'

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
