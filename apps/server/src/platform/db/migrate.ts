/** Brings the schema up to date. */
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { ConfigError } from '../config.ts'
import { INDEX_VERSION } from '../search/tokens.ts'
import type { DatabaseHandle } from './client.ts'
import { insertMark } from './marks.ts'
import { migrations } from './migrations/index.ts'
import { schemaState, storeFloor, tablesOf } from './schema-state.ts'

/**
 * Returns the names of the applied migrations. Safe to run on several nodes at once. `last` ends with that step, for
 * rows of an older version. Throws `ConfigError` on the schema of a newer one, and on tables of something else.
 */
export async function migrate({ db, engine }: DatabaseHandle, last?: string): Promise<string[]> {
  const { applied: known, pending, refusal } = await schemaState(db)
  if (refusal) throw new ConfigError(refusal.text)
  // The Migrator reads all columns of the schema several times, and knows no steps but its own.
  if (pending.length === 0) return []
  if (known === 0 && (await tablesOf(db, engine)) === 'others') throw new ConfigError(NOT_OURS)
  const hasMarks = known > 0 && !pending.includes('0013-marks')
  if (hasMarks) await storeFloor(db)
  const steps = Object.entries(migrations).map(
    ([name, step]) => [name, { up: (target: Kysely<unknown>) => step.up(target, engine) }] as const,
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
  const applied = (results ?? []).map((result) => result.migrationName)
  if (!hasMarks && applied.includes('0013-marks')) await storeFloor(db)
  // A new database has no entries of an older version.
  if (applied[0] === Object.keys(migrations)[0]) await insertMark(db, 'search-version', INDEX_VERSION)
  return applied
}

const NOT_OURS =
  'The database has tables of another program, perhaps of a site of version 1.1, and none of ours. Use an empty one.'
