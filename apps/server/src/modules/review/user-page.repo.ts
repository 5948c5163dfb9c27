import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import type { UserNotesTable } from '#platform/db/moderation-schema.ts'

type UserNoteRow = Selectable<UserNotesTable>

/** How many notes or comments of a user are in each state, in one pass over the user's own. */
export async function countStates(db: Db, table: 'posts' | 'comments', userId: number) {
  const draft = table === 'posts' ? sql`is_draft` : sql`0`
  const inState = (state: string) => sql<number>`coalesce(sum(case when state = ${state} then 1 else 0 end), 0)`
  const row = await db
    .selectFrom(table)
    .select([
      sql<number>`coalesce(sum(case when state = 'visible' and ${draft} = 0 then 1 else 0 end), 0)`.as('visible'),
      sql<number>`coalesce(sum(case when state = 'visible' and ${draft} = 1 then 1 else 0 end), 0)`.as('drafts'),
      inState('pending').as('pending'),
      inState('hidden').as('hidden'),
      inState('rejected').as('rejected'),
      inState('deleted').as('deleted'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { visible, drafts, pending, hidden, rejected, deleted } = row
  return {
    visible: Number(visible),
    drafts: Number(drafts),
    pending: Number(pending),
    hidden: Number(hidden),
    rejected: Number(rejected),
    deleted: Number(deleted),
  }
}

/** Each through an index. */
export async function countOthers(db: Db, userId: number, now: number) {
  const count = () => sql<number>`count(*)`.as('n')
  const row = await db
    .selectNoFrom([
      db.selectFrom('likes').select(count()).where('user_id', '=', userId).as('likes'),
      db.selectFrom('collections').select(count()).where('user_id', '=', userId).as('collections'),
      db
        .selectFrom('sessions')
        .select(count())
        .where('user_id', '=', userId)
        .where('is_active', '=', 1)
        .where('expires_at', '>', now)
        .as('sessions'),
      db.selectFrom('report_targets').select(count()).where('owner_id', '=', userId).as('reports_against'),
      db.selectFrom('reports').select(count()).where('reporter_id', '=', userId).as('reports_by'),
    ])
    .executeTakeFirstOrThrow()
  const { likes, collections, sessions, reports_against, reports_by } = row
  return {
    likes: Number(likes),
    collections: Number(collections),
    sessions: Number(sessions),
    reports_against: Number(reports_against),
    reports_by: Number(reports_by),
  }
}

/** Newest first. */
export async function listReportedOf(db: Db, userId: number, limit: number): Promise<number[]> {
  const all = db.selectFrom('report_targets').select('id').where('owner_id', '=', userId)
  return (await all.orderBy('id', 'desc').limit(limit).execute()).map(({ id }) => id)
}

/** Newest first. */
export function listReportsBy(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('reports')
    .select(['id', 'report_target_id', 'reason', 'text', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertNote(db: Db, note: Insertable<UserNotesTable>): Promise<void> {
  await db.insertInto('user_notes').values(note).execute()
}

/** Newest first. */
export function listNotes(db: Db, userId: number, limit: number): Promise<UserNoteRow[]> {
  const all = db.selectFrom('user_notes').selectAll().where('user_id', '=', userId)
  return all.orderBy('id', 'desc').limit(limit).execute()
}
