import { ACTIVE_JOB_STATES } from '@shiliu/contract/admin/jobs'
import { TARGET } from '@shiliu/contract/limits'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { BulkJobPiecesTable, BulkJobsTable } from '#platform/db/moderation-schema.ts'
import { offset, type PageQuery } from '#platform/db/pagination.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'

export type JobRow = Selectable<BulkJobsTable>
export type PieceRow = Selectable<BulkJobPiecesTable>

export async function insertJob(db: Db, job: Insertable<BulkJobsTable>): Promise<number> {
  return insertedId(await db.insertInto('bulk_jobs').values(job).executeTakeFirstOrThrow())
}

const PIECES_AT_ONCE = 100

export async function insertPieces(db: Db, pieces: Insertable<BulkJobPiecesTable>[]): Promise<void> {
  for (const some of chunks(pieces, PIECES_AT_ONCE)) await db.insertInto('bulk_job_pieces').values(some).execute()
}

/** The pieces that undo those of another job, the last one first. */
export async function insertUndoPieces(db: Db, jobId: number, undoesId: number): Promise<void> {
  await db
    .insertInto('bulk_job_pieces')
    .columns(['job_id', 'target_type', 'ids_json', 'before_json'])
    .expression(
      db
        .selectFrom('bulk_job_pieces')
        .select([sql.lit(jobId).as('job_id'), 'target_type', 'ids_json', 'before_json'])
        .where('job_id', '=', undoesId)
        .where('is_done', '=', 1)
        .where('before_json', 'is not', null)
        .orderBy('id', 'desc'),
    )
    .execute()
}

