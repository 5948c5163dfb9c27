import { type Kysely, Migrator } from 'kysely'
import type { DatabaseHandle } from './client.ts'
import { migrations } from './migrations/index.ts'

/** Brings the database to the newest schema; answers the names of the steps it ran. Safe to run from several nodes. */
export async function migrate({ db, engine }: DatabaseHandle): Promise<string[]> {
  const steps = Object.entries(migrations).map(
    ([name, step]) => [name, { up: (target: Kysely<unknown>) => step.up(target, engine) }] as const,
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(steps) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
