import type { Kysely } from 'kysely'
import { boolean, createTable, type Engine, id, integer, timestamp, varchar } from '../columns.ts'

export const kind = 'expand'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const word = {
    id: id(),
    word: varchar(100),
    word_key: varchar(191),
    action: varchar(10),
    whole: boolean(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  }
  await createTable(db, engine, 'watched_words', word, { unique: [['word_key']] })
  const finding = {
    id: id(),
    word: varchar(100),
    action: varchar(10),
    target_type: integer(),
    target_id: integer(),
    post_id: integer({ nullable: true }),
    field: varchar(20),
    created_at: timestamp(),
  }
  const index = [['created_at'], ['target_type', 'target_id']]
  await createTable(db, engine, 'word_findings', finding, { index })
}
