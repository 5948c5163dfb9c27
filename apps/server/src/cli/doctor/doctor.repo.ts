/** Reads of `cli doctor`; each stops at the deadline of a statement. */
import { sql } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'

type MediaFiles = { media_key: string; width: number; height: number }

/** Pictures of a folder of the storage, in order of their keys. */
export function listMediaOf(db: Db, folder: string, afterKey: string, limit: number): Promise<MediaFiles[]> {
  return (
    db
      .selectFrom('media')
      .select(['media_key', 'width', 'height'])
      .where('media_key', '>', afterKey)
      // `0` follows `/`.
      .where('media_key', '<', `${folder}0`)
      .orderBy('media_key')
      .limit(limit)
      .execute()
  )
}

/** Those of the keys that have a row, or whose files wait to be removed. */
export async function listKnownKeys(db: Db, keys: string[]): Promise<{ media: Set<string>; removed: Set<string> }> {
  const media = await db.selectFrom('media').select('media_key').where('media_key', 'in', keys).execute()
  const removed = await db.selectFrom('removed_media').select('media_key').where('media_key', 'in', keys).execute()
  const keysOf = (rows: { media_key: string }[]) => new Set(rows.map((row) => row.media_key))
  return { media: keysOf(media), removed: keysOf(removed) }
}

/** Those of the names that an export of somebody's data has. */
export async function listExportNames(db: Db, names: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of chunks(names)) {
    const query = db.selectFrom('data_exports').select('file_name').where('file_name', 'in', some)
    for (const row of await query.execute()) known.add(row.file_name)
  }
  return known
}

/** Pictures that stand at addresses of others: in notes, and as avatars. */
export async function countForeignPictures(db: Db): Promise<number> {
  const row = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('post_images').select(fn.countAll().as('n')).where('url', 'is not', null).as('images'),
      selectFrom('users')
        .select(fn.countAll().as('n'))
        .where('avatar_media_id', 'is', null)
        .where('avatar', 'like', 'http%')
        .as('avatars'),
    ])
    .executeTakeFirstOrThrow()
  return Number(row.images) + Number(row.avatars)
}

type Reference = { table: string; column: string; parent: string; parentColumn: string }

/** The foreign keys of the schema. */
export async function listReferences(db: Db, engine: Engine): Promise<Reference[]> {
  if (engine === 'mysql') {
    const { rows } = await sql<Reference>`select table_name as \`table\`, column_name as \`column\`,
      referenced_table_name as \`parent\`, referenced_column_name as \`parentColumn\`
      from information_schema.key_column_usage
      where table_schema = database() and referenced_table_name is not null`.execute(db)
    return rows
  }
  const { rows } = await sql<Reference>`select m.name as "table", f."from" as "column", f."table" as "parent",
    coalesce(f."to", 'id') as "parentColumn"
    from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(db)
  return rows
}

/** How many rows refer to what is not there. */
export async function countOrphans(db: Db, { table, column, parent, parentColumn }: Reference): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)} child
    where ${sql.ref(`child.${column}`)} is not null and not exists
      (select 1 from ${sql.table(parent)} parent where ${sql.ref(`parent.${parentColumn}`)} = ${sql.ref(`child.${column}`)})`.execute(
    db,
  )
  return Number(rows[0]?.n ?? 0)
}

/** `ok`, or what SQLite says is damaged. */
export async function quickCheck(db: Db): Promise<string> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  return rows[0]?.quick_check ?? 'ok'
}

export async function sqliteVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  return rows[0]?.version ?? ''
}

/** Password hashes of those who may do everything. */
export function listOwners(db: Db) {
  return db
    .selectFrom('admins')
    .select(['username', 'password_hash'])
    .where('role', '=', 'owner')
    .where('is_active', '=', 1)
    .orderBy('id')
    .limit(5)
    .execute()
}
