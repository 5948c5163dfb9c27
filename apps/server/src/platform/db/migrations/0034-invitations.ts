import { type Kysely, sql } from 'kysely'
import { addColumn, createIndex, createTable, type Engine, id, integer, timestamp, varchar } from '../columns.ts'
import { normalizedKey } from '../rows.ts'

export const kind = 'contract'

/** Codes were a setting, each good for any number of uses. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = {
    id: id(),
    code: varchar(50),
    code_key: varchar(191),
    note: varchar(100),
    uses_left: integer({ nullable: true }),
    used_count: integer(),
    expires_on: varchar(10, { nullable: true }),
    created_at: timestamp(),
  }
  await createTable(db, engine, 'invitations', columns, {
    unique: [['code_key']],
    index: [['used_count'], ['created_at']],
  })
  await addColumn(db, engine, 'users', 'invitation_id', integer({ nullable: true }))
  await createIndex(db, engine, 'users', ['invitation_id'])
  await moveCodes(db)
  await maskAudits(db)
}

async function moveCodes(db: Kysely<unknown>): Promise<void> {
  type Setting = { value: string; updated_at: number }
  const { rows } = await sql<Setting>`select value, updated_at from settings where name = 'invitation_codes'`.execute(
    db,
  )
  const codes = rows.flatMap(({ value }) => JSON.parse(value) as string[])
  const { rows: moved } = await sql<{ code_key: string }>`select code_key from invitations`.execute(db)
  const byKey = new Map(codes.map((code) => [normalizedKey(code), code]))
  for (const { code_key } of moved) byKey.delete(code_key)
  const time = Number(rows[0]?.updated_at ?? 0)
  const values = [...byKey].map(([key, code]) => sql`(${code}, ${key}, '', 0, ${time})`)
  if (values.length > 0)
    await sql`insert into invitations (code, code_key, note, used_count, created_at) values ${sql.join(values)}`.execute(
      db,
    )
  await sql`delete from settings where name = 'invitation_codes'`.execute(db)
}

/** The trail is read by more people than may read codes. */
async function maskAudits(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; before_json: string | null; after_json: string | null }>`
    select id, before_json, after_json from audits where resource = 'settings'`.execute(db)
  const isShown = (json: string | null) => json !== null && Array.isArray(JSON.parse(json).invitation_codes)
  const masked = (json: string | null) =>
    isShown(json) ? JSON.stringify({ ...JSON.parse(json ?? ''), invitation_codes: '••••••' }) : json
  for (const row of rows.filter(({ before_json, after_json }) => isShown(before_json) || isShown(after_json))) {
    const [before, after] = [masked(row.before_json), masked(row.after_json)]
    await sql`update audits set before_json = ${before}, after_json = ${after} where id = ${row.id}`.execute(db)
  }
}
