/** Writes complete rows into the tables of a new site, ids included, and reads what the next rows refer to. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { COUNTERS, type CountedTable } from '#modules/account/recount.repo.ts'
import type { Db, Engine } from '#platform/db/client.ts'
import { caseById } from '#platform/db/counters.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { chunks, insertedId } from '#platform/db/rows.ts'
import type { Database } from '#platform/db/schema.ts'
import type { Repair } from './repairs.ts'

export type NewRow<T extends keyof Database> = Insertable<Database[T]>
type Row<T extends keyof Database> = Selectable<Database[T]>

/** Well below the limits of both engines for one statement. */
const MAX_VALUES = 4000
const MAX_BYTES = 1_000_000

export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  let some: NewRow<T>[] = []
  let [values, bytes] = [0, 0]
  const write = async () => {
    if (some.length > 0)
      await db
        .insertInto(table as 'posts')
        .values(some as NewRow<'posts'>[])
        .execute()
    some = []
    values = bytes = 0
  }
  for (const row of rows) {
    const columns = Object.values(row)
    const size = columns.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length * 3 : 8), 0)
    if (values + columns.length > MAX_VALUES || bytes + size > MAX_BYTES) await write()
    some.push(row)
    values += columns.length
    bytes += size
  }
  await write()
}

/**
 * Inserts rows by one statement; where a unique key has some of them already, those that `withoutKnown` leaves. Returns
 * what was written.
 */
export async function insertNewRows<R>(
  rows: readonly R[],
  insert: (rows: readonly R[]) => Promise<void>,
  withoutKnown: () => Promise<readonly R[]>,
): Promise<readonly R[]> {
  try {
    await insert(rows)
    return rows
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const others = await withoutKnown()
    await insert(others)
    return others
  }
}

/** Which of the ids the table has. */
export async function existing(
  db: Db,
  table: 'users' | 'posts' | 'comments' | 'tags' | 'categories',
  ids: Iterable<number | null>,
): Promise<Set<number>> {
  const found = new Set<number>()
  for (const some of chunks([...new Set(ids)].filter((id) => id !== null))) {
    for (const { id } of await db.selectFrom(table).select('id').where('id', 'in', some).execute()) found.add(id)
  }
  return found
}

export async function listPosts(db: Db, ids: Iterable<number | null>) {
  const found = new Map<number, Pick<Row<'posts'>, 'id' | 'user_id' | 'is_private'>>()
  for (const some of chunks([...new Set(ids)].filter((id) => id !== null))) {
    const query = db.selectFrom('posts').select(['id', 'user_id', 'is_private']).where('id', 'in', some)
    for (const row of await query.execute()) found.set(row.id, row)
  }
  return found
}

export async function listComments(db: Db, ids: Iterable<number | null>) {
  const found = new Map<number, Pick<Row<'comments'>, 'id' | 'post_id' | 'root_id' | 'user_id'>>()
  for (const some of chunks([...new Set(ids)].filter((id) => id !== null))) {
    const query = db.selectFrom('comments').select(['id', 'post_id', 'root_id', 'user_id']).where('id', 'in', some)
    for (const row of await query.execute()) found.set(row.id, row)
  }
  return found
}

/** Those of the names that somebody has, in their normalized form. */
export async function takenKeys(
  db: Db,
  table: 'users' | 'admins' | 'tags' | 'categories',
  keys: readonly string[],
): Promise<Map<string, number>> {
  const column = { users: 'user_id_key', admins: 'username_key', tags: 'name_key', categories: 'name_key' }[table]
  const taken = new Map<string, number>()
  for (const some of chunks(keys)) {
    const query = db.selectFrom(table as 'tags').select(['id', `${column as 'name_key'} as key`])
    for (const { id, key } of await query.where(column as 'name_key', 'in', some).execute()) taken.set(key, id)
  }
  return taken
}

/** Those of the keys that an account already had at the old site. */
export async function listOldIds(db: Db, keys: readonly string[]): Promise<Pick<Row<'old_user_ids'>, 'user_id_key'>[]> {
  const found: Pick<Row<'old_user_ids'>, 'user_id_key'>[] = []
  for (const some of chunks(keys))
    found.push(
      ...(await db.selectFrom('old_user_ids').select('user_id_key').where('user_id_key', 'in', some).execute()),
    )
  return found
}

