import type { Tag } from '@shiliu/contract/tags'
import { isVisible } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { type CachedResult, defineLists } from '#platform/cache/lists.ts'
import { iso } from '#platform/clock.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { normalizedKey } from '#platform/db/rows.ts'
import { insertUnlessDuplicate } from '#platform/db/violations.ts'
import * as repo from './tags.repo.ts'

/** The editor suggests tags from this list. */
const USED_MAX = 500
const UNUSED_MAX = 100
const KEY_MAX = 40

/** Makes stale what shows the tag's name. */
export const tagTag = (id: number) => `tag:${id}`
const OFFERED = 'tags'

/** Call it with the tags whose names changed; their lists also show counters. */
export const tagsChanged = (t: Ctx, ids: readonly number[] = []) => invalidate(t, [OFFERED, ...ids.map(tagTag)])

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
  return keys.flatMap((key) => ids.get(key) ?? [])
}

async function idsByKey(t: Ctx, keys: string[]): Promise<Map<string, number>> {
  return new Map((await repo.listTagsByKeys(t.db, keys)).map((tag) => [tag.name_key, tag.id]))
}

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

export function presentTag({ id, name, use_count, created_at }: repo.TagRow): Tag {
  return { id, name, use_count, created_at: iso(created_at) }
}
