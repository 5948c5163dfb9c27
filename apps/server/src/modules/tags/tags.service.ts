/** Tags of posts, found or created by their names, and the list that the editor offers. Owns `tags`. */
import type { Tag } from '@shiliu/contract/tags'
import { isVisible } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { type Cache, invalidate } from '#platform/cache/cache.ts'
import { type CachedResult, defineLists } from '#platform/cache/lists.ts'
import { iso } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { ChangedMeanwhileError, insertUnlessDuplicate } from '#platform/db/errors.ts'
import { type LiveCopy, openLiveCopy } from '#platform/db/live-copy.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { afterCommit } from '#platform/db/tx.ts'
import type { Bus } from '#platform/events/bus.ts'
import { hasMerged, listAllSynonyms, listSynonymsByKeys } from './tag-merges.repo.ts'
import * as repo from './tags.repo.ts'

/** The editor suggests tags from this list. */
const USED_MAX = 500
const UNUSED_MAX = 100
const KEY_MAX = 40

/** Makes stale what shows the tag's name. */
export const tagTag = (id: number) => `tag:${id}`
const OFFERED = 'tags'
const SYNONYMS = 'tag-synonyms'

/** The tags that synonyms stand for, by the key of the synonym; in memory, since each search asks. */
export type LiveSynonyms = LiveCopy<Readonly<Record<string, string>>>

const TOPIC = 'tag-synonyms-changed'

async function readSynonyms(db: Db): Promise<Record<string, string>> {
  return Object.fromEntries((await listAllSynonyms(db)).map(({ name_key, tag }) => [name_key, tag]))
}

/** The synonyms of tags, kept current. */
export async function openSynonyms(db: Db, bus: Bus, cache: Cache): Promise<LiveSynonyms> {
  const copy = await openLiveCopy<LiveSynonyms['current']>(db, bus, {}, { topic: TOPIC, read: readSynonyms })
  // What was made of the copy of before goes once there is a new one.
  bus.subscribe(TOPIC, () => void copy.reload().then(() => cache.invalidate([SYNONYMS]), ignore))
  return copy
}

/** The background job repeats what failed. */
const ignore = () => {}

/** Call it in each transaction that changes synonyms: in force on this node after it, on others within a second. */
export function synonymsChanged(t: Ctx): void {
  invalidate(t, [SYNONYMS])
  afterCommit(t, async () => {
    t.bus.publish(TOPIC, {})
    await t.tagSynonyms.reload().then(() => t.cache.invalidate([SYNONYMS]), ignore)
  })
}

/** Call it with the tags whose names changed; their lists also show counters. */
export function tagsChanged(t: Ctx, ids: readonly number[] = []): void {
  invalidate(t, [OFFERED, ...ids.map(tagTag)])
  if (ids.length > 0) synonymsChanged(t)
}

/** A tag's identity: names with the same key are the same tag. */
export function tagKeyOf(name: string): string {
  return normalizedKey(name, KEY_MAX)
}

/** Ids in the order of the names; creates missing tags. Drops empty names and those with equal keys. */
export async function ensureTags(t: Ctx, names: string[]): Promise<number[]> {
  const wanted = new Map<string, string>()
  for (const name of names) {
    const key = tagKeyOf(name)
    if (isVisible(key) && !wanted.has(key)) wanted.set(key, name.trim())
  }
  const keys = [...wanted.keys()]
  if (keys.length === 0) return []
  let ids = await idsByKey(t, keys)
  const missing = [...wanted].filter(([key]) => !ids.has(key))
  if (missing.length > 0) {
    await createTags(t, missing)
    ids = await idsByKey(t, keys)
  }
  return [...new Set(keys.flatMap((key) => ids.get(key) ?? []))]
}

/**
 * Call it after writing links to tags that were looked up: their locks keep merges waiting from then on. Where one of
 * the tags was merged before, the transaction is run again and finds the other tag.
 */
export async function requireUnmerged(t: Ctx, tagIds: readonly number[]): Promise<void> {
  // SQLite has one writer: nothing was merged since this one began.
  if (t.engine === 'sqlite' || tagIds.length === 0) return
  if (await hasMerged(t.db, tagIds)) throw new ChangedMeanwhileError('a tag was merged')
}

/** The tag of this name; null if there is none. */
export async function findTagId(ctx: Ctx, name: string): Promise<number | null> {
  return (await idsByKey(ctx, [tagKeyOf(name)])).get(tagKeyOf(name)) ?? null
}

/** A synonym gives the tag that it stands for; a tag of that name goes first. */
async function idsByKey(t: Ctx, keys: string[]): Promise<Map<string, number>> {
  const synonyms = (await listSynonymsByKeys(t.db, keys)).map(({ name_key, tag_id }) => [name_key, tag_id] as const)
  const tags = (await repo.listTagsByKeys(t.db, keys)).map(({ name_key, id }) => [name_key, id] as const)
  return new Map([...synonyms, ...tags])
}

const synonyms = defineLists<Ctx, null, Readonly<Record<string, string>>>({
  name: 'tag synonyms',
  tags: () => [SYNONYMS],
  bytes: 300,
  load: async (ctx) => (ctx.pending ? readSynonyms(ctx.db) : ctx.tagSynonyms.current),
})

/** The tags that synonyms stand for, by the key of the synonym, and what makes that stale. */
export const mapSynonyms = (ctx: Ctx): Promise<CachedResult<Readonly<Record<string, string>>>> =>
  synonyms.get(ctx, null)

/** Creates tags that concurrent transactions may be creating, too. */
async function createTags(t: Ctx, missing: [key: string, name: string][]): Promise<void> {
  const created_at = t.clock.now()
  // Sorted, so that two transactions with the same new tags cannot deadlock.
  const tags = missing
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name_key, name]) => ({ name, name_key, created_at }))
  if (await insertUnlessDuplicate(() => repo.insertTags(t.db, tags))) return
  for (const tag of tags) await insertUnlessDuplicate(() => repo.insertTags(t.db, [tag]))
}

/** Call it before writing `post_tags`, to keep the lock order. */
export async function addToUseCount(t: Ctx, tagIds: number[], delta: number): Promise<void> {
  if (tagIds.length === 0 || delta === 0) return
  await repo.addToUseCount(t.db, tagIds, delta)
  tagsChanged(t)
}

/** As `addToUseCount`, with a delta per tag. */
export async function addToUseCounts(t: Ctx, deltas: CounterDeltas): Promise<void> {
  for (const some of counterBatches(deltas)) await repo.addToUseCounts(t.db, some)
  tagsChanged(t)
}

/** With so many tags in use, then those of administrators. */
const offeredTags = defineLists<Ctx, number, Tag[]>({
  name: 'tags',
  tags: () => [OFFERED],
  bytes: 20_000,
  load: async (ctx, used) => {
    const rows = [...(await repo.listTagsInUse(ctx.db, used)), ...(await repo.listUnusedByAdmins(ctx.db, UNUSED_MAX))]
    return rows.map(presentTag)
  },
})

/** The most used tags of published posts, then those of administrators that no post uses; 500 and 100 by default. */
export async function listTags(ctx: Ctx, limit?: number): Promise<CachedResult<Tag[]>> {
  const { result, entry } = await offeredTags.get(ctx, limit ?? USED_MAX)
  return { result: result.slice(0, limit), entry }
}

/** A tag as the API shows it. */
export function presentTag({ id, name, use_count, created_at }: repo.TagRow): Tag {
  return { id, name, use_count, created_at: iso(created_at) }
}
