import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { type CounterChange, incrementCounter } from '#platform/db/counters.ts'
import { isAfter, type Position } from '#platform/db/cursor.ts'
import { offset } from '#platform/db/pagination.ts'
import { insertedId, normalizedKey } from '#platform/db/rows.ts'
import type { UsersTable } from '#platform/db/schema.ts'

export type UserRow = Selectable<UsersTable>
type NewUser = Omit<Insertable<UsersTable>, 'user_id_key'>
export type UserCounter = 'follow_count' | 'fans_count' | 'post_count' | 'like_count' | 'collect_count'

export async function insertUser(db: Db, user: NewUser): Promise<number> {
  const values = { ...user, user_id_key: normalizedKey(user.user_id) }
  return insertedId(await db.insertInto('users').values(values).executeTakeFirstOrThrow())
}

export function findUserById(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUserByPublicId(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('user_id_key', '=', normalizedKey(userId)).executeTakeFirst()
}

/** The account that had the public id at the site before this one. */
export function findUserByOldId(db: Db, userId: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('old_user_ids as old', 'old.user_id', 'users.id')
    .selectAll('users')
    .where('old.user_id_key', '=', normalizedKey(userId))
    .executeTakeFirst()
}

export async function listOldKeys(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('old_user_ids').select('user_id_key').where('user_id', '=', id).execute()
  return rows.map((row) => row.user_id_key)
}

export async function deleteOldKeys(db: Db, id: number): Promise<void> {
  await db.deleteFrom('old_user_ids').where('user_id', '=', id).execute()
}

export function listUsersByPublicIds(
  db: Db,
  userIds: string[],
): Promise<Pick<UserRow, 'id' | 'user_id' | 'user_id_key' | 'nickname' | 'is_hidden'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'user_id', 'user_id_key', 'nickname', 'is_hidden'])
    .where(
      'user_id_key',
      'in',
      userIds.map((userId) => normalizedKey(userId)),
    )
    .execute()
}

export function listUsersByIds(db: Db, ids: number[]): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('id', 'in', ids).execute()
}

export function listNewest(db: Db, at: Position<[number, number]>): Promise<Pick<UserRow, 'id' | 'created_at'>[]> {
  let query = db.selectFrom('users').select(['id', 'created_at']).where('is_hidden', '=', 0)
  if (at.after) query = query.where(isAfter('created_at', 'id', at.after))
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(at.limit + 1)
    .offset(offset(at))
    .execute()
}

/** 0 in an empty table. */
export async function newestUserId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('is_hidden', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export async function updateUser(db: Db, id: number, values: Updateable<UsersTable>): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute()
}

export async function listHiding(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('users').select('id').where('is_hiding', '=', 1).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

export async function addToUserCounters(
  db: Db,
  id: number,
  deltas: Partial<Record<UserCounter, number>>,
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) =>
      Object.fromEntries(Object.entries(deltas).map(([counter, n]) => [counter, eb(counter as UserCounter, '+', n)])),
    )
    .where('id', '=', id)
    .execute()
}

export async function addToUsersCounter(db: Db, counter: UserCounter, changes: CounterChange[]): Promise<void> {
  await incrementCounter(db, 'users', counter, changes)
}

/** Locks rows until the transaction ends; returns the ids that exist. SQLite has a single writer and needs no locks. */
export async function lockUsers(db: Db, engine: Engine, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
  return rows.map((row) => row.id)
}

/** Takes a shared lock until the transaction ends. Returns whether the account is hidden. */
export async function shareUser(db: Db, engine: Engine, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('is_hidden')
    .where('id', '=', id)
    .$if(engine === 'mysql', (query) => query.modifyEnd(sql`lock in share mode`))
    .executeTakeFirst()
  return row?.is_hidden === 1
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/**
 * Whether a deleted account had the id, or another at the site before this one. Waits for a deletion under way: call it
 * after inserting the account.
 */
export async function isUsedId(db: Db, engine: Engine, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('used_ids')
    .select('user_id_key')
    .where('user_id_key', '=', normalizedKey(userId))
    // Sees what was committed after the transaction began.
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .executeTakeFirst()
  return row !== undefined || (await findUserByOldId(db, userId)) !== undefined
}

export async function insertUsedId(db: Db, user_id_key: string, now: number): Promise<void> {
  await db.insertInto('used_ids').values({ user_id_key, deleted_at: now }).execute()
}
