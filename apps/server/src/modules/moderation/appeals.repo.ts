import { TARGET } from '@shiliu/contract/limits'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import type { AppealsTable } from '#platform/db/moderation-schema.ts'
import { offset } from '#platform/db/pagination.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'

export type AppealRow = Selectable<AppealsTable>
export type AppealFilter = {
  state?: AppealRow['state'] | undefined
  target_type?: number | undefined
  /** The number of the author. */
  author?: number | undefined
}

export async function insertAppeal(db: Db, appeal: Insertable<AppealsTable>): Promise<number> {
  return insertedId(await db.insertInto('appeals').values(appeal).executeTakeFirstOrThrow())
}

export async function updateAppeals(db: Db, ids: number[], values: Updateable<AppealsTable>): Promise<void> {
  for (const some of chunks(ids)) await db.updateTable('appeals').set(values).where('id', 'in', some).execute()
}

export function findAppeal(db: Db, id: number): Promise<AppealRow | undefined> {
  return db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an appeal until the transaction ends. */
export function lockAppeal(db: Db, engine: Engine, id: number): Promise<AppealRow | undefined> {
  return db
    .selectFrom('appeals')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** The newest appeal about each of these, by their id. */
export async function newestAppeals(
  db: Db,
  targetType: number,
  ids: readonly number[],
): Promise<Map<number, AppealRow>> {
  const newest = new Map<number, AppealRow>()
  for (const some of chunks(ids)) {
    const rows = db
      .selectFrom('appeals')
      .selectAll()
      .where('target_type', '=', targetType)
      .where('target_id', 'in', some)
      .orderBy('target_id')
      .orderBy('id')
    for (const row of await rows.execute()) newest.set(row.target_id, row)
  }
  return newest
}

export async function countAppeals(db: Db, { state, target_type, author }: AppealFilter): Promise<number> {
  const row = await db
    .selectFrom('appeals')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('state', 'in', state ? [state] : ['open', 'resolved'])
    .$if(target_type !== undefined, (query) => query.where('target_type', '=', Number(target_type)))
    .$if(author !== undefined, (query) => query.where('user_id', '=', Number(author)))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Open ones first, the oldest first; of resolved ones alone the newest first. */
export function listAppeals(
  db: Db,
  { state, target_type, author }: AppealFilter,
  page: { page: number; limit: number },
): Promise<AppealRow[]> {
  const order = state === 'resolved' ? 'desc' : 'asc'
  return db
    .selectFrom('appeals')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state as AppealRow['state']))
    .$if(target_type !== undefined, (query) => query.where('target_type', '=', Number(target_type)))
    .$if(author !== undefined, (query) => query.where('user_id', '=', Number(author)))
    .orderBy('state', order)
    .orderBy('id', order)
    .limit(page.limit)
    .offset(offset(page))
    .execute()
}

export async function listOpenAbout(db: Db, targetType: number, ids: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (const some of chunks(ids)) {
    const rows = db
      .selectFrom('appeals')
      .select('id')
      .where('target_type', '=', targetType)
      .where('target_id', 'in', some)
      .where('state', '=', 'open')
    found.push(...(await rows.execute()).map(({ id }) => id))
  }
  return found
}

/** Those about comments below these posts. */
export async function listOpenBelow(db: Db, postIds: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (const some of chunks(postIds)) {
    const rows = db
      .selectFrom('appeals')
      .innerJoin('comments', 'comments.id', 'appeals.target_id')
      .select('appeals.id')
      .where('appeals.target_type', '=', TARGET.comment)
      .where('appeals.state', '=', 'open')
      .where('comments.post_id', 'in', some)
    found.push(...(await rows.execute()).map(({ id }) => id))
  }
  return found
}

/** Whoever put it into the trash; undefined where it is not there. */
export async function findDeleter(db: Db, targetType: number, targetId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('trash')
    .select('actor')
    .where('target_type', '=', targetType)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  return row?.actor
}
