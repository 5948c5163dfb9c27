import type { Impact } from '@shiliu/contract/admin/resource'
import type { Db } from '#platform/db/client.ts'

/** What goes along with these notes. */
export async function countHanging(db: Db, ids: number[]): Promise<Impact> {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('comments').select(fn.countAll().as('n')).where('post_id', 'in', ids).as('comments'),
      selectFrom('likes').select(fn.countAll().as('n')).where('post_id', 'in', ids).as('likes'),
      selectFrom('collections').select(fn.countAll().as('n')).where('post_id', 'in', ids).as('collections'),
      selectFrom('notifications').select(fn.countAll().as('n')).where('target_id', 'in', ids).as('notifications'),
    ])
    .executeTakeFirstOrThrow()
  const nouns = { comments: '评论', likes: '点赞', collections: '收藏', notifications: '通知' }
  return Object.entries(nouns).map(([name, noun]) => ({ noun, count: Number(Reflect.get(row, name)), fate: 'deleted' }))
}
