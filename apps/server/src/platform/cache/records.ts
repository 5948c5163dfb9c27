/** Things that many responses show, one per id, with their JSON: pages are joined from it instead of serialized. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { TxContext } from '../db/tx.ts'
import { type Cache, type CacheEntry, UNCACHED } from './cache.ts'
import { withOwnMemory } from './own-memory.ts'

/** JSON around the part that depends on the viewer, `place`; without such a part both are empty. */
type RecordJson = { before: Buffer; place: Buffer; after: Buffer; hash: string }

export type CachedRecord<V> = CacheEntry<{ id: number; data: V; json: RecordJson }>

/** Loaded rows with the tags that make them stale. */
type LoadedRecords<V> = Map<number, { data: V; tags: string[] }>

type Definition<C, V extends J, J> = {
  /** Unique among all records. */
  name: string
  /** What of it leaves as JSON. */
  schema: z.ZodType<J>
  /** The viewer's part in the JSON, as guests get it. No text can contain it, because JSON escapes quotes. */
  placeholder?: string
  load(ctx: C, ids: number[]): Promise<LoadedRecords<V>>
}

export type Records<C, V> = {
  /** By id, without missing ones. In a transaction the cache is bypassed: it sees uncommitted rows. */
  get(ctx: C, ids: readonly number[]): Promise<Map<number, CachedRecord<V>>>
  /** Changes a cached record to what was just committed, which saves loading it. */
  replace(ctx: C, id: number, by: (data: V) => V): void
}

/** What an object takes beside its JSON, as a multiple of it. */
const OBJECT_FACTOR = 2

export function defineRecords<C extends TxContext & { cache: Cache }, V extends J, J = V>(
  definition: Definition<C, V, J>,
): Records<C, V> {
  const { name, schema, placeholder = '', load } = definition
  const keyOf = (id: number) => `${name}:${id}`
  const place = Buffer.from(placeholder)
  const record = (id: number, data: V) => ({ id, data, json: toJson(schema.parse(data), place) })

  async function loadMissing(ctx: C, ids: number[], found: Map<number, CachedRecord<V>>): Promise<void> {
    await ctx.cache.watchWhile(
      () => load(ctx, ids),
      (loaded, changed) => {
        for (const [id, { data, tags }] of loaded) {
          const value = record(id, data)
          const bytes = (1 + OBJECT_FACTOR) * (value.json.before.length + value.json.after.length)
          const isUncached = ctx.pending !== undefined || changed([keyOf(id), ...tags])
          found.set(id, isUncached ? { ...UNCACHED, value } : ctx.cache.set(keyOf(id), value, { tags, bytes }))
        }
      },
    )
  }

  return {
    async get(ctx, ids) {
      const found = new Map<number, CachedRecord<V>>()
      const missing = ids.filter((id) => {
        const entry = ctx.pending ? undefined : ctx.cache.get<CachedRecord<V>['value']>(keyOf(id))
        if (entry) found.set(id, entry)
        return !entry
      })
      if (!ctx.pending) ctx.cache.count('records', found.size, missing.length)
      if (missing.length > 0) await loadMissing(ctx, missing, found)
      return found
    },
    replace(ctx, id, by) {
      ctx.cache.replace<CachedRecord<V>['value']>(keyOf(id), ({ data }) => record(id, by(data)))
    },
  }
}

function toJson(data: unknown, place: Buffer): RecordJson {
  const text = withOwnMemory(Buffer.from(JSON.stringify(data)))
  const hash = createHash('sha1').update(text).digest('base64url')
  const at = place.length === 0 ? -1 : text.indexOf(place)
  if (at < 0) return { before: text, place: NONE, after: NONE, hash }
  return { before: text.subarray(0, at), place, after: text.subarray(at + place.length), hash }
}

const NONE = Buffer.alloc(0)
