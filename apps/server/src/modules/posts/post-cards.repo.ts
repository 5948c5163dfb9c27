import { TARGET } from '@shiliu/contract/limits'
import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/db/client.ts'

export function listCardRows(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .selectAll('posts')
    .select(['users.nickname', 'users.avatar', 'users.user_id as author_account', 'users.location as author_location'])
    .select(['categories.name as category', 'categories.is_trashed as category_is_trashed'])
    .where('posts.id', 'in', ids)
    .execute()
}

export type CardRow = Awaited<ReturnType<typeof listCardRows>>[number]

export function listImagesOfPosts(db: Db, ids: number[]) {
  return db
    .selectFrom('post_images')
    .leftJoin('media', 'media.id', 'post_images.media_id')
    .select(['post_images.post_id', 'post_images.url'])
    .select(['media.media_key', 'media.width', 'media.height', 'media.thumbhash'])
    .where('post_images.post_id', 'in', ids)
    .orderBy('post_images.post_id')
    .orderBy('post_images.position')
    .execute()
}

export type ImageRow = Awaited<ReturnType<typeof listImagesOfPosts>>[number]

export function listTagsOfPosts(db: Db, ids: number[]) {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_tags.post_id', 'tags.id', 'tags.name'])
    .where('post_tags.post_id', 'in', ids)
    .where('tags.is_trashed', '=', 0)
    .orderBy('post_tags.post_id')
    .orderBy('post_tags.position')
    .execute()
}

export type Reactions = { liked: Set<number>; collected: Set<number> }

/** Which of these posts each viewer likes and collected, by viewer id. One statement for all viewers. */
export async function listReactions(db: Db, viewerIds: number[], ids: number[]): Promise<Map<number, Reactions>> {
  const reactions = new Map(
    viewerIds.map((id): [number, Reactions] => [id, { liked: new Set(), collected: new Set() }]),
  )
  const values = [...viewerIds, ...ids]
  const query = CompiledQuery.raw(reactionsSql(viewerIds.length, ids.length), [...values, ...values])
  for (const { user_id, id, is_like } of (await db.executeQuery<ReactionRow>(query)).rows) {
    reactions.get(user_id)?.[Number(is_like) === 1 ? 'liked' : 'collected'].add(id)
  }
  return reactions
}

type ReactionRow = { user_id: number; id: number; is_like: number }

/** Plain SQL: this runs for every signed-in page, and building the query would cost as much as running it. */
function reactionsSql(viewers: number, posts: number): string {
  const list = (length: number) => `(${Array(length).fill('?').join(', ')})`
  return `
    select user_id, target_id as id, 1 as is_like from likes
    where user_id in ${list(viewers)} and target_type = ${TARGET.post} and target_id in ${list(posts)}
    union all
    select user_id, post_id as id, 0 as is_like from collections
    where user_id in ${list(viewers)} and post_id in ${list(posts)}`
}
