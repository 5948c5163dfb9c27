import type { Kysely } from 'kysely'
import { createTable, type Engine, primaryKey, reference } from '../columns.ts'

export const kind = 'expand'

/** Public ids that accounts had at the site before `cli import`, where they have another one here. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(
    db,
    engine,
    'old_user_ids',
    { user_id_key: primaryKey(191), user_id: reference('users', { onDelete: 'cascade' }) },
    { index: [['user_id']] },
  )
}
