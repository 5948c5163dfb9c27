/** Tags of notes. Owns `tags`. */
import type { Tag } from '@shiliu/contract/tags'
import { isVisible } from '@shiliu/contract/text'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { type Deltas, movesOf } from '#platform/db/bulk.ts'
import { keyOf } from '#platform/db/rows.ts'
import { insertedOrDuplicate } from '#platform/db/violations.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import * as repo from './tags.repo.ts'

/** The list is what an editor suggests from; beyond this nobody scrolls. */
const LIST_CAP = 500
const KEY_MAX = 40

/** What a tag is known by: names of one key are one tag. */
export function tagKeyOf(name: string): string {
  return keyOf(name, KEY_MAX)
}

/**
 * Ids of the tags with these names, created where new. The order of the names is kept; names that are the same once
 * normalised count once, empty ones not at all. Belongs inside a transaction.
 */
export async function useTags(t: Ctx, names: string[]): Promise<number[]> {
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

/** Creates tags that others may be creating at this moment. */
async function createTags(t: Ctx, missing: [key: string, name: string][]): Promise<void> {
  const created_at = t.clock.now()
  // In one order everywhere, so that two notes with the same new tags do not wait for each other.
  const tags = missing
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name_key, name]) => ({ name, name_key, created_at }))
  if (await insertedOrDuplicate(() => repo.insertTags(t.db, tags))) return
  for (const tag of tags) await insertedOrDuplicate(() => repo.insertTags(t.db, [tag]))
}

/** Moves the use counts within the caller's transaction; call it before writing `post_tags`, so that rows lock in order. */
export async function addUses(t: Ctx, tagIds: number[], delta: number): Promise<void> {
  if (tagIds.length === 0 || delta === 0) return
  await repo.addToUseCounts(t.db, tagIds, delta)
  pagesChanged(t)
}

/** As `addUses`, each tag by its own number. */
export async function addUsesToMany(t: Ctx, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) await repo.moveUseCounts(t.db, some)
  pagesChanged(t)
}

/** The tags that published notes carry, most used first, at most 500. */
export function listTags(ctx: Ctx): Promise<Tag[]> {
  return listHotTags(ctx, LIST_CAP)
}

/** The most used of them. */
export async function listHotTags(ctx: Ctx, limit: number): Promise<Tag[]> {
  return (await repo.listTagsInUse(ctx.db, limit)).map(presentTag)
}

export function presentTag({ id, name, use_count, created_at }: repo.TagRow): Tag {
  return { id, name, use_count, created_at: iso(created_at) }
}
