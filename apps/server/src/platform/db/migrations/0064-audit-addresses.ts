import { type Kysely, sql } from 'kysely'

const BATCH = 500
/** Of a stored picture: below what, and its key. */
const ABSOLUTE = /(https?:\/\/[^\s"'<>\\]+?)\/(([0-9a-f]{2})\/\3[0-9a-f]{30}-(?:card|detail|full)\.webp)/g

// Older code shows `/uploads/KEY` as it is, which leads to the bucket.
export const kind = 'expand'

type Line = { id: number; before_json: string | null; after_json: string | null }

/** Lines of the audit trail had a bucket's addresses as the back office showed them (docs/decisions/054-moving.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const places = await sql<{ base: string }>`select base from media_places`.execute(db)
  const bases = new Set(places.rows.map(({ base }) => base))
  const relative = (text: string | null) =>
    text?.replace(ABSOLUTE, (all, base: string, key: string) => (bases.has(base) ? `/uploads/${key}` : all)) ?? null
  for (let after = 0; bases.size > 0; ) {
    const { rows } = await sql<Line>`select id, before_json, after_json from audits where id > ${after}
      and (before_json like '%http%.webp%' or after_json like '%http%.webp%') order by id limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const { id, before_json, after_json } of rows) {
      const [before, now] = [relative(before_json), relative(after_json)]
      if (before === before_json && now === after_json) continue
      await sql`update audits set before_json = ${before}, after_json = ${now} where id = ${id}`.execute(db)
    }
    after = Number(last.id)
  }
}
