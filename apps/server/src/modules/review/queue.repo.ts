import { TARGET } from '@shiliu/contract/limits'
import type { ModerationAction } from '@shiliu/contract/moderation'
import type { Insertable, Selectable } from 'kysely'
import { idsOfType, type TargetRef } from '#modules/moderation/targets.service.ts'
import type { Db } from '#platform/db/client.ts'
import type { ReviewClaimsTable } from '#platform/db/moderation-schema.ts'
import { groupBy } from '#platform/db/rows.ts'

export type Waiting = TargetRef & { since: number }

/** A post waits since its last edit, a comment, which nobody edits, since it was written. */
const waitingPosts = (db: Db) =>
  db
    .selectFrom('posts')
    .where('posts.state', '=', 'pending')
    .where('posts.is_draft', '=', 0)
    .where('posts.author_hidden', '=', 0)
const waitingComments = (db: Db) =>
  db.selectFrom('comments').where('comments.state', '=', 'pending').where('comments.author_hidden', '=', 0)

export async function countWaiting(db: Db): Promise<number> {
  const posts = await waitingPosts(db)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  const comments = await waitingComments(db)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(posts.n) + Number(comments.n)
}

/** The first `limit` that wait, oldest first. */
export async function listWaiting(db: Db, limit: number): Promise<Waiting[]> {
  const posts = waitingPosts(db).select(['posts.id', 'posts.updated_at as since'])
  const comments = waitingComments(db).select(['comments.id', 'comments.created_at as since'])
  return merged(
    await posts.orderBy('posts.updated_at').orderBy('posts.id').limit(limit).execute(),
    await comments.orderBy('comments.created_at').orderBy('comments.id').limit(limit).execute(),
    limit,
  )
}

/** As `listWaiting`, without what other administrators have claimed and without `held`. */
export async function listFree(
  db: Db,
  adminId: number,
  now: number,
  held: readonly TargetRef[],
  limit: number,
): Promise<Waiting[]> {
  const [postIds, commentIds] = [idsOfType(held, TARGET.post), idsOfType(held, TARGET.comment)]
  const posts = waitingPosts(db)
    .leftJoin('review_claims as claim', (join) =>
      join
        .onRef('claim.target_id', '=', 'posts.id')
        .on('claim.target_type', '=', TARGET.post)
        .on('claim.admin_id', '!=', adminId)
        .on('claim.until', '>', now),
    )
    .where('claim.id', 'is', null)
    .$if(postIds.length > 0, (query) => query.where('posts.id', 'not in', postIds))
    .select(['posts.id', 'posts.updated_at as since'])
  const comments = waitingComments(db)
    .leftJoin('review_claims as claim', (join) =>
      join
        .onRef('claim.target_id', '=', 'comments.id')
        .on('claim.target_type', '=', TARGET.comment)
        .on('claim.admin_id', '!=', adminId)
        .on('claim.until', '>', now),
    )
    .where('claim.id', 'is', null)
    .$if(commentIds.length > 0, (query) => query.where('comments.id', 'not in', commentIds))
    .select(['comments.id', 'comments.created_at as since'])
  return merged(
    await posts.orderBy('posts.updated_at').orderBy('posts.id').limit(limit).execute(),
    await comments.orderBy('comments.created_at').orderBy('comments.id').limit(limit).execute(),
    limit,
  )
}

type Head = { id: number; since: number }

function merged(posts: Head[], comments: Head[], limit: number): Waiting[] {
  const as = (type: number) => (row: Head) => ({ target_type: type, target_id: row.id, since: row.since })
  return [...posts.map(as(TARGET.post)), ...comments.map(as(TARGET.comment))]
    .toSorted((a, b) => a.since - b.since || a.target_type - b.target_type || a.target_id - b.target_id)
    .slice(0, limit)
}

export type Claim = Selectable<ReviewClaimsTable> & { username: string }

