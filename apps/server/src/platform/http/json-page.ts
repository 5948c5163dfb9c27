/** Responses joined from the JSON of cached records, with places for what differs between viewers. */
import { createHash, randomUUID } from 'node:crypto'
import type { CacheEntry, Life } from '../cache/cache.ts'
import { withOwnMemory } from '../cache/own-memory.ts'
import type { CachedRecord } from '../cache/records.ts'

/** Data in which a cached record may stand for the object that it shows. */
export type WithRecords<T> = T extends readonly (infer E)[]
  ? WithRecords<E>[]
  : T extends object
    ? RecordJsonOf<T> | { [K in keyof T]: WithRecords<T[K]> }
    : T

/** Replaced by the record's JSON; `JSON.stringify` writes `MARKER` in its place. */
class RecordJsonOf<T> {
  readonly type?: T
  readonly record: CachedRecord<unknown>
  readonly extra: object | undefined
  constructor(record: CachedRecord<unknown>, extra?: object) {
    this.record = record
    this.extra = extra
  }
  toJSON(): string {
    written.push(this)
    return MARKER
  }
}

/** Random, so that no text of a user can be taken for it. */
const MARKER = randomUUID()
/** In the order in which `JSON.stringify` met them. */
let written: RecordJsonOf<unknown>[] = []

export function recordJson<T extends object>(record: CachedRecord<T>): RecordJsonOf<T>
/** With further fields after the record's own. */
export function recordJson<T extends object, X extends object>(
  record: CachedRecord<T>,
  extra: WithRecords<X>,
): RecordJsonOf<T & X>
export function recordJson(record: CachedRecord<object>, extra?: object): RecordJsonOf<object> {
  return new RecordJsonOf(record, extra)
}

/** A response that depends on the request alone, not on the viewer; current as long as its `basis` is. */
export class SharedPage<T> {
  readonly type?: T
  readonly data: unknown
  readonly basis: readonly CacheEntry<unknown>[]
  constructor(data: WithRecords<T>, basis: readonly CacheEntry<unknown>[]) {
    this.data = data
    this.basis = basis
  }
  /** The same page, current only as long as this entry is, too. */
  basedOn(entry: CacheEntry<unknown>): SharedPage<T> {
    return new SharedPage<T>(this.data as WithRecords<T>, [...this.basis, entry])
  }
}

export type JoinedPage = {
  /** As guests get it. */
  body: Buffer
  /** Changes with the body; the same in every process. */
  etag: string
  /** The records with a part of the viewer's, in the order of the page, and the JSON around those parts. */
  ids: number[]
  pieces: Buffer[]
  basis: readonly Life[]
}

export function joinPage(envelope: object, basis: readonly CacheEntry<unknown>[]): JoinedPage {
  const chunks: Buffer[] = []
  const hash = createHash('sha1')
  const lives = new Set(basis.map(({ life }) => life))
  const places: { id: number; chunk: number }[] = []

  function write(value: object, from = 0) {
    written = []
    const texts = JSON.stringify(value).slice(from).split(`"${MARKER}"`)
    const records = written
    for (const [index, text] of texts.entries()) {
      hash.update(text)
      chunks.push(Buffer.from(text))
      const next = records[index]
      if (next) writeRecord(next)
    }
  }

  function writeRecord({ record, extra }: RecordJsonOf<unknown>) {
    const { id, json } = record.value
    lives.add(record.life)
    hash.update(json.hash)
    chunks.push(json.before)
    if (json.place.length > 0) {
      places.push({ id, chunk: chunks.length })
      chunks.push(json.place, json.after)
    }
    if (!extra) return
    // Continues the record's object: its closing brace and the opening one of `extra` become a comma.
    const last = chunks.pop() ?? Buffer.alloc(0)
    chunks.push(last.subarray(0, -1), COMMA)
    write(extra, 1)
  }

  write(envelope)
  const body = withOwnMemory(Buffer.concat(chunks))
  return {
    body,
    etag: `"${hash.digest('base64url')}"`,
    ids: places.map(({ id }) => id),
    pieces: split(body, chunks, places),
    basis: [...lives],
  }
}

const COMMA = Buffer.from(',')

/** Views of `body`: one before each place and one after the last. */
function split(body: Buffer, chunks: Buffer[], places: { chunk: number }[]): Buffer[] {
  const pieces: Buffer[] = []
  let [from, at, chunk] = [0, 0, 0]
  for (const place of places) {
    while (chunk < place.chunk) at += chunks[chunk++]?.length ?? 0
    pieces.push(body.subarray(from, at))
    from = at + (chunks[chunk]?.length ?? 0)
  }
  pieces.push(body.subarray(from))
  return pieces
}
