/** Which posts stand at the top of which channel (docs/decisions/053-pins-and-featured-notes.md). */
import type { Pin } from '@shiliu/contract/admin/highlights'
import { PIN } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { listCategories } from '#modules/categories/categories.service.ts'
import { type CacheEntry, invalidate } from '#platform/cache/cache.ts'
import { defineLists } from '#platform/cache/lists.ts'
import { iso, isoOrNull } from '#platform/clock.ts'
import { setMark } from '#platform/db/marks.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './pins.repo.ts'
import { loadPostRecords } from './post-cards.ts'

export type { NewPin, PinRow } from './pins.repo.ts'

/** The channel 推荐; the others have the ids of their categories. */
export const RECOMMENDED = 0

const ALL = 'pins'

/** All that have not ended: the clock decides when they are asked for. */
const pins = defineLists<Ctx, null, repo.PinRow[]>({
  name: 'pins',
  tags: () => [ALL],
  bytes: 3000,
  load: (ctx) => repo.listPins(ctx.db, ctx.clock.now()),
})

export type Pinned = {
  ids: number[]
  /** What it depends on, until the first of these pins ends. */
  basis: CacheEntry<unknown>[]
}

/** The public posts at the top of a channel, newest pin first; a page without room for another post has fewer. */
export async function listPinned(ctx: Ctx, channel: number, limit: number): Promise<Pinned> {
  const now = ctx.clock.now()
  const { result, entry } = await pins.get(ctx, null)
  const inForce = result.filter((pin) => pin.channel === channel && isInForce(pin, now))
  if (inForce.length === 0) return { ids: [], basis: [entry] }
  const found = await loadPostRecords(
    ctx,
    inForce.map(({ post_id }) => post_id),
  )
  const shown = found.filter(({ value }) => channel === RECOMMENDED || value.data.category_id === channel)
  const staleAt = Math.min(...inForce.map(({ until }) => until ?? Number.POSITIVE_INFINITY))
  const end: CacheEntry<unknown> = { value: undefined, tags: [], life: { staleAt } }
  const ids = shown.map(({ value }) => value.id).slice(0, Math.min(PIN.max, limit - 1))
  return { ids, basis: [entry, end, ...found] }
}

/** Whether a public post stands at the top of 推荐 or of its category. */
export async function isPinned(ctx: Ctx, { id, category_id }: { id: number; category_id: number | null }) {
  const { result } = await pins.get(ctx, null)
  const now = ctx.clock.now()
  return result.some(
    (pin) => pin.post_id === id && (pin.channel === RECOMMENDED || pin.channel === category_id) && isInForce(pin, now),
  )
}

export const isInForce = ({ until }: Pick<repo.PinRow, 'until'>, now: number) => until === null || until > now

/** Of several transactions that pin at once the later ones wait, and count what earlier ones pinned. Call it first. */
export async function lockPins(t: Ctx): Promise<void> {
  const now = t.clock.now()
  await setMark(t.db, 'pins', now)
  await repo.deleteEndedPins(t.db, now)
}

export type PinChange = { before: repo.PinRow | null; after: repo.NewPin | null }

/** Replaces pins. Throws `pins_full` where a channel would have more than it may. Call `lockPins` before. */
export async function changePins(t: Ctx, changes: readonly PinChange[]): Promise<void> {
  if (changes.length === 0) return
  const removed = new Set(changes.flatMap(({ before }) => before?.id ?? []))
  const added = changes.flatMap(({ after }) => after ?? [])
  const kept = (await repo.listPins(t.db, t.clock.now())).filter(({ id }) => !removed.has(id))
  const full = added.find(({ channel }) => countIn(channel, kept) + countIn(channel, added) > PIN.max)
  if (full) throw await fullError(t, full.channel, kept)
  await repo.deletePins(t.db, [...removed])
  await repo.insertPins(t.db, added)
  invalidate(t, [ALL])
}

const countIn = (channel: number, some: readonly { channel: number }[]) =>
  some.filter((pin) => pin.channel === channel).length

