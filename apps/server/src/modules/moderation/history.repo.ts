import type { Insertable, Selectable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import type { ModerationActionsTable, ModerationChangesTable, TrashTable } from '#platform/db/moderation-schema.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'

export type ActionRow = Selectable<ModerationActionsTable>
export type ChangeRow = Selectable<ModerationChangesTable>
export type TrashRow = Selectable<TrashTable>

export async function insertAction(db: Db, action: Insertable<ModerationActionsTable>): Promise<number> {
  return insertedId(await db.insertInto('moderation_actions').values(action).executeTakeFirstOrThrow())
}

/** What somebody decided stays, without their name. */
export async function forgetActorName(db: Db, actor: string): Promise<void> {
  await db.updateTable('moderation_actions').set({ actor_name: '已注销' }).where('actor', '=', actor).execute()
}

export async function insertChanges(db: Db, changes: Insertable<ModerationChangesTable>[]): Promise<void> {
  for (const some of chunks(changes)) await db.insertInto('moderation_changes').values(some).execute()
}

export function lockAction(db: Db, engine: Engine, id: number): Promise<ActionRow | undefined> {
  return db
    .selectFrom('moderation_actions')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function markUndone(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('moderation_actions').set({ undone_at: now }).where('id', '=', id).execute()
}

export function listChanges(db: Db, actionId: number, most?: number): Promise<ChangeRow[]> {
  return db
    .selectFrom('moderation_changes')
    .selectAll()
    .where('action_id', '=', actionId)
    .orderBy('id')
    .$if(most !== undefined, (query) => query.limit(Number(most)))
    .execute()
}

/** All changes of these targets, oldest first, with who made them by which action. */
export async function listChangesOf(db: Db, targetType: number, ids: number[]) {
  const some = await Promise.all(
    chunks(ids).map((chunk) =>
      db
        .selectFrom('moderation_changes as c')
        .innerJoin('moderation_actions as a', 'a.id', 'c.action_id')
        .selectAll('c')
        .select(['a.actor', 'a.action', 'a.created_at as decided_at'])
        .where('c.target_type', '=', targetType)
        .where('c.target_id', 'in', chunk)
        .orderBy('c.id')
        .execute(),
    ),
  )
  return some.flat()
}

/** Those of these targets that something after this action changed. */
export async function listDecidedSince(db: Db, targetType: number, ids: number[], actionId: number): Promise<number[]> {
  const since = db.selectFrom('moderation_changes').select('target_id').where('target_type', '=', targetType)
  const rows = await since.where('target_id', 'in', ids).where('action_id', '>', actionId).execute()
  return rows.map((row) => row.target_id)
}

export function listHistory(db: Db, targetType: number, targetId: number, limit: number) {
  return db
    .selectFrom('moderation_changes as c')
    .innerJoin('moderation_actions as a', 'a.id', 'c.action_id')
    .select([
      'a.id',
      'a.actor',
      'a.actor_name',
      'a.action',
      'a.reason',
      'a.created_at',
      'a.undone_at',
      'c.from_state',
      'c.to_state',
      'c.from_reason',
    ])
    .where('c.target_type', '=', targetType)
    .where('c.target_id', '=', targetId)
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertTrash(db: Db, rows: Insertable<TrashTable>[]): Promise<void> {
  for (const some of chunks(rows)) await db.insertInto('trash').values(some).execute()
}

export async function listTrash(db: Db, targetType: number, ids: number[]): Promise<TrashRow[]> {
  const found = await Promise.all(
    chunks(ids).map((some) =>
      db.selectFrom('trash').selectAll().where('target_type', '=', targetType).where('target_id', 'in', some).execute(),
    ),
  )
  return found.flat()
}

/** Of these posts those whose author is in the trash, in that table (`accounts` is its target type). */
export function listPostsOfTrashed(db: Db, accounts: number, ids: number[]) {
  return db
    .selectFrom('posts')
    .innerJoin('trash', 'trash.target_id', 'posts.user_id')
    .select('posts.id')
    .where('trash.target_type', '=', accounts)
    .where('posts.id', 'in', ids)
    .execute()
}

/** As `listPostsOfTrashed` of comments. */
export function listCommentsOfTrashed(db: Db, accounts: number, ids: number[]) {
  return db
    .selectFrom('comments')
    .innerJoin('trash', 'trash.target_id', 'comments.user_id')
    .select('comments.id')
    .where('trash.target_type', '=', accounts)
    .where('comments.id', 'in', ids)
    .execute()
}

/** Of these comments those whose post is in the trash. */
export function listCommentsUnderTrashed(db: Db, ids: number[]) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select('comments.id')
    .where('posts.state', '=', 'deleted')
    .where('comments.id', 'in', ids)
    .execute()
}

export async function updateTrashActor(db: Db, targetType: number, ids: number[], actor: string): Promise<void> {
  for (const some of chunks(ids)) {
    const of = db.updateTable('trash').set({ actor }).where('target_type', '=', targetType)
    await of.where('target_id', 'in', some).execute()
  }
}

export async function deleteTrash(db: Db, targetType: number, ids: number[]): Promise<void> {
  for (const some of chunks(ids)) {
    await db.deleteFrom('trash').where('target_type', '=', targetType).where('target_id', 'in', some).execute()
  }
}

/** Keeps until `time` what was to be purged before; returns how many those were. */
export async function keepTrashUntil(db: Db, time: number): Promise<number> {
  const due = db.updateTable('trash').set({ purge_at: time }).where('purge_at', '<', time)
  return Number((await due.executeTakeFirst()).numUpdatedRows)
}

/** What was to be purged before a time, oldest first. */
export async function listPurgeable(db: Db, targetType: number, before: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('trash')
    .select('target_id')
    .where('purge_at', '<', before)
    .where('target_type', '=', targetType)
    .orderBy('purge_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.target_id)
}
