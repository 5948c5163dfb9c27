/** Changes of counter columns, in statements that lock rows in one order. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { chunks } from './rows.ts'

export type CounterDeltas = ReadonlyMap<number, number>
export type CounterChange = [id: number, delta: number]

/** An id listed twice is counted twice. */
export function equalDeltas(ids: readonly number[], delta: number): CounterDeltas {
  const deltas = new Map<number, number>()
  for (const id of ids) deltas.set(id, (deltas.get(id) ?? 0) + delta)
  return deltas
}

/** Each row compares its id with those of all. */
const BATCH_SIZE = 100

/** One batch per statement, in ascending id order, so that all writers lock rows in the same order. */
export function counterBatches(deltas: CounterDeltas): CounterChange[][] {
  return chunks(
    [...deltas].filter(([, delta]) => delta !== 0).toSorted(([a], [b]) => a - b),
    BATCH_SIZE,
  )
}

/** `case id when 1 then 5 … end`, for an update whose `where` names the same ids, a few hundred at most. */
export function caseById<V extends number | string>(
  values: readonly (readonly [id: number, value: V])[],
): RawBuilder<V> {
  const branches = values.map(([id, value]) => sql`when ${id} then ${value}`)
  return sql`case id ${sql.join(branches, sql` `)} end`
}

/** Only for the repo that owns the table. Missing rows are ignored. */
export async function incrementCounter(
  db: Db,
  table: string,
  counter: string,
  changes: CounterChange[],
): Promise<void> {
  const column = sql.ref(counter)
  const ids = sql.join(changes.map(([id]) => id))
  await sql`update ${sql.table(table)} set ${column} = ${column} + ${caseById(changes)} where id in (${ids})`.execute(
    db,
  )
}
