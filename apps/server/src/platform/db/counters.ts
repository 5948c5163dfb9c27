/** Counters of many rows moved at once, each by its own number. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { chunks } from './rows.ts'

/** How far the counter of each row moves, by id. */
export type Deltas = ReadonlyMap<number, number>
export type Move = [id: number, delta: number]

/** All of these rows by the same number; by twice as much where an id comes twice. */
export function deltasOf(ids: readonly number[], delta: number): Deltas {
  const deltas = new Map<number, number>()
  for (const id of ids) deltas.set(id, (deltas.get(id) ?? 0) + delta)
  return deltas
}

/** The moves in pieces for one statement each, in ascending order of id: the order in which everyone locks rows. */
export function movesOf(deltas: Deltas): Move[][] {
  return chunks([...deltas].filter(([, delta]) => delta !== 0).toSorted(([a], [b]) => a - b))
}

/** `case id when 1 then 5 … end`, for an update whose `where` names the same ids; some hundred of them at most. */
export function caseById(values: readonly (readonly [id: number, value: number])[]): RawBuilder<number> {
  const branches = values.map(([id, value]) => sql`when ${id} then ${value}`)
  return sql`case id ${sql.join(branches, sql` `)} end`
}

/** Moves one counter of many rows in one statement; for the repo that owns the table. Gone rows are passed over. */
export async function moveCounter(db: Db, table: string, counter: string, moves: Move[]): Promise<void> {
  const column = sql.ref(counter)
  const ids = sql.join(moves.map(([id]) => id))
  await sql`update ${sql.table(table)} set ${column} = ${column} + ${caseById(moves)} where id in (${ids})`.execute(db)
}