async function fullError(t: Ctx, channel: number, kept: repo.PinRow[]): Promise<AppError> {
  const ids = kept.filter((pin) => pin.channel === channel).map(({ post_id }) => post_id)
  const most = `「${(await channelNames(t))(channel)}」最多置顶 ${PIN.max} 篇`
  if (ids.length === 0) return new AppError('pins_full', { message: most })
  const posts = await repo.listPinnedPosts(t.db, ids)
  const titles = posts.map(({ title }) => `《${title.length > 12 ? `${title.slice(0, 12)}…` : title}》`).join('')
  return new AppError('pins_full', { message: `${most}，现在有 ${ids.length} 篇：${titles}，请先取消一篇` })
}

/** Those of these posts that have not ended. */
export async function listPinsOf(t: Ctx, postIds: number[]): Promise<repo.PinRow[]> {
  if (postIds.length === 0) return []
  const now = t.clock.now()
  return (await repo.listPinsOf(t.db, postIds)).filter((pin) => isInForce(pin, now))
}

type Placed = { id: number; category_id: number | null }

/** Ends the pins in categories that these posts have left; returns them. */
export async function dropMovedPins(t: Ctx, posts: readonly Placed[]): Promise<repo.PinRow[]> {
  if (posts.length === 0) return []
  const categoryOf = new Map(posts.map(({ id, category_id }) => [id, category_id]))
  const moved = (await repo.listPinsOf(t.db, [...categoryOf.keys()])).filter(
    ({ post_id, channel }) => channel !== RECOMMENDED && channel !== categoryOf.get(post_id),
  )
  await repo.deletePins(
    t.db,
    moved.map(({ id }) => id),
  )
  if (moved.length > 0) invalidate(t, [ALL])
  return moved
}

/**
 * Pins again what was pinned before, as far as it has not ended and there is room; returns the posts. Call `lockPins`
 * before.
 */
export async function restorePins(t: Ctx, earlier: readonly repo.NewPin[]): Promise<number[]> {
  const now = t.clock.now()
  const there: repo.NewPin[] = await repo.listPins(t.db, now)
  const added: repo.NewPin[] = []
  for (const { id: _, ...pin } of earlier) {
    const others = [...there, ...added].filter(({ channel }) => channel === pin.channel)
    const isThere = others.some(({ post_id }) => post_id === pin.post_id)
    if (isInForce({ until: pin.until ?? null }, now) && !isThere && others.length < PIN.max) added.push(pin)
  }
  await changePins(
    t,
    added.map((after) => ({ before: null, after })),
  )
  return added.map(({ post_id }) => post_id)
}

/** By channel, 推荐 first, newest first; without those that have ended, or whose post has gone. */
export async function listPins(ctx: Ctx): Promise<Pin[]> {
  const rows = await repo.listPins(ctx.db, ctx.clock.now())
  if (rows.length === 0) return []
  const found = await repo.listPinnedPosts(
    ctx.db,
    rows.map(({ post_id }) => post_id),
  )
  const posts = new Map(found.map((post) => [post.id, post]))
  const nameOf = await channelNames(ctx)
  return rows
    .toSorted((a, b) => a.channel - b.channel)
    .flatMap(({ post_id, channel, until, actor_name, created_at }) => {
      const post = posts.get(post_id)
      if (!post) return []
      return {
        post_id,
        title: post.title,
        channel: channel === RECOMMENDED ? 'recommend' : 'category',
        channel_name: nameOf(channel),
        until: isoOrNull(until),
        username: actor_name,
        created_at: iso(created_at),
        is_shown: post.is_private === 0 ? 1 : 0,
      }
    })
}

/** A category in the trash has no channel. */
export async function channelNames(ctx: Ctx): Promise<(channel: number) => string> {
  const names = new Map((await listCategories(ctx)).map(({ id, name }) => [id, name]))
  return (channel) => (channel === RECOMMENDED ? '推荐' : (names.get(channel) ?? '已删除的分类'))
}
