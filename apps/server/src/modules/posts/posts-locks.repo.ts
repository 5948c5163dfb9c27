import type { Db, Engine } from '#platform/db/client.ts'

export async function lockPosts(db: Db, engine: Engine, ids: number[]): Promise<void> {
  await db
    .selectFrom('posts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}
