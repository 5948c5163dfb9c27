/** Lookups of the search box of the back office. */
import type { Db } from '#platform/db/client.ts'
import { contains } from '#platform/db/like.ts'
import { normalizedKey } from '#platform/db/rows.ts'

export function listUsers(db: Db, ids: number[]) {
  const columns = ['id', 'user_id', 'nickname', 'avatar', 'is_active'] as const
  return db.selectFrom('users').select(columns).where('id', 'in', ids).execute()
}

export async function findUserId(db: Db, publicId: string): Promise<number | undefined> {
  const row = db.selectFrom('users').select('id').where('user_id_key', '=', normalizedKey(publicId))
  return (await row.executeTakeFirst())?.id
}

export function listPosts(db: Db, ids: number[]) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .select(['posts.id', 'posts.title', 'posts.state', 'posts.is_draft', 'posts.is_private', 'users.nickname'])
    .where('posts.id', 'in', ids)
    .execute()
}

export function listComments(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select(['comments.id', 'comments.content', 'comments.state', 'comments.is_private'])
    .select(['users.nickname', 'posts.title'])
    .where('comments.id', 'in', ids)
    .execute()
}

/** The newest comments with all of these texts, hidden and trashed ones too. Reads one by one: only as a long read. */
export async function listCommentIdsWith(db: Db, texts: readonly string[], limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where((eb) => eb.and(texts.map((text) => contains('content', text))))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** As `listCommentIdsWith`, of notes that the search index leaves out: each text in the title or the content. */
export async function listPrivatePostIdsWith(
  db: Db,
  texts: readonly { plain: string; rich: string }[],
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('is_private', '=', 1)
    .where((eb) => eb.or([eb('is_draft', '=', 0), eb('state', '=', 'deleted')]))
    .where((eb) => eb.and(texts.map(({ plain, rich }) => eb.or([contains('title', plain), contains('content', rich)]))))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those outside the trash whose names begin with the text, by the index of names. */
export function listTags(db: Db, text: string, limit: number) {
  const key = normalizedKey(text)
  return db
    .selectFrom('tags')
    .select(['id', 'name', 'name_key', 'use_count'])
    .where('name_key', '>=', key)
    .where('name_key', '<', `${key}\u{10ffff}`)
    .where('is_trashed', '=', 0)
    .orderBy('name_key')
    .limit(limit)
    .execute()
}

export function listAdmins(db: Db, text: string, limit: number) {
  return db
    .selectFrom('admins')
    .select(['id', 'username', 'username_key', 'role'])
    .where(contains('username_key', normalizedKey(text)))
    .orderBy('id')
    .limit(limit)
    .execute()
}
