import type { Impact } from '@shiliu/contract/admin/resource'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'

export async function countPostsInCategories(db: Db, ids: number[]): Promise<{ published: number; others: number }> {
  const rows = await db
    .selectFrom('posts')
    .select((eb) => ['is_private', eb.fn.countAll().as('n')])
    .where('category_id', 'in', ids)
    .groupBy('is_private')
    .execute()
  const count = (isPrivate: number) => Number(rows.find((row) => row.is_private === isPrivate)?.n ?? 0)
  return { published: count(0), others: count(1) }
}

export async function countPostsWithTags(db: Db, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('post_tags')
    .select((eb) => eb.fn.count('post_id').distinct().as('n'))
    .where('tag_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function countLikesOfComments(db: Db, commentIds: number[]): Promise<number> {
  const counts = chunks(commentIds).map((some) =>
    db
      .selectFrom('likes')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('comment_id', 'in', some)
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counts)).reduce((sum, { n }) => sum + Number(n), 0)
}

export async function countDependentsOfPosts(db: Db, ids: number[]): Promise<Impact> {
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

/** Ids of other users' comments under the posts of these users. */
export async function listCommentIdsUnderPostsOfUsers(db: Db, userIds: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .select('comments.id')
    .where('posts.user_id', 'in', userIds)
    .where('comments.user_id', 'not in', userIds)
    .execute()
  return rows.map((row) => row.id)
}

/** Rows deleted with these users, besides comments: their own, and others' likes and collections of their posts. */
export async function countDependentsOfUsers(db: Db, ids: number[]) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => {
      const posts = (isDraft: number) =>
        selectFrom('posts').select(fn.countAll().as('n')).where('user_id', 'in', ids).where('is_draft', '=', isDraft)
      const given = (table: 'likes' | 'collections') =>
        selectFrom(table).select(fn.countAll().as('n')).where('user_id', 'in', ids)
      const received = (table: 'likes' | 'collections') =>
        selectFrom('posts')
          // Both tables have the columns used here.
          .innerJoin(`${table as 'likes'} as reaction`, 'reaction.post_id', 'posts.id')
          .select(fn.countAll().as('n'))
          .where('posts.user_id', 'in', ids)
          .where('reaction.user_id', 'not in', ids)
      return [
        posts(0).as('posts'),
        posts(1).as('drafts'),
        given('likes').as('likes'),
        received('likes').as('likesReceived'),
        given('collections').as('collections'),
        received('collections').as('collectionsReceived'),
        selectFrom('follows')
          .select(fn.countAll().as('n'))
          .where((eb) => eb.or([eb('follower_id', 'in', ids), eb('following_id', 'in', ids)]))
          .as('follows'),
        selectFrom('media').select(fn.countAll().as('n')).where('owner_id', 'in', ids).as('media'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    posts: Number(row.posts),
    drafts: Number(row.drafts),
    likes: Number(row.likes) + Number(row.likesReceived),
    collections: Number(row.collections) + Number(row.collectionsReceived),
    follows: Number(row.follows),
    media: Number(row.media),
  }
}