export function findJob(db: Db, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findJobByAction(db: Db, actionId: number): Promise<JobRow | undefined> {
  return db.selectFrom('bulk_jobs').selectAll().where('action_id', '=', actionId).executeTakeFirst()
}

const isActive = (active: boolean) =>
  active ? sql<boolean>`state in (${sql.join(ACTIVE_JOB_STATES)})` : sql<boolean>`1 = 1`

export type JobFilter = { active: boolean; userId: number | undefined }

const matches = ({ active, userId }: JobFilter) =>
  userId === undefined
    ? isActive(active)
    : sql<boolean>`${isActive(active)} and json_extract(details_json, '$.user_id') = ${userId}`

/** With when each was undone. */
export function listJobs(db: Db, page: PageQuery, filter: JobFilter) {
  return withUndone(db).where(matches(filter)).orderBy('j.id', 'desc').limit(page.limit).offset(offset(page)).execute()
}

export function findShownJob(db: Db, id: number) {
  return withUndone(db).where('j.id', '=', id).executeTakeFirst()
}

function withUndone(db: Db) {
  return db
    .selectFrom('bulk_jobs as j')
    .innerJoin('moderation_actions as a', 'a.id', 'j.action_id')
    .selectAll('j')
    .select('a.undone_at')
}

export async function countJobs(db: Db, filter: JobFilter): Promise<number> {
  const all = db.selectFrom('bulk_jobs').select((eb) => eb.fn.countAll().as('n'))
  return Number((await all.where(matches(filter)).executeTakeFirstOrThrow()).n)
}

/** The one that is worked on, else the one that waits longest. */
export async function findNextJob(db: Db): Promise<JobRow | undefined> {
  const jobs = db.selectFrom('bulk_jobs').selectAll().orderBy('id').limit(1)
  return (
    (await jobs.where('state', 'in', ['running', 'stopping']).executeTakeFirst()) ??
    (await jobs.where('state', '=', 'waiting').executeTakeFirst())
  )
}

export async function hasActiveUndo(db: Db, jobId: number): Promise<boolean> {
  const undoing = db.selectFrom('bulk_jobs').select('id').where('undoes_id', '=', jobId)
  return (await undoing.where('state', 'in', ACTIVE_JOB_STATES).executeTakeFirst()) !== undefined
}

export async function updateJob(db: Db, id: number, values: Updateable<BulkJobsTable>): Promise<void> {
  await db.updateTable('bulk_jobs').set(values).where('id', '=', id).execute()
}

/** Prolongs a node's lease, which locks the job; false where it has lost it. */
export async function holdJob(db: Db, id: number, node: string, leaseUntil: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_jobs')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .where('node', '=', node)
    .where('state', 'in', ['running', 'stopping'])
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Locks a job until the transaction ends. */
export async function lockJob(db: Db, id: number): Promise<JobRow | undefined> {
  await db
    .updateTable('bulk_jobs')
    .set((eb) => ({ lease_until: eb.ref('lease_until') }))
    .where('id', '=', id)
    .execute()
  return findJob(db, id)
}

export type Progress = { done: number; changed: number; skipped: number; failed: number }

export async function addProgress(db: Db, id: number, by: Progress): Promise<void> {
  await db
    .updateTable('bulk_jobs')
    .set((eb) => ({
      done: eb('done', '+', by.done),
      changed: eb('changed', '+', by.changed),
      skipped: eb('skipped', '+', by.skipped),
      failed: eb('failed', '+', by.failed),
    }))
    .where('id', '=', id)
    .execute()
}

export function findNextPiece(db: Db, jobId: number): Promise<PieceRow | undefined> {
  const waiting = db.selectFrom('bulk_job_pieces').selectAll().where('job_id', '=', jobId).where('is_done', '=', 0)
  return waiting.orderBy('id').limit(1).executeTakeFirst()
}

export async function finishPiece(db: Db, id: number, before_json: string | null): Promise<void> {
  await db.updateTable('bulk_job_pieces').set({ before_json, is_done: 1 }).where('id', '=', id).execute()
}

export async function deletePiece(db: Db, id: number): Promise<void> {
  await db.deleteFrom('bulk_job_pieces').where('id', '=', id).execute()
}

/** Posts or comments of these users after an id, also those that others do not see. */
export async function listContentIds(
  db: Db,
  table: 'posts' | 'comments',
  userIds: number[],
  { limit, after = 0 }: { limit: number; after?: number | undefined },
) {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('user_id', 'in', userIds)
    .where('state', '!=', 'deleted')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export type AuthorTold = {
  user_id: number
  posts: number
  comments: number
  post_id: number
  comment_id: number | null
  title: string | null
}

/** Whose posts and comments an action changed, after a user: how many, and of a single one which. */
export async function listAuthorsChanged(
  db: Db,
  actionId: number,
  after: number,
  limit: number,
): Promise<AuthorTold[]> {
  const posts = db
    .selectFrom('moderation_changes as c')
    .innerJoin('posts as p', 'p.id', 'c.target_id')
    .select([
      'p.user_id',
      sql<number>`1`.as('is_post'),
      'p.id as post_id',
      sql<number | null>`null`.as('comment_id'),
      'p.title',
    ])
    .where('c.action_id', '=', actionId)
    .where('c.target_type', '=', TARGET.post)
    .where('p.user_id', '>', after)
  const comments = db
    .selectFrom('moderation_changes as c')
    .innerJoin('comments as m', 'm.id', 'c.target_id')
    .select([
      'm.user_id',
      sql<number>`0`.as('is_post'),
      'm.post_id',
      'm.id as comment_id',
      sql<string>`null`.as('title'),
    ])
    .where('c.action_id', '=', actionId)
    .where('c.target_type', '=', TARGET.comment)
    .where('m.user_id', '>', after)
  const rows = await db
    .selectFrom(posts.unionAll(comments).as('changed'))
    .select((eb) => [
      'user_id',
      eb.fn.sum('is_post').as('posts'),
      eb.fn.countAll().as('n'),
      eb.fn.min('post_id').as('post_id'),
      eb.fn.min('comment_id').as('comment_id'),
      eb.fn.min('title').as('title'),
    ])
    .groupBy('user_id')
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ n, posts, ...row }) => ({ ...row, posts: Number(posts), comments: Number(n) - Number(posts) }))
}

/** Ended before a time, and with pieces: of those nothing can be undone any more. */
export async function listPieceIdsOfOld(db: Db, before: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bulk_jobs as j')
    .innerJoin('bulk_job_pieces as p', 'p.job_id', 'j.id')
    .select('p.id')
    .where('j.ended_at', '<', before)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deletePieces(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('bulk_job_pieces').where('id', 'in', ids).execute()
}

export async function deleteJobsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('bulk_jobs').where('ended_at', '<', time).execute()
}
