import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { INDEX_VERSION } from '../search/tokens.ts'
import type { DatabaseHandle } from './client.ts'
import { insertMark } from './marks.ts'
import { migrations } from './migrations/index.ts'

/** Returns the names of the applied migrations. Safe to run on several nodes at once. */
export async function migrate({ db, engine }: DatabaseHandle): Promise<string[]> {
  const steps = Object.entries(migrations).map(
    ([name, step]) => [name, { up: (target: Kysely<unknown>) => step.up(target, engine) }] as const,
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  const applied = (results ?? []).map((result) => result.migrationName)
  // A new database has no entries of an older version.
  if (applied[0] === Object.keys(migrations)[0]) await insertMark(db, 'search-version', INDEX_VERSION)
  return applied
}
