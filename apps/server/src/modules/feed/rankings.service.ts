/** Pages of recommended posts that keep to one order, while likes and views move the posts (docs/api.md#cursors). */
import { z } from 'zod'
import type { Ctx } from '#deps.ts'
import { type CachedResult, defineLists } from '#platform/cache/lists.ts'
import { idKey, type ListCursor, listCursor, type Position } from '#platform/db/cursor.ts'
import { tx } from '#platform/db/tx.ts'
import * as feed from './feed.repo.ts'
import * as repo from './rankings.repo.ts'

const RENEWED_AFTER_MS = 60_000
const KEPT_MS = 30 * 60_000
/** Ranked posts: a hundred pages. The others follow by age. */
const RANKED = 2000
const ENTRY_BYTES = 8 * RANKED
/** No row has this id. */
const UNSTORED = 0

/**
 * `since`: when the first page was made. `place`: how many of the ranking have been passed, or where the unranked posts
 * continue. `shown`: posts of the first page that come later in the ranking, since that page is newer than it.
 */
const key = z.object({
  ranking: idKey,
  since: z.number(),
  place: z.union([idKey, z.tuple([z.number(), idKey])]),
  shown: z.array(idKey).optional(),
})
export type RankingKey = z.output<typeof key>

export const rankingCursor: ListCursor<RankingKey> = listCursor('recommend', key)

const newest = defineLists<Ctx, null, repo.Ranking>({
  name: 'newest ranking',
  tags: () => [],
  bytes: ENTRY_BYTES,
  load: (ctx) => currentRanking(ctx),
})

const numbered = defineLists<Ctx, number, repo.Ranking | null>({
  name: 'ranking',
  tags: () => [],
  bytes: ENTRY_BYTES,
  load: async (ctx, id) => (await repo.findRanking(ctx.db, id)) ?? null,
})

/** Not older than a minute or two; the order of everyone who begins to read now. */
export const newestRanking = (ctx: Ctx): Promise<CachedResult<repo.Ranking>> => newest.get(ctx, null)

async function currentRanking(ctx: Ctx): Promise<repo.Ranking> {
  const now = ctx.clock.now()
  const known = await repo.findNewestRanking(ctx.db)
  if (known && known.created_at > now - RENEWED_AFTER_MS) return known
  const top = await feed.listPostKeys(ctx.db, { isDraft: 0 }, 'hot_score', { limit: RANKED })
  const ids = top.map(([, id]) => id)
  try {
    return await tx(ctx, async (t) => {
      await repo.deleteRankingsBefore(t.db, now - KEPT_MS)
      return repo.insertRanking(t.db, ids, now)
    })
  } catch (error) {
    // On a full disk the feed can still be read; its next page continues in the ranking of that moment.
    ctx.log.warn({ err: error }, 'a ranking could not be stored')
    return { id: UNSTORED, ids, created_at: now }
  }
}

/** Where a reader who has seen these posts continues in the ranking. */
export function continueAfter(ranking: repo.Ranking, since: number, seen: readonly number[]): RankingKey {
  const left = new Set(seen)
  let place = 0
  for (let next = ranking.ids[place]; next !== undefined && left.delete(next); next = ranking.ids[place]) place++
  return { ranking: ranking.id, since, place, ...(left.size > 0 && { shown: [...left] }) }
}

/** Where a reader continues who has passed these pinned posts, and so many others, by the number of a page. */
export function continueAt(
  ranking: repo.Ranking,
  since: number,
  passed: number,
  pinned: readonly number[],
): RankingKey {
  const left = new Set(pinned)
  let [place, others] = [0, passed]
  for (let next = ranking.ids[place]; next !== undefined && (others > 0 || left.has(next)); next = ranking.ids[place]) {
    if (!left.delete(next)) others--
    place++
  }
  return { ranking: ranking.id, since, place, ...(left.size > 0 && { shown: [...left] }) }
}

export type RankedPost = { id: number; key: RankingKey }

/** The next posts of a ranking, one more than the limit. One that has been forgotten is continued in the newest. */
export async function listRanked(ctx: Ctx, { after, limit }: Position<RankingKey>): Promise<RankedPost[]> {
  if (!after) return []
  const ranking = (await numbered.get(ctx, after.ranking)).result ?? (await newestRanking(ctx)).result
  const shown = new Set(after.shown)
  const keyAt = (place: RankingKey['place']): RankingKey => ({ ...after, ranking: ranking.id, place })
  const from = typeof after.place === 'number' ? after.place : ranking.ids.length
  const ranked = ranking.ids
    .slice(from, from + limit + 1 + shown.size)
    .map((id, index) => ({ id, key: keyAt(from + index + 1) }))
    .filter(({ id }) => !shown.has(id))
    .slice(0, limit + 1)
  if (ranked.length > limit) return ranked
  // Posts that are newer than the ranking are among these.
  const start: feed.PostKey = typeof after.place === 'number' ? [after.since + 1, 0] : after.place
  const others = await listOthers(ctx, start, limit + 1 - ranked.length, new Set([...ranking.ids, ...shown]))
  return [...ranked, ...others.map((place) => ({ id: place[1], key: keyAt(place) }))]
}

/** Posts by age that are not in `except`, whose number bounds how many are read. */
async function listOthers(ctx: Ctx, after: feed.PostKey, most: number, except: Set<number>): Promise<feed.PostKey[]> {
  const keys = await feed.listPostKeys(ctx.db, { isDraft: 0 }, 'created_at', { after, limit: most + except.size })
  return keys.filter(([, id]) => !except.has(id)).slice(0, most)
}
