import type { NotNull } from 'kysely'
import type { Db } from '#platform/db/client.ts'

export function listIndexedFields(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.user_id', 'posts.category_id', 'posts.title', 'posts.content', 'posts.is_draft'])
    .select(['posts.is_private', 'posts.state'])
    .select('users.nickname')
    .where('posts.id', 'in', ids)
    .execute()
}

export type IndexedFields = Awaited<ReturnType<typeof listIndexedFields>>[number]

/** Tags of posts. A left join, because MySQL may start an inner join at the tags and then read every use of each. */
export function listTags(db: Db, postIds: number[]) {
  return db
    .selectFrom('post_tags')
    .leftJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_tags.post_id', 'tags.name', 'tags.name_key'])
    .$narrowType<{ name: NotNull; name_key: NotNull }>()
    .where('post_tags.post_id', 'in', postIds)
    .where('tags.is_trashed', '=', 0)
    .orderBy('post_tags.post_id')
    .orderBy('post_tags.position')
    .execute()
}
