import { sql } from 'kysely'
import { caseById } from '#platform/db/bulk.ts'
import type { Db } from '#platform/db/client.ts'

export function listEngagement(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'])
    .where('id', 'in', ids)
    .execute()
}

type Change = { id: number; added: number; score: number }

/** All notes in one statement. */
export async function addViews(db: Db, changes: Change[]): Promise<void> {
  await db
    .updateTable('posts')
    .set({
      view_count: sql`view_count + ${caseById(changes.map(({ id, added }) => [id, added]))}`,
      hot_score: caseById(changes.map(({ id, score }) => [id, score])),
    })
    .where(
      'id',
      'in',
      changes.map((change) => change.id),
    )
    .execute()
}
