/**
 * What queries found, remembered for everyone until something is written that they find or found: a query is the phrases
 * it asks for, a document its tokens, so which answers a write changes can be told without asking the index.
 */
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'
import { afterCommit, type TxContext } from '../db/tx.ts'
import type { Bus } from '../events/bus.ts'
import { GRAIN, type Phrases, type SearchKind } from './search.ts'
import { documentOf, holds, type SearchEntry } from './tokens.ts'

export type FoundCache = {
  /** The answer of `find`, or what it answered before; of several who ask at once one does the work. */
  get<T extends object>(kind: SearchKind, phrases: Phrases, find: () => Promise<T>): Promise<T>
}

type Answer = { kind: SearchKind; phrases: Phrases; found: Promise<object> }

const MOST_ANSWERS = 1000
/** What changes without a word (heat, and all that the command line does without Redis) shows after this time at the latest. */
const KEEP_MS = 60_000

/** Hears of changes by `search-changed`; while others cannot be heard, nothing is kept. */
export function foundCache(bus: Bus, clock: Clock = systemClock): FoundCache {
  const answers = new LRUCache<string, Answer>({ max: MOST_ANSWERS, ttl: KEEP_MS, ttlResolution: 0, perf: clock })
  let keeping = true
  bus.subscribe('connection', ({ up }) => {
    keeping = up
    answers.clear()
  })
  bus.subscribe('search-changed', ({ kind, documents }) => {
    for (const [key, answer] of [...answers.entries()]) {
      if (answer.kind !== kind) continue
      if (documents === 'any' || documents.some((document) => holds(document, answer.phrases))) answers.delete(key)
    }
  })
  return {
    get<T extends object>(kind: SearchKind, phrases: Phrases, find: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([kind, phrases.toSorted()])
      const known = answers.get(key)
      if (known) return known.found as Promise<T>
      const found = find()
      if (!keeping) return found
      const answer = { kind, phrases, found }
      answers.set(key, answer)
      found.catch(() => {
        if (answers.peek(key) === answer) answers.delete(key)
      })
      return found
    },
  }
}

/** More documents than this are not worth comparing with every answer, nor sending to every node. */
const MOST_DOCUMENTS = 20

/**
 * Tells that these entries came, went or changed, once the caller's transaction is committed: of one that changed both
 * what it was and what it is; `any` where that is not known.
 */
export function searchChanged(t: TxContext & { bus: Bus }, kind: SearchKind, entries: readonly SearchEntry[] | 'any') {
  if (entries.length === 0) return
  const documents =
    entries === 'any' || entries.length > MOST_DOCUMENTS
      ? 'any'
      : entries.map((entry) => documentOf(entry, GRAIN[kind]))
  afterCommit(t, () => t.bus.publish('search-changed', { kind, documents }))
}
