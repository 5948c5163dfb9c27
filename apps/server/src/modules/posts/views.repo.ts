import { sql } from 'kysely'
import { caseById } from '#platform/db/bulk.ts'
import type { Db, Engine } from '#platform/db/client.ts'

/** What ranks notes, kept from others until the transaction ends: a like at the same moment must not lose its effect. */
export function lockEngagement(db: Db, engine: Engine, ids: number[]) {
  return db
    .selectFrom('posts')
    .select(['id', 'view_count', 'like_count', 'collect_count', 'comment_count', 'created_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
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
