import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

/** Posts that the reader may see, with a row for each picture. */
export function listPostsWithImages(db: Db, readerId: number, ids: number[]) {
  return db
    .selectFrom('posts')
    .leftJoin('post_images', 'post_images.post_id', 'posts.id')
    .leftJoin('media', 'media.id', 'post_images.media_id')
    .select(['posts.id', 'posts.title', 'post_images.position', 'post_images.url', 'media.media_key'])
    .where('posts.id', 'in', ids)
    .where((eb) => eb.or([eb('posts.is_private', '=', 0), eb('posts.user_id', '=', readerId)]))
    .where('posts.state', '!=', 'deleted')
    .execute()
}

export type PostImageRow = Awaited<ReturnType<typeof listPostsWithImages>>[number]

export function listComments(db: Db, readerId: number, ids: number[]) {
  return db
    .selectFrom('comments as c')
    .leftJoin('comments as parent', (join) =>
      join.onRef('parent.id', '=', 'c.parent_id').on('parent.is_private', '=', 0),
    )
    .leftJoin('likes', (join) =>
      join
        .onRef('likes.target_id', '=', 'c.id')
        .on('likes.target_type', '=', TARGET.comment)
        .on('likes.user_id', '=', readerId),
    )
    .select(['c.id', 'c.post_id', 'c.content', 'c.created_at', 'c.like_count'])
    .select(['parent.content as parent_content', 'likes.id as like_id'])
    .where('c.id', 'in', ids)
    .where('c.is_private', '=', 0)
    .execute()
}

export async function listFollowsWith(db: Db, readerId: number, others: number[]) {
  const following = await db
    .selectFrom('follows')
    .select('following_id as id')
    .where('follower_id', '=', readerId)
    .where('following_id', 'in', others)
    .execute()
  const followers = await db
    .selectFrom('follows')
    .select('follower_id as id')
    .where('following_id', '=', readerId)
    .where('follower_id', 'in', others)
    .execute()
  return { following: new Set(following.map((row) => row.id)), followers: new Set(followers.map((row) => row.id)) }
}

export function listAnnouncements(db: Db, ids: number[]) {
  return db.selectFrom('announcements').select(['id', 'title', 'text', 'link']).where('id', 'in', ids).execute()
}
