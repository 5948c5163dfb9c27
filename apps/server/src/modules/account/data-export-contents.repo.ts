/**
 * What an export of somebody's data holds, by pages of ids. Reads tables of all modules, each by an index; what belongs
 * to a page's rows comes in no particular order.
 */
import { TARGET } from '@shiliu/contract/limits'
import type { Db } from '#platform/db/client.ts'

export type Page = { userId: number; after: number; limit: number }

export function listNotes(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .leftJoin('trash', (join) =>
      join.on('trash.target_type', '=', TARGET.post).onRef('trash.target_id', '=', 'posts.id'),
    )
    .select(['posts.id', 'title', 'content', 'categories.name as category', 'is_draft', 'state', 'state_reason'])
    .select(['view_count', 'like_count', 'collect_count', 'comment_count', 'is_featured', 'location'])
    .select(['posts.created_at', 'posts.updated_at', 'trash.deleted_at', 'trash.purge_at'])
    .where('posts.user_id', '=', userId)
    .where('posts.id', '>', after)
    .orderBy('posts.id')
    .limit(limit)
    .execute()
}

export function listNotePictures(db: Db, postIds: number[]) {
  return db
    .selectFrom('post_images')
    .leftJoin('media', 'media.id', 'post_images.media_id')
    .select(['post_id', 'media_key', 'url', 'position'])
    .where('post_id', 'in', postIds)
    .execute()
}

export function listNoteTags(db: Db, postIds: number[]) {
  return db
    .selectFrom('post_tags')
    .innerJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['post_id', 'name', 'position'])
    .where('post_id', 'in', postIds)
    .execute()
}

export function listComments(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('comments')
    .leftJoin('trash', (join) =>
      join.on('trash.target_type', '=', TARGET.comment).onRef('trash.target_id', '=', 'comments.id'),
    )
    .select(['comments.id', 'post_id', 'parent_id', 'content', 'state', 'state_reason', 'like_count', 'location'])
    .select(['created_at', 'trash.deleted_at', 'trash.purge_at'])
    .where('user_id', '=', userId)
    .where('comments.id', '>', after)
    .orderBy('comments.id')
    .limit(limit)
    .execute()
}

export function listCommentPictures(db: Db, commentIds: number[]) {
  return db
    .selectFrom('comment_images')
    .innerJoin('media', 'media.id', 'comment_images.media_id')
    .select(['comment_images.id', 'comment_id', 'media_key'])
    .where('comment_id', 'in', commentIds)
    .execute()
}

/** Of notes or comments; the title of what others see. */
export function listLikes(db: Db, targetType: number, { userId, after, limit }: Page) {
  return db
    .selectFrom('likes')
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'likes.post_id').on('posts.is_private', '=', 0))
    .select(['likes.id', 'target_type', 'target_id', 'title', 'likes.created_at'])
    .where('likes.user_id', '=', userId)
    .where('target_type', '=', targetType)
    .where('likes.id', '>', after)
    .orderBy('likes.id')
    .limit(limit)
    .execute()
}

export function listCollections(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('collections')
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'collections.post_id').on('posts.is_private', '=', 0))
    .select(['collections.id', 'collections.post_id', 'title', 'collections.created_at'])
    .where('collections.user_id', '=', userId)
    .where('collections.id', '>', after)
    .orderBy('collections.id')
    .limit(limit)
    .execute()
}

/** Whom somebody follows, or who follows: those whose profile others see. */
export function listFollows(db: Db, side: 'following' | 'followers', { userId, after, limit }: Page) {
  const [own, other] =
    side === 'following' ? (['follower_id', 'following_id'] as const) : (['following_id', 'follower_id'] as const)
  return db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', `follows.${other}`)
    .select(['follows.id', 'users.user_id', 'users.nickname', 'follows.created_at'])
    .where(`follows.${own}`, '=', userId)
    .where('users.is_hidden', '=', 0)
    .where('follows.id', '>', after)
    .orderBy('follows.id')
    .limit(limit)
    .execute()
}

