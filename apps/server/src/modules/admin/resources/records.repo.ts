/** Rows as the back office's tables show them, in no particular order. */
import type { Db } from '#platform/db/client.ts'

export function listCollections(db: Db, ids: number[]) {
  return db
    .selectFrom('collections')
    .innerJoin('users', 'users.id', 'collections.user_id')
    .innerJoin('posts', 'posts.id', 'collections.post_id')
    .selectAll('collections')
    .select(['users.nickname', 'users.user_id as user_display_id', 'posts.title as post_title'])
    .where('collections.id', 'in', ids)
    .execute()
}

export function listComments(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .selectAll('comments')
    .select(['users.nickname', 'users.user_id as user_display_id', 'posts.title as post_title'])
    .where('comments.id', 'in', ids)
    .execute()
}

export function listFollows(db: Db, ids: number[]) {
  return db
    .selectFrom('follows')
    .innerJoin('users as follower', 'follower.id', 'follows.follower_id')
    .innerJoin('users as following', 'following.id', 'follows.following_id')
    .selectAll('follows')
    .select(['follower.user_id as follower_display_id', 'follower.nickname as follower_nickname'])
    .select(['following.user_id as following_display_id', 'following.nickname as following_nickname'])
    .where('follows.id', 'in', ids)
    .execute()
}

/** `post_id` is the post to open: the liked one, or that of the liked comment. */
export function listLikes(db: Db, ids: number[]) {
  return db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.user_id')
    .leftJoin('comments', 'comments.id', 'likes.comment_id')
    .select(['likes.id', 'likes.user_id', 'likes.target_type', 'likes.target_id', 'likes.created_at'])
    .select(['users.nickname', 'users.user_id as user_display_id'])
    .select((eb) => eb.fn.coalesce('likes.post_id', 'comments.post_id', 'likes.target_id').as('post_id'))
    .where('likes.id', 'in', ids)
    .execute()
}

export function listNotifications(db: Db, ids: number[]) {
  return db
    .selectFrom('notifications as n')
    .innerJoin('users as receiver', 'receiver.id', 'n.user_id')
    .innerJoin('users as sender', 'sender.id', 'n.sender_id')
    .select(['n.id', 'n.user_id', 'n.sender_id', 'n.type', 'n.title', 'n.target_id', 'n.comment_id', 'n.is_read'])
    .select(['n.created_at', 'receiver.user_id as user_display_id', 'receiver.nickname as user_nickname'])
    .select(['sender.user_id as sender_display_id', 'sender.nickname as sender_nickname'])
    .where('n.id', 'in', ids)
    .execute()
}

export async function hasPost(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function findPostIdOfComment(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('comments').select('post_id').where('id', '=', id).executeTakeFirst()
  return row?.post_id
}

export function listSessions(db: Db, ids: number[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_agent', 'sessions.is_active', 'sessions.expires_at'])
    .select(['sessions.last_activity', 'sessions.created_at', 'sessions.updated_at'])
    .select(['users.id as user_id', 'users.nickname', 'users.user_id as user_display_id'])
    .where('sessions.id', 'in', ids)
    .execute()
}
