/** Brings the schema up to date. */
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { INDEX_VERSION } from '../search/tokens.ts'
import type { DatabaseHandle } from './client.ts'
import { insertMark } from './marks.ts'
import { migrations } from './migrations/index.ts'

/**
 * Whether no step is left, by one query: the Migrator reads all columns of the schema several times. A database that
 * cannot be read, as a new one, counts as one with steps left.
 */
export async function isMigrated({ db }: DatabaseHandle): Promise<boolean> {
  const read = sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const { rows } = await read.catch(() => ({ rows: [] }))
  return rows.map(({ name }) => name).join() === Object.keys(migrations).toSorted().join()
}

/**
 * Returns the names of the applied migrations. Safe to run on several nodes at once. `last` ends with that step, for rows
 * of an older version.
 */
export async function migrate({ db, engine }: DatabaseHandle, last?: string): Promise<string[]> {
  const steps = Object.entries(migrations).map(
    ([name, step]) => [name, { up: (target: Kysely<unknown>) => step.up(target, engine) }] as const,
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
  const applied = (results ?? []).map((result) => result.migrationName)
  // A new database has no entries of an older version.
  if (applied[0] === Object.keys(migrations)[0]) await insertMark(db, 'search-version', INDEX_VERSION)
  return applied
}