/** Those of a type that the list of notifications shows. */
export function listNotifications(db: Db, ofType: number, { userId, after, limit }: Page) {
  return db
    .selectFrom('notifications')
    .leftJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'notifications.sender_id')
        .onRef('users.id', '!=', 'notifications.user_id')
        .on('users.is_hidden', '=', 0),
    )
    .select(['notifications.id', 'type', 'title', 'users.user_id as sender', 'target_id', 'comment_id', 'is_read'])
    .select('notifications.created_at')
    .where('notifications.user_id', '=', userId)
    .where('type', '=', ofType)
    .where('notifications.is_hidden', '=', 0)
    .where('notifications.id', '>', after)
    .orderBy('notifications.id')
    .limit(limit)
    .execute()
}

/** That somebody made. */
export function listReports(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('reports')
    .innerJoin('report_targets', 'report_targets.id', 'reports.report_target_id')
    .select(['reports.id', 'target_type', 'target_id', 'reason', 'text', 'created_at'])
    .where('reporter_id', '=', userId)
    .where('reports.id', '>', after)
    .orderBy('reports.id')
    .limit(limit)
    .execute()
}

/** Those that last, or those that ended. */
export function listSessions(db: Db, isActive: 0 | 1, { userId, after, limit }: Page) {
  return db
    .selectFrom('sessions')
    .leftJoin('addresses', (join) =>
      join.on('addresses.kind', '=', 'session').onRef('addresses.record_id', '=', 'sessions.id'),
    )
    .select(['sessions.id', 'user_agent', 'address', 'is_active', 'sessions.created_at', 'last_activity', 'expires_at'])
    .where('user_id', '=', userId)
    .where('is_active', '=', isActive)
    .where('sessions.id', '>', after)
    .orderBy('sessions.id')
    .limit(limit)
    .execute()
}

/** School accounts, without what the schools' services call them. */
export function listCampusAccounts(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('campus_identities as own')
    .innerJoin('campus_providers', 'campus_providers.id', 'own.provider_id')
    .select(['own.id', 'campus_providers.name as provider', 'own.account', 'badge', 'own.created_at', 'last_used_at'])
    .where('own.user_id', '=', userId)
    .where('own.id', '>', after)
    .orderBy('own.id')
    .limit(limit)
    .execute()
}

export function listActiveDays(db: Db, { userId, after, limit }: Page) {
  const own = db.selectFrom('active_days').select(['id', 'day']).where('user_id', '=', userId)
  return own.where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Banners that the person saw, or closed. */
export function listBanners(db: Db, dismissed: 0 | 1, { userId, after, limit }: Page) {
  return db
    .selectFrom('announcement_reads')
    .innerJoin('announcements', 'announcements.id', 'announcement_reads.announcement_id')
    .select(['announcement_reads.id', 'title', 'dismissed', 'seen_at'])
    .where('user_id', '=', userId)
    .where('dismissed', '=', dismissed)
    .where('announcement_reads.id', '>', after)
    .orderBy('announcement_reads.id')
    .limit(limit)
    .execute()
}

export async function listIdsOfUser(db: Db, table: 'posts' | 'comments', page: Page): Promise<number[]> {
  const own = db.selectFrom(table).select('id').where('user_id', '=', page.userId).where('id', '>', page.after)
  return (await own.orderBy('id').limit(page.limit).execute()).map(({ id }) => id)
}

/** What was decided about these, without the names of who decided. */
export function listDecisions(db: Db, targetType: number, ids: number[]) {
  return db
    .selectFrom('moderation_changes as c')
    .innerJoin('moderation_actions as a', 'a.id', 'c.action_id')
    .select(['c.target_type', 'c.target_id', 'a.actor', 'a.action', 'a.reason', 'c.from_state', 'c.to_state'])
    .select(['c.id', 'a.created_at', 'a.undone_at'])
    .where('c.target_type', '=', targetType)
    .where('c.target_id', 'in', ids)
    .execute()
}

/** What the person was told: notes of administrators stay theirs. */
export function listSanctions(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('account_sanctions')
    .select(['id', 'kind', 'reason', 'until', 'created_at', 'lifted_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The author's own words about these. */
export function listAppeals(db: Db, targetType: number, ids: number[]) {
  return db
    .selectFrom('appeals')
    .select(['id', 'target_type', 'target_id', 'text', 'state', 'outcome', 'answer', 'created_at', 'resolved_at'])
    .where('target_type', '=', targetType)
    .where('target_id', 'in', ids)
    .execute()
}

export function listPictures(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('media')
    .select(['id', 'media_key', 'width', 'height', 'created_at'])
    .where('owner_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
