/** Finds and ranks posts for a query (docs/decisions/013-search.md). */
import { TAGS } from '@shiliu/contract/limits'
import type { TagStat } from '@shiliu/contract/search'
import { z } from 'zod'
import type { Ctx } from '#deps.ts'
import { tagLabel } from '#modules/posts/search-indexing.service.ts'
import { tagKeyOf } from '#modules/tags/tags.service.ts'
import type { CachedResult } from '#platform/cache/lists.ts'
import { idKey, type Position } from '#platform/db/cursor.ts'
import { offset } from '#platform/db/pagination.ts'
import { groupBy } from '#platform/db/rows.ts'
import { documentTokens, keywordPhrases, matchesPhrases, titlePhrases } from '#platform/search/tokens.ts'
import * as repo from './search.repo.ts'

/** Ranks so many of the newest matches, and of the newest title matches: common keywords match most posts. */
const MAX_RANKED = 500
/** Tag counts cover so many of the newest matches. */
const MAX_COUNTED = 2000

/** Relevance of the matches that are not ranked. */
const UNRANKED = -1

/** A match's place in the order: by relevance, then hot score, then id, all descending. */
type Match = { id: number; relevance: number; hot_score: number }

/** The place of a match, and `below` of the unranked ones: new posts must not move others out of the ranking. */
export const matchKey = z.tuple([idKey, z.number(), z.number(), idKey])
type MatchKey = z.output<typeof matchKey>

/** A keyword's phrases and a tag's label; at least one is not empty. */
export type SearchTerms = { words: readonly string[]; labels: readonly string[] }

export type PostMatches = {
  /** Best first. */
  ranked: Match[]
  /** All matches, ranked or not. */
  total: number
  /** Where the unranked matches are: below this id, except these ranked ones. */
  unranked: { below: number; except: number[] }
  /** Tags to narrow the result by; empty where a tag is searched for. */
  tagStats: TagStat[]
}

const NOTHING_FOUND: CachedResult<PostMatches> = {
  result: { ranked: [], total: 0, unranked: { below: 0, except: [] }, tagStats: [] },
  entry: { value: undefined, tags: [], life: { staleAt: Number.POSITIVE_INFINITY } },
}

/** Null where nothing searchable is asked for. */
export function parseTerms(keyword: string | undefined, tag: string | undefined): SearchTerms | null {
  const words = keyword === undefined ? [] : keywordPhrases(keyword)
  if (keyword !== undefined && words.length === 0) return null
  const labels = tag === undefined ? [] : [tagLabel(tagKeyOf(tag))]
  return words.length + labels.length === 0 ? null : { words, labels }
}

/** Matches of a query, cached until a post that matches, matched or will match is changed. `after` keeps its ranking. */
export async function findMatches(
  ctx: Ctx,
  terms: SearchTerms | null,
  after?: MatchKey,
): Promise<CachedResult<PostMatches>> {
  if (!terms) return NOTHING_FOUND
  const current = await ctx.searchCache.get('notes', phrasesOf(terms), () => computeMatches(ctx, terms))
  if (after === undefined || after[0] === current.result.unranked.below) return current
  const [below] = after
  return ctx.searchCache.get('notes', phrasesOf(terms), () => computeMatches(ctx, terms, below), below)
}

/** One page and the match behind it: most relevant first, then by hot score. */
export async function listMatchPage(
  ctx: Ctx,
  terms: SearchTerms | null,
  { ranked, unranked, total }: PostMatches,
  at: Position<MatchKey>,
): Promise<Match[]> {
  const { after, limit } = at
  const rest = after === undefined ? ranked.slice(offset(at)) : ranked.filter((match) => isBehind(match, after))
  const most = limit + 1 - rest.length
  if (!terms || most <= 0 || ranked.length >= total) return rest.slice(0, limit + 1)
  const range = after?.[1] === UNRANKED ? { below: after[3] } : { from: Math.max(offset(at) - ranked.length, 0) }
  const { ids } = await ctx.search.newest(ctx.db, 'notes', phrasesOf(terms), { ...unranked, most, ...range })
  return [...rest, ...ids.map((id) => ({ id, relevance: UNRANKED, hot_score: 0 }))]
}

export function keyOfMatch({ unranked }: PostMatches, { relevance, hot_score, id }: Match): MatchKey {
  return [unranked.below, relevance, hot_score, id]
}

function isBehind(match: Match, [, relevance, hot_score, id]: MatchKey): boolean {
  return (match.relevance - relevance || match.hot_score - hot_score || match.id - id) < 0
}

function phrasesOf({ words, labels }: SearchTerms): string[] {
  return [...words, ...labels]
}

async function computeMatches(ctx: Ctx, terms: SearchTerms, rankedFrom?: number): Promise<PostMatches> {
  const newest = await ctx.search.newest(ctx.db, 'notes', phrasesOf(terms), { most: MAX_COUNTED })
  const below = Math.max(rankedFrom ?? newest.ids[MAX_RANKED - 1] ?? 0, newest.ids[MAX_COUNTED - 1] ?? 0)
  const recent = newest.ids.filter((id) => id >= below)
  const titleMatches = newest.total > recent.length ? await listTitleMatches(ctx, terms, below) : []
  const tagStats = terms.labels.length === 0 && newest.total > 0 ? await countTags(ctx, newest.ids) : []
  return {
    ranked: await rank(ctx, terms.words, [...recent, ...titleMatches]),
    total: newest.total,
    unranked: { below, except: titleMatches },
    tagStats,
  }
}

async function listTitleMatches(ctx: Ctx, { words, labels }: SearchTerms, below: number): Promise<number[]> {
  if (words.length === 0) return []
  const range = { most: MAX_RANKED, below }
  return (await ctx.search.newest(ctx.db, 'notes', [...titlePhrases(words), ...labels], range)).ids
}

async function countTags(ctx: Ctx, ids: number[]): Promise<TagStat[]> {
  const counted = await repo.countTags(ctx.db, ids, TAGS.statsMax)
  return counted.map(({ name, count }) => ({ id: name, label: name, count }))
}

async function rank(ctx: Ctx, words: readonly string[], ids: number[]): Promise<Match[]> {
  if (ids.length < 2) return ids.map((id) => ({ id, relevance: 0, hot_score: 0 }))
  const posts = await repo.listRankingFields(ctx.db, ids)
  const tags = groupBy(words.length === 0 ? [] : await repo.listTagNames(ctx.db, ids), (tag) => tag.post_id)
  return posts
    .map(({ id, title, hot_score }) => {
      const tagNames = (tags.get(id) ?? []).map((tag) => tag.name)
      return { id, hot_score, relevance: relevance(words, title, tagNames) }
    })
    .toSorted((a, b) => b.relevance - a.relevance || b.hot_score - a.hot_score || b.id - a.id)
}

/** 2: the title contains all words; 1: title and tags together do; 0: only with the text. */
function relevance(words: readonly string[], title: string, tagNames: string[]): 0 | 1 | 2 {
  if (matchesPhrases(documentTokens([title]), words)) return 2
  return tagNames.length > 0 && matchesPhrases(documentTokens([title, ...tagNames]), words) ? 1 : 0
}