/** An id that somebody has leads to them. */
export async function deleteShadowedIds(db: Db): Promise<void> {
  const taken = db.selectFrom('users').select('user_id_key')
  await db.deleteFrom('old_user_ids').where('user_id_key', 'in', taken).execute()
}

export async function listCategoryTitles(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('categories').select('category_title').execute()
  return new Set(rows.map((row) => row.category_title))
}

/** What became of records of this kind, by what they were. */
export async function listRepairs(
  db: Db,
  kind: Repair['kind'],
  records: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const some of chunks([...new Set(records)])) {
    const query = db.selectFrom('import_repairs').select(['record', 'new_value']).where('kind', '=', kind)
    for (const row of await query.where('record', 'in', some).execute()) found.set(row.record, row.new_value)
  }
  return found
}

export async function listAllRepairs(db: Db, kind: Repair['kind']): Promise<Omit<Repair, 'kind'>[]> {
  const query = db.selectFrom('import_repairs').select(['record', 'old_value', 'new_value']).where('kind', '=', kind)
  return query.orderBy('id').execute()
}

export async function readState(db: Db): Promise<string | undefined> {
  const query = db.selectFrom('imports').select('value').where('name', '=', 'state')
  return (await query.executeTakeFirst())?.value
}

/** Whether an import has begun and not ended. */
export async function isImporting(db: Db): Promise<boolean> {
  const state = await readState(db)
  return state !== undefined && JSON.parse(state).finishedAt === null
}

export async function writeState(db: Db, value: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ value })
    .where('name', '=', 'state')
    .executeTakeFirstOrThrow()
  // MySQL counts no row that already has the value.
  if (numUpdatedRows === 0n && (await readState(db)) === undefined)
    await db.insertInto('imports').values({ name: 'state', value }).execute()
}

/** Tables of which a row makes a site one that has content. */
const CONTENT = ['users', 'posts', 'comments', 'tags', 'media'] as const

export async function hasContent(db: Db): Promise<boolean> {
  for (const table of CONTENT) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return true
  }
  return false
}

export async function listCategoryNames(db: Db): Promise<string[]> {
  return (await db.selectFrom('categories').select('name').execute()).map(({ name }) => name)
}

export const deleteCategories = (db: Db) => db.deleteFrom('categories').execute()

export async function listOldUploads(db: Db, names: readonly string[]) {
  const found = new Map<string, Pick<Row<'media'>, 'id' | 'media_key'>>()
  for (const some of chunks([...new Set(names)])) {
    const rows = await db
      .selectFrom('old_uploads')
      .innerJoin('media', 'media.id', 'old_uploads.media_id')
      .select(['old_uploads.name', 'media.id', 'media.media_key'])
      .where('old_uploads.name', 'in', some)
      .execute()
    for (const { name, ...media } of rows) found.set(name, media)
  }
  return found
}

/** Returns the id. */
export async function insertMedia(db: Db, media: NewRow<'media'>): Promise<number> {
  return insertedId(await db.insertInto('media').values(media).executeTakeFirstOrThrow())
}

/** Gives pictures to who showed them first. */
export async function setMediaOwners(db: Db, owners: ReadonlyMap<number, number>): Promise<void> {
  for (const some of chunks([...owners], 100)) {
    const ids = some.map(([id]) => id)
    await db
      .updateTable('media')
      .set({ owner_id: caseById(some) })
      .where('id', 'in', ids)
      .where('owner_id', 'is', null)
      .execute()
  }
}

export async function listKnownLikes(db: Db, rows: readonly NewRow<'likes'>[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of chunks(rows)) {
    const known = await db
      .selectFrom('likes')
      .select(['user_id', 'target_type', 'target_id'])
      .where('user_id', 'in', [...new Set(some.map((row) => row.user_id))])
      .where('target_id', 'in', [...new Set(some.map((row) => row.target_id))])
      .execute()
    for (const row of known) found.add(`${row.user_id} ${row.target_type} ${row.target_id}`)
  }
  return found
}

