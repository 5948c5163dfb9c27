import { type RawBuilder, sql } from 'kysely'
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
  const perPost = (value: (change: Change) => number): RawBuilder<number> =>
    sql`case id ${sql.join(
      changes.map((change) => sql`when ${change.id} then ${value(change)}`),
      sql` `,
    )} end`
  await db
    .updateTable('posts')
    .set({ view_count: sql`view_count + ${perPost((c) => c.added)}`, hot_score: perPost((c) => c.score) })
    .where(
      'id',
      'in',
      changes.map((change) => change.id),
    )
    .execute()
}
