/** The review queue: claims keep two moderators from getting the same item (docs/product.md#review-queue). */
import { type claim, type list, QUEUE, type QueueItem } from '@shiliu/contract/admin/queue'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import { TARGET } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { type ContentType, idsOfType, refKey, type TargetRef } from '#modules/moderation/targets.service.ts'
import { listInForce } from '#modules/sanctions/sanctions.service.ts'
import { iso } from '#platform/clock.ts'
import { setMark } from '#platform/db/marks.ts'
import { isBeyondLastPage, paginationOf } from '#platform/db/pagination.ts'
import { groupBy } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { listStates } from './moderated-items.repo.ts'
import { loadItems } from './moderated-items.ts'
import * as repo from './queue.repo.ts'

const EARLIER_SHOWN = 5

/** Oldest first. */
export async function listQueue(
  ctx: Ctx,
  adminId: number,
  query: QueryOf<typeof list>,
): Promise<OutputOf<typeof list>> {
  const total = await repo.countWaiting(ctx.db)
  const pagination = paginationOf(query, total)
  if (isBeyondLastPage(query, total)) return { data: [], pagination }
  const { page, limit } = query
  const refs = (await repo.listWaiting(ctx.db, page * limit)).slice((page - 1) * limit)
  return { data: await present(ctx, adminId, refs), pagination }
}

/** Renews the administrator's claims of `holding` and claims up to `take` more items, the oldest first. */
export async function claimNext(
  ctx: Ctx,
  adminId: number,
  { holding, take }: BodyOf<typeof claim>,
): Promise<OutputOf<typeof claim>> {
  const { held, until } = await tx(ctx, async (t) => {
    const now = t.clock.now()
    // Serialises claims on all nodes.
    await setMark(t.db, 'review-claims', now)
    await repo.deleteClaimsUntil(t.db, now)
    const others = new Set((await repo.listClaims(t.db, holding, now)).filter(isOfOthers(adminId)).map(refKey))
    const waiting = new Map((await repo.listStillWaiting(t.db, holding)).map((ref) => [refKey(ref), ref]))
    const kept = unique(holding).flatMap((ref) => (others.has(refKey(ref)) ? [] : (waiting.get(refKey(ref)) ?? [])))
    const more = Math.min(take, QUEUE.holdMax - kept.length)
    const taken = more > 0 ? await repo.listFree(t.db, adminId, now, kept, more) : []
    const held = [...kept, ...taken]
    const until = now + QUEUE.claimMs
    await repo.setClaims(
      t.db,
      held.map(({ target_type, target_id }) => ({ target_type, target_id, admin_id: adminId, until })),
    )
    return { held, until }
  })
  const keys = new Set(held.map(refKey))
  const lost = unique(holding).filter((ref) => !keys.has(refKey(ref)))
  return {
    items: await present(ctx, adminId, held),
    gone: lost.length === 0 ? [] : await presentGone(ctx, adminId, lost),
    waiting: await repo.countWaiting(ctx.db),
    until: iso(until),
  }
}

/** Gives up all claims of this administrator. */
export const releaseClaims = (ctx: Ctx, adminId: number): Promise<void> =>
  tx(ctx, (t) => repo.deleteClaimsOf(t.db, adminId))

const isOfOthers = (adminId: number) => (claim: repo.Claim) => claim.admin_id !== adminId

const unique = <R extends TargetRef>(refs: readonly R[]): R[] => [
  ...new Map(refs.map((ref) => [refKey(ref), ref])).values(),
]

/** In a fixed number of queries. Leaves out what was deleted for good. */
async function present(ctx: Ctx, adminId: number, refs: readonly repo.Waiting[]): Promise<QueueItem[]> {
  if (refs.length === 0) return []
  const itemOf = await loadItems(ctx, refs)
  const items = refs.flatMap((ref) => {
    const item = itemOf(ref)
    return item ? [{ ref, item }] : []
  })
  const authorIds = [...new Set(items.map(({ item }) => item.author.id))]
  if (authorIds.length === 0) return []
  const claims = new Map((await repo.listClaims(ctx.db, refs, ctx.clock.now())).map((claim) => [refKey(claim), claim]))
  const earlier = groupBy(await repo.listEarlier(ctx.db, refs), refKey)
  const words = groupBy(await repo.listWords(ctx.db, refs), refKey)
  const sanctions = groupBy(await listInForce(ctx, authorIds), ({ user_id }) => user_id)
  const refused = await repo.countRefused(ctx.db, authorIds)
  const countOf = (userId: number, state: repo.Refused['state']) =>
    refused.reduce((sum, row) => sum + (row.user_id === userId && row.state === state ? row.n : 0), 0)
  return items.map(({ ref, item }): QueueItem => {
    const key = refKey(ref)
    const changes = (earlier.get(key) ?? []).toReversed()
    const claim = claims.get(key)
    const kinds = (sanctions.get(item.author.id) ?? []).map(({ kind }) => kind)
    return {
      ...item,
      version: item.updated_at,
      post_title: item.below?.title ?? item.title,
      waiting_since: iso(ref.since),
      why: changes.find(({ action }) => action === 'submit')?.reason ?? null,
      words: distinctWords(words.get(key) ?? []),
      claimed_by: claim && claim.admin_id !== adminId ? claim.username : null,
      author: {
        ...item.author,
        sanction: kinds.includes('ban') ? 'ban' : (kinds[0] ?? null),
        rejected: countOf(item.author.id, 'rejected'),
        hidden: countOf(item.author.id, 'hidden'),
      },
      earlier: changes.slice(0, EARLIER_SHOWN).map(({ actor_name, action, reason, created_at }) => {
        return { actor: actor_name, action, reason, created_at: iso(created_at) }
      }),
    }
  })
}

function distinctWords(found: readonly { word: string; field: string }[]): QueueItem['words'] {
  return [...new Map(found.map(({ word, field }) => [`${field} ${word}`, { word, field }])).values()]
}

/** The state of items that can no longer be held, and who decided about or claimed them. */
async function presentGone(
  ctx: Ctx,
  adminId: number,
  refs: readonly { target_type: ContentType; target_id: number }[],
): Promise<OutputOf<typeof claim>['gone']> {
  const states = new Map(
    (await listStates(ctx.db, idsOfType(refs, TARGET.post), idsOfType(refs, TARGET.comment))).map((row) => [
      refKey(row),
      row.state,
    ]),
  )
  const claims = new Map((await repo.listClaims(ctx.db, refs, ctx.clock.now())).map((claim) => [refKey(claim), claim]))
  const earlier = groupBy(await repo.listEarlier(ctx.db, refs), refKey)
  return refs.map(({ target_type, target_id }) => {
    const key = refKey({ target_type, target_id })
    const state = states.get(key) ?? null
    const claim = claims.get(key)
    const last = earlier.get(key)?.at(-1)
    const isTaken = state === 'pending' && claim !== undefined && claim.admin_id !== adminId
    const by = isTaken ? claim.username : (last?.actor_name ?? null)
    return { target_type, target_id, state, by, action: isTaken ? null : (last?.action ?? null) }
  })
}