export async function listKnownPairs(
  db: Db,
  table: 'collections' | 'follows',
  pairs: readonly (readonly [number, number])[],
): Promise<Set<string>> {
  const [first, second] =
    table === 'follows' ? (['follower_id', 'following_id'] as const) : (['user_id', 'post_id'] as const)
  const found = new Set<string>()
  for (const some of chunks(pairs)) {
    const { rows } = await sql<{ a: number; b: number }>`select ${sql.ref(first)} as a, ${sql.ref(second)} as b
      from ${sql.table(table)} where ${sql.ref(first)} in (${sql.join([...new Set(some.map(([a]) => a))])})
      and ${sql.ref(second)} in (${sql.join([...new Set(some.map(([, b]) => b))])})`.execute(db)
    for (const { a, b } of rows) found.add(`${a} ${b}`)
  }
  return found
}

export async function listKnownEvents(db: Db, rows: readonly NewRow<'notifications'>[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of chunks(rows)) {
    const known = await db
      .selectFrom('notifications')
      .select(['user_id', 'event_key'])
      .where('user_id', 'in', [...new Set(some.map((row) => row.user_id))])
      .where('event_key', 'in', [...new Set(some.map((row) => row.event_key))])
      .execute()
    for (const row of known) found.add(`${row.user_id} ${row.event_key}`)
  }
  return found
}

export async function countRows(db: Db, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

export function listIdsAfter(db: Db, table: CountedTable, after: number, limit: number): Promise<{ id: number }[]> {
  const query = db.selectFrom(table).select('id').where('id', '>', after)
  return query.orderBy('id').limit(limit).execute()
}

/** Sets the counters of these rows, which are 0 until then, from the rows that they count. */
export async function countFor(db: Db, table: CountedTable, ids: readonly number[]): Promise<void> {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return
  for (const [counter, query] of Object.entries(COUNTERS[table])) {
    if (counter === 'is_private') continue
    const counted = await query(db, { first, last })
    const values = counted.flatMap(({ id, n }) => (id === null ? [] : [[Number(id), Number(n)] as const]))
    for (const some of chunks(values, 100)) await setNumbers(db, table, counter, some)
  }
}

async function setNumbers(
  db: Db,
  table: CountedTable,
  column: string,
  values: readonly (readonly [number, number])[],
): Promise<void> {
  const ids = sql.join(values.map(([id]) => id))
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${caseById(values)} where id in (${ids})`.execute(db)
}

/** What `hotScore` needs of these posts, with how many each author had published in the day before. */
export async function listRanked(db: Db, ids: readonly number[], dayMs: number) {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'view_count', 'like_count', 'collect_count', 'comment_count', 'created_at', 'is_featured'])
    .where('id', 'in', ids)
    .execute()
  const before = await db
    .selectFrom('posts as post')
    .innerJoin('posts as other', 'other.user_id', 'post.user_id')
    .select((eb) => ['post.id', eb.fn.countAll().as('n')])
    .where('post.id', 'in', ids)
    .where('other.is_draft', '=', 0)
    .whereRef('other.created_at', '<', 'post.created_at')
    .whereRef('other.created_at', '>', (eb) => eb('post.created_at', '-', dayMs))
    .groupBy('post.id')
    .execute()
  const published = new Map(before.map(({ id, n }) => [id, Number(n)]))
  return posts.map((post) => ({ ...post, day_posts: published.get(post.id) ?? 0 }))
}

export async function setRanks(
  db: Db,
  ranks: readonly { id: number; day_posts: number; hot_score: number }[],
): Promise<void> {
  for (const some of chunks(ranks, 100)) {
    await db
      .updateTable('posts')
      .set({
        day_posts: caseById(some.map(({ id, day_posts }) => [id, day_posts])),
        hot_score: caseById(some.map(({ id, hot_score }) => [id, hot_score])),
      })
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
  }
}

/** Ids of rows that are added later begin here. Not in a transaction: MySQL commits. May be called again. */
export async function continueIds(db: Db, engine: Engine, table: keyof Database, next: number): Promise<void> {
  if (engine === 'mysql') {
    await sql.raw(`alter table ${table} auto_increment = ${next}`).execute(db)
    return
  }
  const last = next - 1
  const { numAffectedRows = 0n } =
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(db)
  if (numAffectedRows === 0n) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db)
}
