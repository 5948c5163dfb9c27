import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

export async function ping(db: Db): Promise<void> {
  await db.selectNoFrom((eb) => eb.lit(1).as('ok')).executeTakeFirstOrThrow()
}

/** What everybody sees, counted over the whole site. Each count scans an index: cache the result. */
export async function countAll(db: Db) {
  const counts = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('users').select(fn.countAll().as('n')).where('is_hidden', '=', 0).as('users'),
      selectFrom('posts').select(fn.countAll().as('n')).where('is_private', '=', 0).as('posts'),
      selectFrom('comments').select(fn.countAll().as('n')).where('is_private', '=', 0).as('comments'),
      // Few are private, so that these are found and subtracted.
      selectFrom('posts')
        .innerJoin('comments', 'comments.post_id', 'posts.id')
        .select(fn.countAll().as('n'))
        .where('posts.is_private', '=', 1)
        .where('comments.is_private', '=', 0)
        .as('commentsOfPrivate'),
      selectFrom('likes').select(fn.countAll().as('n')).as('likes'),
      selectFrom('posts')
        .innerJoin('likes', 'likes.target_id', 'posts.id')
        .select(fn.countAll().as('n'))
        .where('likes.target_type', '=', TARGET.post)
        .where('posts.is_private', '=', 1)
        .as('likesOfPrivate'),
      selectFrom('comments')
        .innerJoin('likes', 'likes.target_id', 'comments.id')
        .select(fn.countAll().as('n'))
        .where('likes.target_type', '=', TARGET.comment)
        .where('comments.is_private', '=', 1)
        .as('likesOfPrivateComments'),
      selectFrom('posts')
        .innerJoin('comments', 'comments.post_id', 'posts.id')
        .innerJoin('likes', 'likes.target_id', 'comments.id')
        .select(fn.countAll().as('n'))
        .where('likes.target_type', '=', TARGET.comment)
        .where('posts.is_private', '=', 1)
        .where('comments.is_private', '=', 0)
        .as('likesBelowPrivate'),
    ])
    .executeTakeFirstOrThrow()
  const {
    users,
    posts,
    comments,
    commentsOfPrivate,
    likes,
    likesOfPrivate,
    likesOfPrivateComments,
    likesBelowPrivate,
  } = counts
  return {
    users: Number(users),
    posts: Number(posts),
    comments: Number(comments) - Number(commentsOfPrivate),
    likes: Number(likes) - Number(likesOfPrivate) - Number(likesOfPrivateComments) - Number(likesBelowPrivate),
  }
}

/** What there is of each kind for everybody. Each count scans an index: cache the result. */
export async function countTotals(db: Db) {
  const { users, posts, comments } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('users').select(fn.countAll().as('n')).where('is_hidden', '=', 0).as('users'),
      selectFrom('posts').select(fn.countAll().as('n')).where('is_private', '=', 0).as('posts'),
      selectFrom('comments').select(fn.countAll().as('n')).where('is_private', '=', 0).as('comments'),
    ])
    .executeTakeFirstOrThrow()
  return { users: Number(users), posts: Number(posts), comments: Number(comments) }
}

/** What waits for moderators, found by indexes that hold little else. */
export async function countWaiting(db: Db) {
  const { posts, comments, reports, appeals } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('posts')
        .select(fn.countAll().as('n'))
        .where('state', '=', 'pending')
        .where('is_draft', '=', 0)
        .where('author_hidden', '=', 0)
        .as('posts'),
      selectFrom('comments')
        .select(fn.countAll().as('n'))
        .where('state', '=', 'pending')
        .where('author_hidden', '=', 0)
        .as('comments'),
      selectFrom('report_targets').select(fn.countAll().as('n')).where('state', '=', 'open').as('reports'),
      selectFrom('appeals').select(fn.countAll().as('n')).where('state', '=', 'open').as('appeals'),
    ])
    .executeTakeFirstOrThrow()
  return { posts: Number(posts), comments: Number(comments), reports: Number(reports), appeals: Number(appeals) }
}
