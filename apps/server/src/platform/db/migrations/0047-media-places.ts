import { type Kysely, sql } from 'kysely'
import { createTable, type Engine, id, timestamp, varchar } from '../columns.ts'

const BATCH = 500
/** Of a stored picture, with what storage and site were reached at. */
const ABSOLUTE = /https?:\/\/[^\s"'<>\\]+?\/(([0-9a-f]{2})\/\2[0-9a-f]{30}-(?:card|detail|full)\.webp)/g

// With a bucket, older code takes the addresses for its own.
export const kind = 'contract'

/**
 * Where pictures could once be reached. Rows keep addresses of stored pictures as `/uploads/KEY`, whatever the storage
 * is; a bucket's were absolute (docs/decisions/054-moving.md).
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = { id: id(), base: varchar(191), created_at: timestamp() }
  await createTable(db, engine, 'media_places', columns, { unique: [['base']] })
  const address =
    engine === 'mysql'
      ? sql`concat('/uploads/', media.media_key, '-detail.webp')`
      : sql`'/uploads/' || media.media_key || '-detail.webp'`
  await sql`update users set avatar = (select ${address} from media where media.id = users.avatar_media_id)
    where avatar like 'http%' and exists (select 1 from media where media.id = users.avatar_media_id)`.execute(db)
  const ofComments = sql`content like '%<img src="http%'
    and exists (select 1 from comment_images where comment_images.comment_id = comments.id)`
  await rewrite(db, 'comments', ['content'], ofComments)
  const ofAudits = sql`(before_json like '%http%.webp%' or after_json like '%http%.webp%')`
  await rewrite(db, 'audits', ['before_json', 'after_json'], ofAudits)
  const { rows } = await sql<{ value: string }>`select value from settings where name = 'site_logo'`.execute(db)
  for (const { value } of rows) {
    await sql`update settings set value = ${relative(value)} where name = 'site_logo'`.execute(db)
  }
}

const relative = (text: string) => text.replace(ABSOLUTE, '/uploads/$1')

async function rewrite(db: Kysely<unknown>, table: string, columns: string[], where: ReturnType<typeof sql>) {
  const fields = sql.join(columns.map((column) => sql.ref(column)))
  for (let after = 0; ; ) {
    const { rows } = await sql<Record<string, string | null> & { id: number }>`select id, ${fields}
      from ${sql.table(table)} where id > ${after} and ${where} order by id limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const row of rows) {
      const changed = columns.filter((column) => row[column] && relative(row[column]) !== row[column])
      if (changed.length === 0) continue
      const values = sql.join(changed.map((column) => sql`${sql.ref(column)} = ${relative(row[column] ?? '')}`))
      await sql`update ${sql.table(table)} set ${values} where id = ${row.id}`.execute(db)
    }
    after = Number(last.id)
  }
}
