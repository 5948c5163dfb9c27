import type { Db } from '#platform/db/client.ts'

/** Ids of others' comments under notes of these accounts. */
export async function listCommentsUnderNotesOf(db: Db, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('comments', 'comments.post_id', 'posts.id')
    .select('comments.id')
    .where('posts.user_id', 'in', ids)
    .where('comments.user_id', 'not in', ids)
    .execute()
  return rows.map((row) => row.id)
}

/** What goes along with these accounts besides comments: theirs, and what others hung on their notes. */
export async function countBelongings(db: Db, ids: number[]) {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => {
      const notes = (isDraft: number) =>
        selectFrom('posts').select(fn.countAll().as('n')).where('user_id', 'in', ids).where('is_draft', '=', isDraft)
      const given = (table: 'likes' | 'collections') =>
        selectFrom(table).select(fn.countAll().as('n')).where('user_id', 'in', ids)
      const received = (table: 'likes' | 'collections') =>
        selectFrom('posts')
          // Both have the columns that are asked for here.
          .innerJoin(`${table as 'likes'} as hung`, 'hung.post_id', 'posts.id')
          .select(fn.countAll().as('n'))
          .where('posts.user_id', 'in', ids)
          .where('hung.user_id', 'not in', ids)
      return [
        notes(0).as('posts'),
        notes(1).as('drafts'),
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
