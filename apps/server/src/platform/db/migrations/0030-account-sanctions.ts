import type { Kysely } from 'kysely'
import {
  addColumn,
  boolean,
  createIndex,
  createTable,
  type Engine,
  id,
  reference,
  text,
  timestamp,
  varchar,
} from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const sanction = {
    id: id(),
    user_id: reference('users', { onDelete: 'cascade' }),
    kind: varchar(10),
    reason: text(),
    note: text(),
    until: timestamp({ nullable: true }),
    hide_content: boolean(0),
    actor: varchar(30),
    actor_name: varchar(100),
    created_at: timestamp(),
    lifted_at: timestamp({ nullable: true }),
    lifted_by: varchar(100, { nullable: true }),
  }
  const index = [
    ['user_id', 'id'],
    ['lifted_at', 'until'],
  ]
  await createTable(db, engine, 'account_sanctions', sanction, { index })
  await addColumn(db, engine, 'users', 'is_hidden', boolean(0))
  await createIndex(db, engine, 'users', ['is_hidden', 'created_at', 'id'])
}