/** The unexpired claims of these targets, with the names of their administrators. */
export async function listClaims(db: Db, refs: readonly TargetRef[], now: number): Promise<Claim[]> {
  const found = await Promise.all(
    byType(refs).map(([type, ids]) =>
      db
        .selectFrom('review_claims')
        .innerJoin('admins', 'admins.id', 'review_claims.admin_id')
        .selectAll('review_claims')
        .select('admins.username')
        .where('target_type', '=', type)
        .where('target_id', 'in', ids)
        .where('until', '>', now)
        .execute(),
    ),
  )
  return found.flat()
}

const byType = (refs: readonly TargetRef[]) =>
  [...groupBy(refs, ({ target_type }) => target_type)].map(([type, some]): [number, number[]] => [
    type,
    some.map(({ target_id }) => target_id),
  ])

/** Replaces the claims of these targets. */
export async function setClaims(db: Db, claims: Insertable<ReviewClaimsTable>[]): Promise<void> {
  if (claims.length === 0) return
  for (const [type, ids] of byType(claims)) {
    await db.deleteFrom('review_claims').where('target_type', '=', type).where('target_id', 'in', ids).execute()
  }
  await db.insertInto('review_claims').values(claims).execute()
}

export async function deleteClaimsOf(db: Db, adminId: number): Promise<void> {
  await db.deleteFrom('review_claims').where('admin_id', '=', adminId).execute()
}

export async function deleteClaimsUntil(db: Db, now: number): Promise<void> {
  await db.deleteFrom('review_claims').where('until', '<=', now).execute()
}

/** Those of these that wait for review, with the time since when. */
export async function listStillWaiting(db: Db, refs: readonly TargetRef[]): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const [type, ids] of byType(refs)) {
    const rows =
      type === TARGET.post
        ? await waitingPosts(db).select(['id', 'updated_at as since']).where('id', 'in', ids).execute()
        : await waitingComments(db).select(['id', 'created_at as since']).where('id', 'in', ids).execute()
    found.push(...rows.map(({ id, since }) => ({ target_type: type, target_id: id, since })))
  }
  return found
}

export type EarlierChange = TargetRef & {
  id: number
  actor_name: string
  action: ModerationAction
  reason: string | null
  created_at: number
}

/** What was decided about each of these, oldest first. */
export async function listEarlier(db: Db, refs: readonly TargetRef[]): Promise<EarlierChange[]> {
  const found = await Promise.all(
    byType(refs).map(([type, ids]) =>
      db
        .selectFrom('moderation_changes as c')
        .innerJoin('moderation_actions as a', 'a.id', 'c.action_id')
        .select(['c.id', 'c.target_type', 'c.target_id', 'a.actor_name', 'a.action', 'a.reason', 'a.created_at'])
        .where('c.target_type', '=', type)
        .where('c.target_id', 'in', ids)
        .execute(),
    ),
  )
  return found.flat().toSorted((a, b) => a.id - b.id)
}

type Finding = TargetRef & { id: number; word: string; field: string }

export async function listWords(db: Db, refs: readonly TargetRef[]): Promise<Finding[]> {
  const found = await Promise.all(
    byType(refs).map(([type, ids]) =>
      db
        .selectFrom('word_findings')
        .select(['id', 'target_type', 'target_id', 'word', 'field'])
        .where('target_type', '=', type)
        .where('target_id', 'in', ids)
        .execute(),
    ),
  )
  return found.flat().toSorted((a, b) => a.id - b.id)
}

export type Refused = { user_id: number; state: 'rejected' | 'hidden'; n: number }

/** How many notes and comments of each author were rejected or hidden. */
export async function countRefused(db: Db, userIds: number[]): Promise<Refused[]> {
  const counted = (table: 'posts' | 'comments') =>
    db
      .selectFrom(table)
      .select((eb) => ['user_id', 'state', eb.fn.countAll().as('n')])
      .where('user_id', 'in', userIds)
      .where('state', 'in', ['rejected', 'hidden'])
      .groupBy(['user_id', 'state'])
      .execute()
  const rows = [...(await counted('posts')), ...(await counted('comments'))]
  return rows.map(({ user_id, state, n }) => ({ user_id, state: state as Refused['state'], n: Number(n) }))
}
