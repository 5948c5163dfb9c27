import { ACTIVE_JOB_STATES } from '@shiliu/contract/admin/jobs'
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

/** What is not done yet in the background, and when the oldest of it came, found by indexes that hold little else. */
export async function readQueues(db: Db) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => {
      const mail = selectFrom('mail_outbox').where('state', '=', 'waiting')
      const jobs = selectFrom('bulk_jobs').where('state', 'in', ACTIVE_JOB_STATES)
      const exports = selectFrom('data_exports').where('state', 'in', ['waiting', 'running'])
      return [
        mail.select(fn.countAll().as('n')).as('mail'),
        jobs.select(fn.countAll().as('n')).as('jobs'),
        exports.select(fn.countAll().as('n')).as('exports'),
        // What a recipient's server does not take waits for hours, through no fault of the site.
        mail
          .select((eb) => eb.fn.min('created_at').as('at'))
          .where(({ eb, or }) => or([eb('fault', 'is', null), eb('fault', '=', 'server')]))
          .as('mailSince'),
        jobs.select((eb) => eb.fn.min('created_at').as('at')).as('jobsSince'),
        exports.select((eb) => eb.fn.min('created_at').as('at')).as('exportsSince'),
      ]
    })
    .executeTakeFirstOrThrow()
  const queue = (length: unknown, since: unknown) => ({
    length: Number(length),
    since: since === null ? null : Number(since),
  })
  return {
    mail: queue(row.mail, row.mailSince),
    bulk_jobs: queue(row.jobs, row.jobsSince),
    data_exports: queue(row.exports, row.exportsSince),
  }
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
