/** Which notes a search finds, in which order (spec section 5 «Search», docs/decisions/013-search.md). */
import { TAGS } from '@shiliu/contract/limits'
import type { TagStat } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { tagLabel } from '#modules/posts/findable.service.ts'
import { tagKeyOf } from '#modules/tags/tags.service.ts'
import { groupBy, offset, type PageQuery } from '#platform/db/rows.ts'
import { inTitle, keywordPhrases } from '#platform/search/tokens.ts'
import { relevance } from './relevance.ts'
import * as repo from './search.repo.ts'

/**
 * So many of the newest hits, and so many of the newest with the keyword in their title, are put in order; the rest
 * follows newest first. Bounds the work of a keyword that every note holds, and nobody turns that many pages.
 */
const RANKED = 500
/** Tags are counted over so many of the newest hits. */
const COUNTED = 2000

/** A keyword's phrases and a tag's label; either may be empty, both are nothing asked. */
export type Asked = { words: readonly string[]; labels: readonly string[] }

export type FoundNotes = {
  /** Ids in order. */
  ranked: number[]
  /** Of all hits, ranked or not. */
  total: number
  /** The rest is below this id, and none of these, which are ranked. */
  rest: { below: number; except: number[] }
  /** The tags to narrow by; only where no tag is asked for. */
  tagStats: TagStat[]
}

const NOTHING: FoundNotes = { ranked: [], total: 0, rest: { below: 0, except: [] }, tagStats: [] }

/** What a query asks for; null where it asks for nothing that a note could hold. */
export function askedOf(keyword: string | undefined, tag: string | undefined): Asked | null {
  const words = keyword === undefined ? [] : keywordPhrases(keyword)
  if (keyword !== undefined && words.length === 0) return null
  const labels = tag === undefined ? [] : [tagLabel(tagKeyOf(tag))]
  return words.length + labels.length === 0 ? null : { words, labels }
}

/** Hits of a query; remembered until a note that is one, was one or becomes one changes. */
export function findNotes(ctx: Ctx, asked: Asked | null): Promise<FoundNotes> | FoundNotes {
  if (!asked) return NOTHING
  return ctx.found.get('notes', phrasesOf(asked), () => find(ctx, asked))
}

/** Ids of one page: the most relevant first, among equals the hottest. */
export async function pageOf(ctx: Ctx, asked: Asked | null, found: FoundNotes, page: PageQuery): Promise<number[]> {
  const from = offset(page)
  const ids = found.ranked.slice(from, from + page.limit)
  if (!asked || ids.length === page.limit || from + ids.length >= found.total) return ids
  const range = { ...found.rest, most: page.limit - ids.length, from: Math.max(from - found.ranked.length, 0) }
  const rest = await ctx.search.newest(ctx.db, 'notes', phrasesOf(asked), range)
  return [...ids, ...rest.ids]
}

function phrasesOf({ words, labels }: Asked): string[] {
  return [...words, ...labels]
}

async function find(ctx: Ctx, asked: Asked): Promise<FoundNotes> {
  const newest = await ctx.search.newest(ctx.db, 'notes', phrasesOf(asked), { most: COUNTED })
  const below = newest.ids[RANKED - 1] ?? 0
  const except = newest.total > RANKED ? await titledBelow(ctx, asked, below) : []
  const stats = asked.labels.length === 0 && newest.total > 0 ? await countTags(ctx, newest.ids) : []
  return {
    ranked: await rank(ctx, asked.words, [...newest.ids.slice(0, RANKED), ...except]),
    total: newest.total,
    rest: { below, except },
    tagStats: stats,
  }
}

/** Hits by title that are older than the newest hits. */
async function titledBelow(ctx: Ctx, { words, labels }: Asked, below: number): Promise<number[]> {
  if (words.length === 0) return []
  const range = { most: RANKED, below }
  return (await ctx.search.newest(ctx.db, 'notes', [...inTitle(words), ...labels], range)).ids
}

async function countTags(ctx: Ctx, ids: number[]): Promise<TagStat[]> {
  const counted = await repo.countTags(ctx.db, ids, TAGS.statsMax)
  return counted.map(({ name, count }) => ({ id: name, label: name, count }))
}

async function rank(ctx: Ctx, words: readonly string[], ids: number[]): Promise<number[]> {
  if (ids.length < 2) return ids
  const notes = await repo.listRanked(ctx.db, ids)
  const tags = groupBy(words.length === 0 ? [] : await repo.listTagNames(ctx.db, ids), (tag) => tag.post_id)
  const relevanceOf = relevance(words)
  return notes
    .map(({ id, title, hot_score }) => {
      const tagNames = (tags.get(id) ?? []).map((tag) => tag.name)
      return { id, hot_score, relevance: relevanceOf({ title, tags: tagNames }) }
    })
    .toSorted((a, b) => b.relevance - a.relevance || b.hot_score - a.hot_score || b.id - a.id)
    .map(({ id }) => id)
}
