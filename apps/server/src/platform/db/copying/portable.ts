/** Rows as both engines and an archive hold them, and checksums that are equal wherever the rows are. */
import { hash } from 'node:crypto'

/** Numbers are exact: an integer beyond 2^53 is a bigint. Flags, times and JSON are what the schema makes of them. */
export type PortableValue = null | number | bigint | string | Uint8Array
/** In the order of `PortableTable.columns`. */
export type PortableRow = readonly PortableValue[]

export type PortableTable = {
  name: string
  /** In order of their names, which is the same on both engines. */
  columns: readonly string[]
  rows: number
  /** Given to the next row, so that ids of deleted rows are not reused; null where the writer sets the key. */
  nextId: number | null
}

/** A database, or an archive of one. Tables come after those that they refer to. */
export type RowSource = {
  /** Names of the migrations that made its schema. */
  steps: readonly string[]
  tables: readonly PortableTable[]
  /** All rows of a table, in batches of bounded size. */
  rows(table: PortableTable): AsyncIterable<PortableRow[]>
}

/** `checksum` is hexadecimal and does not depend on the order of the rows. */
export type TableSum = { rows: number; checksum: string }

/** Ends a copy with words for whoever runs the site. */
export class CopyError extends Error {}

/** One line of JSON. */
export function encodeRow(row: PortableRow): string {
  return JSON.stringify(row.some(isTagged) ? row.map(tag) : row)
}

/** Throws where the line is none that `encodeRow` wrote. */
export function decodeRow(line: string): PortableRow {
  const row: unknown = JSON.parse(line)
  if (!Array.isArray(row)) throw new SyntaxError('Not a row')
  return row.map(untag)
}

const isTagged = (value: PortableValue) => typeof value === 'bigint' || value instanceof Uint8Array

function tag(value: PortableValue): unknown {
  if (typeof value === 'bigint') return { integer: String(value) }
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

function untag(value: unknown): PortableValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  const { integer, bytes } = value as { integer?: string; bytes?: string }
  if (integer !== undefined) return BigInt(integer)
  if (bytes !== undefined) return new Uint8Array(Buffer.from(bytes, 'base64'))
  throw new SyntaxError('Not a value')
}

const WORDS = 8

/** Counts rows and adds up their digests. */
export function tableSummer(): { add(row: PortableRow): void; sum(): TableSum } {
  const words = new Uint32Array(WORDS)
  let rows = 0
  return {
    add(row) {
      const digest = hash('sha256', encodeRow(row), 'buffer')
      for (let i = 0; i < WORDS; i++) words[i] = (words[i] ?? 0) + digest.readUInt32LE(i * 4)
      rows++
    },
    sum: () => ({ rows, checksum: Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('') }),
  }
}

/** Reads all rows once. */
export async function sumTables(
  source: RowSource,
  progress?: (rows: number) => void,
): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {}
  for (const table of source.tables) {
    const summer = tableSummer()
    for await (const batch of source.rows(table)) {
      for (const row of batch) summer.add(row)
      progress?.(batch.length)
    }
    sums[table.name] = summer.sum()
  }
  return sums
}
