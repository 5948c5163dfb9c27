/**
 * Which steps a database has had, and whether this code may run on it: a node runs on while newer versions only expand
 * the schema, and refuses one that was contracted (docs/decisions/061-rolling-upgrades.md).
 */
import { sql } from 'kysely'
import { ConfigError } from '../config.ts'
import type { Db, Engine } from './client.ts'
import { findMark, insertMark, setMark } from './marks.ts'
import { migrations, type Step } from './migrations/index.ts'

type Steps = Record<string, Step>

/** This version may not run on the database: no further attempt would succeed. */
export class ContractedError extends ConfigError {}

export type SchemaState = {
  /** How many steps the database has had, of this version and of newer ones. */
  applied: number
  /** Steps of this version that it has not had. */
  pending: string[]
  /** Steps that this version does not know. */
  newer: string[]
  /** Why this version may not run on it, for whoever runs the site. */
  refusal: { text: string; needs: number; newest: number } | null
}

/** Names begin with their number. */
const numberOf = (name: string) => Number.parseInt(name, 10)

/** The number of the last step that this code knows. */
export const newestStep = (steps: Steps = migrations) => Math.max(...Object.keys(steps).map(numberOf))

/** The number of the oldest step that code must know to run on a schema that has had these; 0 if any code can. */
export function floorOf(names: readonly string[], steps: Steps = migrations): number {
  const needed = names.flatMap((name) => {
    const step = steps[name]
    return step?.kind === 'contract' ? [numberOf(step.needs ?? name)] : []
  })
  return Math.max(0, ...needed)
}

/** A database that cannot be read, as a new one, counts as one without steps. */
async function listApplied(db: Db): Promise<string[]> {
  const read = sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return (await read.catch(() => ({ rows: [] }))).rows.map(({ name }) => name)
}

/** Whether the database has our tables, others, or none. */
export async function tablesOf(db: Db, engine: Engine): Promise<'ours' | 'others' | 'none'> {
  const { rows } =
    engine === 'mysql'
      ? await sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = database()`.execute(db)
      : await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  if (rows.length === 0) return 'none'
  return rows.some(({ name }) => name === 'kysely_migration') ? 'ours' : 'others'
}

/** Compares by two short queries. */
export async function schemaState(db: Db, steps: Steps = migrations): Promise<SchemaState> {
  const applied = await listApplied(db)
  const pending = Object.keys(steps).filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !Object.hasOwn(steps, name))
  // A database of before there were marks has no newer steps.
  const floor = newer.length > 0 ? ((await findMark(db, 'schema-floor')) ?? 0) : 0
  const newest = newestStep(steps)
  const cannot = floor > newest || (newer.length > 0 && pending.length > 0)
  return { applied: applied.length, pending, newer, refusal: cannot ? refusal(floor, newest, newer, pending) : null }
}

function refusal(needs: number, newest: number, newer: string[], pending: string[]) {
  const what =
    needs > newest
      ? `A newer version has taken away what this one needs from the database: it takes a version that knows step ${needs}, this one knows steps up to ${newest}.`
      : `The database has steps of another version (${newer.join(', ')}) and lacks some of this one (${pending.join(', ')}).`
  return {
    text: `${what}\nUpdate this node, or restore the backup of before the upgrade (docs/operations.md#升级).`,
    needs,
    newest,
  }
}

/** Throws `ContractedError` where this code may not run on the database. */
export async function refuseContracted(db: Db, steps?: Steps): Promise<void> {
  const { refusal: refused } = await schemaState(db, steps)
  if (refused) throw new ContractedError(refused.text)
}

/** Lets older nodes that still run notice, so it is stored before a step contracts. It never goes down. */
export async function storeFloor(db: Db, steps: Steps = migrations): Promise<void> {
  const floor = floorOf(Object.keys(steps), steps)
  const stored = await findMark(db, 'schema-floor')
  if (stored === undefined) await insertMark(db, 'schema-floor', floor)
  else if (stored < floor) await setMark(db, 'schema-floor', floor)
}
