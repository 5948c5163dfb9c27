/** Finds and ranks posts for a query (docs/decisions/013-search.md). */
import { TAGS } from '@shiliu/contract/limits'
import type { TagStat } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { tagLabel } from '#modules/posts/search-indexing.service.ts'
import { tagKeyOf } from '#modules/tags/tags.service.ts'
import { offset, type PageQuery } from '#platform/db/pagination.ts'
import { groupBy } from '#platform/db/rows.ts'
import { documentTokens, keywordPhrases, matchesPhrases, titlePhrases } from '#platform/search/tokens.ts'
import * as repo from './search.repo.ts'

/** Ranks so many of the newest matches, and of the newest title matches: common keywords match most posts. */
const MAX_RANKED = 500
/** Tag counts cover so many of the newest matches. */
const MAX_COUNTED = 2000

/** A keyword's phrases and a tag's label; at least one is not empty. */
export type SearchTerms = { words: readonly string[]; labels: readonly string[] }

export type PostMatches = {
  /** Ids, best first. */
  ranked: number[]
  /** All matches, ranked or not. */
  total: number
  /** Where the unranked matches are: below this id, except these ranked ones. */
  unranked: { below: number; except: number[] }
  /** Tags to narrow the result by; empty where a tag is searched for. */
  tagStats: TagStat[]
}

const NO_MATCHES: PostMatches = { ranked: [], total: 0, unranked: { below: 0, except: [] }, tagStats: [] }

/** Null where nothing searchable is asked for. */
export function parseTerms(keyword: string | undefined, tag: string | undefined): SearchTerms | null {
  const words = keyword === undefined ? [] : keywordPhrases(keyword)
  if (keyword !== undefined && words.length === 0) return null
  const labels = tag === undefined ? [] : [tagLabel(tagKeyOf(tag))]
  return words.length + labels.length === 0 ? null : { words, labels }
}

/** Matches of a query, cached until a post that matches, matched or will match is changed. */
export function findMatches(ctx: Ctx, terms: SearchTerms | null): Promise<PostMatches> | PostMatches {
  if (!terms) return NO_MATCHES
  return ctx.searchCache.get('notes', phrasesOf(terms), () => computeMatches(ctx, terms))
}

/** Ids of one page: most relevant first, then by hot score. */
export async function listMatchPage(
  ctx: Ctx,
  terms: SearchTerms | null,
  matches: PostMatches,
  page: PageQuery,
): Promise<number[]> {
  const from = offset(page)
  const ids = matches.ranked.slice(from, from + page.limit)
  if (!terms || ids.length === page.limit || from + ids.length >= matches.total) return ids
  const most = page.limit - ids.length
  const range = { ...matches.unranked, most, from: Math.max(from - matches.ranked.length, 0) }
  const unranked = await ctx.search.newest(ctx.db, 'notes', phrasesOf(terms), range)
  return [...ids, ...unranked.ids]
}

function phrasesOf({ words, labels }: SearchTerms): string[] {
  return [...words, ...labels]
}

async function computeMatches(ctx: Ctx, terms: SearchTerms): Promise<PostMatches> {
  const newest = await ctx.search.newest(ctx.db, 'notes', phrasesOf(terms), { most: MAX_COUNTED })
  const below = newest.ids[MAX_RANKED - 1] ?? 0
  const titleMatches = newest.total > MAX_RANKED ? await listTitleMatches(ctx, terms, below) : []
  const tagStats = terms.labels.length === 0 && newest.total > 0 ? await countTags(ctx, newest.ids) : []
  return {
    ranked: await rank(ctx, terms.words, [...newest.ids.slice(0, MAX_RANKED), ...titleMatches]),
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

async function rank(ctx: Ctx, words: readonly string[], ids: number[]): Promise<number[]> {
  if (ids.length < 2) return ids
  const posts = await repo.listRankingFields(ctx.db, ids)
  const tags = groupBy(words.length === 0 ? [] : await repo.listTagNames(ctx.db, ids), (tag) => tag.post_id)
  return posts
    .map(({ id, title, hot_score }) => {
      const tagNames = (tags.get(id) ?? []).map((tag) => tag.name)
      return { id, hot_score, relevance: relevance(words, title, tagNames) }
    })
    .toSorted((a, b) => b.relevance - a.relevance || b.hot_score - a.hot_score || b.id - a.id)
    .map(({ id }) => id)
}

/** 2: the title contains all words; 1: title and tags together do; 0: only with the text. */
function relevance(words: readonly string[], title: string, tagNames: string[]): 0 | 1 | 2 {
  if (matchesPhrases(documentTokens([title]), words)) return 2
  return tagNames.length > 0 && matchesPhrases(documentTokens([title, ...tagNames]), words) ? 1 : 0
}
