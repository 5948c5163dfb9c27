import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

/** Notes with author and category, in no particular order. */
export function listCardRows(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .selectAll('posts')
    .select(['users.nickname', 'users.avatar', 'users.user_id as author_account', 'users.location'])
    .select('categories.name as category')
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
    .orderBy('post_tags.post_id')
    .orderBy('post_tags.position')
    .execute()
}

export type TagRow = Awaited<ReturnType<typeof listTagsOfPosts>>[number]

/** Which of these notes the viewer likes. */
export async function likedAmong(db: Db, viewerId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('likes')
    .select('target_id')
    .where('user_id', '=', viewerId)
    .where('target_type', '=', TARGET.post)
    .where('target_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

/** Which of these notes the viewer collected. */
export async function collectedAmong(db: Db, viewerId: number, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('collections')
    .select('post_id')
    .where('user_id', '=', viewerId)
    .where('post_id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.post_id))
}
