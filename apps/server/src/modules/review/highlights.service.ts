/** Pins and features notes, and takes that back (docs/product.md#pinned-and-featured-notes). */
import { HIGHLIGHTS, type HighlightName, type highlight } from '@shiliu/contract/admin/highlights'
import type { undo } from '@shiliu/contract/admin/moderation'
import type { BodyOf, OutputOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { recordAudits } from '#modules/admin/audits.service.ts'
import { type ActionRow, type Actor, markUndone, recordAction } from '#modules/moderation/history.service.ts'
import * as pins from '#modules/posts/pins.service.ts'
import { lockPostRows, setFeatured } from '#modules/posts/posts.admin.service.ts'
import type { PostRow } from '#modules/posts/posts.service.ts'
import { isoOrNull } from '#platform/clock.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'

type Input = BodyOf<typeof highlight>

/** What an action did; undoing reads it. */
type Detail = { pins: PinChange[]; featured: { id: number; to: 0 | 1 }[] }
type PinChange = pins.PinChange & { post_id: number; channel: number }

export const isHighlight = (action: string): action is HighlightName => HIGHLIGHTS.some((name) => name === action)

/**
 * Changes those that it applies to. Throws `invalid_input`, `pins_full`, `post_not_shown` where none is public, and
 * `already_moderated` where nothing would change.
 */
export function highlightPosts(ctx: Ctx, actor: Actor, input: Input): Promise<OutputOf<typeof highlight>> {
  const { ids, action, channel, until } = input
  const invalid = (field: string, message: string) => new AppError('invalid_input', { field, message })
  if (action === 'pin' && channel === null) throw invalid('channel', '请选择置顶在推荐还是笔记的分类')
  if (action === 'pin' && until !== null && until <= ctx.clock.now()) throw invalid('until', '结束时间要晚于现在')
  return tx(ctx, async (t) => {
    await pins.lockPins(t)
    const posts = await lockPostRows(t, ids)
    const shown = posts.filter(({ is_private }) => is_private === 0)
    const nameOf = await pins.channelNames(t)
    const detail = await changesOf(t, actor, input, { posts, shown, nameOf })
    const changed = new Set([...detail.pins.map(({ post_id }) => post_id), ...detail.featured.map(({ id }) => id)])
    if (changed.size === 0) {
      const adds = action === 'pin' || action === 'feature'
      throw new AppError(adds && posts.length > 0 && shown.length === 0 ? 'post_not_shown' : 'already_moderated')
    }
    await apply(t, posts, detail)
    const undo_id = await recordAction(t, TARGET.post, { actor, action, reason: null }, detail)
    await audit(
      t,
      actor,
      action,
      posts.filter(({ id }) => changed.has(id)),
      { detail, undo_id, nameOf },
    )
    return { changed: changed.size, undo_id }
  })
}

type Stage = { posts: PostRow[]; shown: PostRow[]; nameOf: (channel: number) => string }

async function changesOf(t: Ctx, actor: Actor, input: Input, { posts, shown }: Stage): Promise<Detail> {
  const { action, channel, until } = input
  if (action === 'feature') return { pins: [], featured: flagged(shown, 1) }
  if (action === 'unfeature') return { pins: [], featured: flagged(posts, 0) }
  const there = await pins.listPinsOf(
    t,
    posts.map(({ id }) => id),
  )
  if (action === 'unpin') {
    const ended = there.filter(
      (pin) => channel === null || (pin.channel === pins.RECOMMENDED) === (channel === 'recommend'),
    )
    return { pins: ended.map((pin) => ({ ...pin, before: pin, after: null })).map(pinChange), featured: [] }
  }
  const placed = shown.flatMap((post) => {
    const into = channel === 'recommend' ? pins.RECOMMENDED : post.category_id
    return into === null ? [] : { post_id: post.id, channel: into }
  })
  if (placed.length === 0 && shown.length > 0) {
    throw new AppError('invalid_input', { field: 'channel', message: '笔记没有分类，只能置顶在推荐' })
  }
  const now = t.clock.now()
  return {
    pins: placed.flatMap((place) => {
      const before = there.find((pin) => pin.post_id === place.post_id && pin.channel === place.channel) ?? null
      if (before?.until === until) return []
      // Another end does not move it to the top.
      const after = { ...place, until, actor_name: actor.name, created_at: before?.created_at ?? now }
      return { ...place, before, after }
    }),
    featured: [],
  }
}

const pinChange = ({ post_id, channel, before, after }: PinChange): PinChange => ({ post_id, channel, before, after })

const flagged = (posts: readonly PostRow[], to: 0 | 1) =>
  posts.filter(({ is_featured }) => is_featured !== to).map(({ id }) => ({ id, to }))

async function apply(t: Ctx, posts: readonly PostRow[], detail: Detail): Promise<void> {
  await pins.changePins(t, detail.pins)
  for (const to of [0, 1] as const) {
    const ids = new Set(detail.featured.flatMap((change) => (change.to === to ? change.id : [])))
    await setFeatured(
      t,
      posts.filter(({ id }) => ids.has(id)),
      to,
    )
  }
}

/** Takes back what nobody changed since. Throws `already_undone`, and `pins_full` where others are pinned meanwhile. */
export async function undoHighlight(t: Ctx, actor: Actor, action: ActionRow): Promise<OutputOf<typeof undo>> {
  const detail = JSON.parse(action.detail_json ?? '{"pins":[],"featured":[]}') as Detail
  const ids = [...new Set([...detail.pins.map(({ post_id }) => post_id), ...detail.featured.map(({ id }) => id)])]
  await pins.lockPins(t)
  const posts = await lockPostRows(t, ids)
  const byId = new Map(posts.map((post) => [post.id, post]))
  const there = await pins.listPinsOf(t, ids)
  const asLeft = detail.pins.flatMap((change) => {
    const now = there.find((pin) => pin.post_id === change.post_id && pin.channel === change.channel) ?? null
    const isSame = now?.until === change.after?.until && now?.created_at === change.after?.created_at
    return isSame && byId.has(change.post_id) ? { ...change, now } : []
  })
  await pins.changePins(
    t,
    asLeft.flatMap(({ now }) => (now ? { before: now, after: null } : [])),
  )
  const earlier = asLeft.flatMap(({ before, channel, post_id }) => {
    const isThere = channel === pins.RECOMMENDED || byId.get(post_id)?.category_id === channel
    return before && isThere && pins.isInForce(before, t.clock.now()) ? before : []
  })
  const restored = await pins.restorePins(t, earlier)
  const featured = detail.featured.flatMap(({ id, to }) => {
    const isSame = byId.get(id)?.is_featured === to
    return isSame ? ({ id, to: to === 1 ? 0 : 1 } as const) : []
  })
  await apply(t, posts, { pins: [], featured })
  const ended = asLeft.flatMap(({ now, post_id }) => (now ? post_id : []))
  const changed = new Set([...ended, ...restored, ...featured.map(({ id }) => id)])
  if (changed.size === 0) throw new AppError(earlier.length > 0 ? 'pins_full' : 'already_undone')
  await markUndone(t.db, action.id, t.clock.now())
  const entries = posts.filter(({ id }) => changed.has(id))
  await recordAudits(
    t,
    { id: actor.adminId ?? 0 },
    'undo',
    entries.map(({ id, title }) => auditEntry(id, title, null, { undo_id: action.id })),
  )
  return { changed: changed.size, skipped: ids.length - changed.size, job_id: null }
}

type Audited = { detail: Detail; undo_id: number; nameOf: (channel: number) => string }

async function audit(t: Ctx, actor: Actor, action: HighlightName, posts: PostRow[], about: Audited): Promise<void> {
  const { detail, undo_id, nameOf } = about
  const entries = posts.map(({ id, title, is_featured }) => {
    const flag = detail.featured.find((change) => change.id === id)
    const own = detail.pins.filter(({ post_id }) => post_id === id)
    const stateOf = (side: 'before' | 'after') => {
      const pinned = own.flatMap((change) => change[side] ?? [])
      return {
        ...(own.length > 0 && {
          pinned_in: pinned.map(({ channel }) => nameOf(channel)),
          until: isoOrNull(pinned[0]?.until ?? null),
        }),
        ...(flag && { is_featured: side === 'before' ? is_featured : flag.to }),
      }
    }
    return auditEntry(id, title, stateOf('before'), { ...stateOf('after'), undo_id })
  })
  await recordAudits(t, { id: actor.adminId ?? 0 }, action, entries)
}

const auditEntry = (record_id: number, record_name: string, before: object | null, after: object) => ({
  resource: 'posts',
  record_id,
  record_name,
  before,
  after,
})
