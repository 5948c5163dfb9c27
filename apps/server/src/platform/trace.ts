/**
 * What one request waits for, wherever that happens (docs/decisions/067-hung-processes-and-traces.md): its log line
 * says it where it was slow, and a collector of traces gets it as spans.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

/**
 * `database`: statements · `connection`: until one is free · `turn`: behind others of the same account, or long work ·
 * `disk`: what was written reaches it · `redis` · `primary`: the process that started this one · `storage`: S3 ·
 * `pictures`, `passwords`: converting and hashing.
 */
export type Part =
  | 'database'
  | 'connection'
  | 'turn'
  | 'disk'
  | 'redis'
  | 'primary'
  | 'storage'
  | 'pictures'
  | 'passwords'

/** Of a part; times as of `performance.now()`. */
type PartSpan = { part: Part; name: string; start: number; end: number }

/** Enough for any page; a request with more says only how many. */
const SPANS_MAX = 100
/** Milliseconds. Finding the name of a shorter one costs too much of it. */
const NAMED_MS = 20
const NAMED_MAX = 3

export class Trace {
  readonly start = performance.now()
  readonly #parent: Parent | undefined
  #traceId: string | undefined
  #spanId: string | undefined
  readonly #spent = new Map<Part, number>()
  readonly #slowest: { statement: string; ms: number }[] = []
  #statements = 0
  #hits = 0
  #misses = 0
  /** Null where nobody collects them. */
  readonly spans: PartSpan[] | null
  ended = false

  /** Keeps spans where `sample` says so. A parent's flag may opt out, never in: anybody may send one. */
  constructor(parent: Parent | undefined, sample?: () => boolean) {
    this.#parent = parent
    this.spans = parent?.sampled !== false && sample?.() ? [] : null
  }

  /** 32 digits, from whoever sent the request or made up when first asked for. */
  get traceId(): string {
    this.#traceId ??= this.#parent?.traceId ?? randomHex(16)
    return this.#traceId
  }

  get spanId(): string {
    this.#spanId ??= randomHex(8)
    return this.#spanId
  }

  get parentId(): string | undefined {
    return this.#parent?.spanId
  }

  /** For a request that we send meanwhile. */
  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-${this.spans ? '01' : '00'}`
  }

  /** `start` as of `performance.now()`. */
  add(part: Part, name: string, start: number): void {
    const end = performance.now()
    this.#spent.set(part, (this.#spent.get(part) ?? 0) + end - start)
    if (this.spans && this.spans.length < SPANS_MAX) this.spans.push({ part, name, start, end })
  }

  /** One that took `ms` until now. `kind` is its span's name, `nameOf` whose it is. */
  statement(ms: number, kind: () => string, nameOf: () => string): void {
    this.#statements++
    const end = performance.now()
    this.#spent.set('database', (this.#spent.get('database') ?? 0) + ms)
    if (this.spans && this.spans.length < SPANS_MAX)
      this.spans.push({ part: 'database', name: kind(), start: end - ms, end })
    if (ms < NAMED_MS) return
    const last = this.#slowest.at(-1)
    if (this.#slowest.length === NAMED_MAX && last && last.ms >= ms) return
    this.#slowest.push({ statement: nameOf(), ms: Math.round(ms) })
    this.#slowest.sort((a, b) => b.ms - a.ms)
    this.#slowest.length = Math.min(this.#slowest.length, NAMED_MAX)
  }

  cached(hits: number, misses: number): void {
    this.#hits += hits
    this.#misses += misses
  }

  /** For the log: milliseconds by part; more than the request took in all where it waited for several at once. */
  summary(): object {
    const spent = Object.fromEntries([...this.#spent].map(([part, ms]) => [part, Math.round(ms)]))
    return {
      spent,
      statements: this.#statements,
      ...(this.#slowest.length > 0 && { slowest: this.#slowest }),
      ...(this.#hits + this.#misses > 0 && { cache: { hits: this.#hits, misses: this.#misses } }),
    }
  }
}

const current = new AsyncLocalStorage<Trace>()

/** That of the request that the caller works for; undefined for work in the background. */
export function currentTrace(): Trace | undefined {
  const trace = current.getStore()
  return trace?.ended ? undefined : trace
}

export function runInTrace<R>(trace: Trace, work: () => R): R {
  return current.run(trace, work)
}

/** Counts the time of `work` for the current request, also where it fails. */
export async function traced<R>(part: Part, name: string, work: () => Promise<R>): Promise<R> {
  const trace = currentTrace()
  if (!trace) return work()
  const start = performance.now()
  try {
    return await work()
  } finally {
    trace.add(part, name, start)
  }
}

type Parent = { traceId: string; spanId: string; sampled: boolean }

/** Later versions may have more after a further dash. */
const TRACEPARENT = /^(?:00|(?!00|ff)[0-9a-f]{2}(?=.{53}(?:-|$)))-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/
const LENGTH = 55

/** W3C Trace Context; undefined for what is no such header. */
export function parseTraceparent(header: string | string[] | undefined): Parent | undefined {
  if (typeof header !== 'string' || (header.startsWith('00') && header.length !== LENGTH)) return undefined
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header) ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Asking for random bytes one by one costs more than the rest of a trace. */
const pool = Buffer.alloc(4096)
let used = pool.length

/** Never all zeros, which would be no id. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const hex = pool.toString('hex', used, used + bytes)
  used += bytes
  return /[1-9a-f]/.test(hex) ? hex : randomHex(bytes)
}
