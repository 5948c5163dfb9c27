/** What a site holds, to be compared with itself after something was undone. */
import { NOTICE } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'

/** All rows that moderators may move, without times and without the history of what they decided. */
export async function siteRows({ db }: Ctx) {
  const all = {
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    categories: await db.selectFrom('categories').selectAll().orderBy('id').execute(),
    tags: await db.selectFrom('tags').selectAll().orderBy('id').execute(),
    posts: await db.selectFrom('posts').selectAll().orderBy('id').execute(),
    post_tags: await db
      .selectFrom('post_tags')
      .select(['post_id', 'tag_id', 'position'])
      .orderBy('post_id')
      .orderBy('tag_id')
      .execute(),
    comments: await db.selectFrom('comments').selectAll().orderBy('id').execute(),
    likes: await db.selectFrom('likes').selectAll().orderBy('id').execute(),
    collections: await db.selectFrom('collections').selectAll().orderBy('id').execute(),
    trash: await db
      .selectFrom('trash')
      .select(['target_type', 'target_id'])
      .orderBy('target_type')
      .orderBy('target_id')
      .execute(),
    notifications: await db
      .selectFrom('notifications')
      .selectAll()
      .where('type', '!=', NOTICE.moderation)
      .orderBy('id')
      .execute(),
  }
  const isTime = (key: string) => key.endsWith('_at') || key === 'hot_score'
  return Object.entries(all).map(([table, rows]) => [
    table,
    rows.map((row) => Object.entries(row).filter(([key]) => !isTime(key))),
  ])
}

/** Columns that contain the text, except of what is sent again as it was and of where pictures once were. */
export async function columnsWith({ db }: Pick<Ctx, 'db'>, text: string): Promise<string[]> {
  const found = new Set<string>()
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'idempotent_requests' || name === 'media_places') continue
    const rows = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute()
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      if (String(value).includes(text)) found.add(`${name}.${column}`)
    }
  }
  return [...found]
}
