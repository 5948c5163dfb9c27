/** Finds posts for a query and pages through them (docs/decisions/027-search-words-and-order.md). */
import { z } from 'zod'
import type { Ctx } from '#deps.ts'
import { tagLabel } from '#modules/posts/search-indexing.service.ts'
import { tagKeyOf } from '#modules/tags/tags.service.ts'
import type { CachedResult } from '#platform/cache/lists.ts'
import type { Db } from '#platform/db/client.ts'
import { idKey, type Position } from '#platform/db/cursor.ts'
import { offset } from '#platform/db/pagination.ts'
import { eitherPhrase, keywordPhrases } from '#platform/search/tokens.ts'
import { indexBehind, type Match, packMatches, sliceMatches } from './match-list.ts'
import { type PostMatches, phrasesOf, rankMatches, type SearchTerms } from './post-ranking.service.ts'

/** Relevance of the matches that are not ranked. */
const UNRANKED = -1

/** The range that was ranked, and the place of a match in the order. */
export const matchKey = z.tuple([idKey, idKey, z.number(), z.number(), z.number(), idKey])
type MatchKey = z.output<typeof matchKey>

const NOTHING_FOUND: CachedResult<PostMatches> = {
  result: {
    ranked: packMatches([]),
    range: { newestFrom: 0, titlesFrom: 0, hotFrom: 0 },
    rankedBelow: [],
    total: 0,
    tagStats: [],
  },
  entry: { value: undefined, tags: [], life: { staleAt: Number.POSITIVE_INFINITY } },
}

/** Null where nothing searchable is asked for. A synonym also finds the notes of the tag that it stands for. */
export function parseTerms(
  keyword: string | undefined,
  tag: string | undefined,
  synonyms: Readonly<Record<string, string>> = {},
): SearchTerms | null {
  const words = keyword === undefined ? [] : withSynonyms(keyword, synonyms)
  if (keyword !== undefined && words.length === 0) return null
  const labels = tag === undefined ? [] : [tagLabel(tagKeyOf(tag))]
  return words.length + labels.length === 0 ? null : { words, labels }
}

function withSynonyms(keyword: string, synonyms: Readonly<Record<string, string>>): string[] {
  const meant = new Map(
    keyword.split(/\s+/).flatMap((part) => {
      const name = synonyms[tagKeyOf(part)]
      return name === undefined ? [] : keywordPhrases(part).map((phrase) => [phrase, tagLabel(tagKeyOf(name))] as const)
    }),
  )
  return keywordPhrases(keyword).map((phrase) => {
    const label = meant.get(phrase)
    return label === undefined ? phrase : eitherPhrase(phrase, label)
  })
}

/** Matches of a query, cached until a post that matches, matched or will match changes. `after` keeps its ranking. */
export async function findMatches(
  ctx: Ctx,
  reads: Db,
  terms: SearchTerms | null,
  after?: MatchKey,
): Promise<CachedResult<PostMatches>> {
  if (!terms) return NOTHING_FOUND
  const current = await ctx.searchCache.get('notes', phrasesOf(terms), () => rankMatches({ ...ctx, db: reads }, terms))
  const range = after && rangeOf(after)
  if (!range || JSON.stringify(range) === JSON.stringify(current.result.range)) return current
  const variant = JSON.stringify(range)
  return ctx.searchCache.get('notes', phrasesOf(terms), () => rankMatches({ ...ctx, db: reads }, terms, range), variant)
}

/** One page and the match behind it: most relevant first, then by hot score; behind the ranked ones newest first. */
export async function listMatchPage(
  ctx: Ctx,
  reads: Db,
  terms: SearchTerms | null,
  { ranked, range, rankedBelow, total }: PostMatches,
  at: Position<MatchKey>,
): Promise<Match[]> {
  const after = at.after && matchOf(at.after)
  const start = after ? indexBehind(ranked, after) : offset(at)
  const rest = sliceMatches(ranked, start, at.limit + 1)
  const most = at.limit + 1 - rest.length
  if (!terms || most <= 0 || ranked.ids.length >= total) return rest
  const unranked =
    after?.relevance === UNRANKED ? { below: after.id } : { below: range.newestFrom, from: start - ranked.ids.length }
  const ids = await ctx.search.newestIds(reads, 'notes', phrasesOf(terms), {
    ...unranked,
    from: Math.max(unranked.from ?? 0, 0),
    most,
    except: rankedBelow,
  })
  return [...rest, ...ids.map((id) => ({ id, relevance: UNRANKED, hot_score: 0 }))]
}

export function keyOfMatch({ range }: PostMatches, { relevance, hot_score, id }: Match): MatchKey {
  return [range.newestFrom, range.titlesFrom, range.hotFrom, relevance, hot_score, id]
}

const rangeOf = ([newestFrom, titlesFrom, hotFrom]: MatchKey) => ({ newestFrom, titlesFrom, hotFrom })
const matchOf = ([, , , relevance, hot_score, id]: MatchKey): Match => ({ id, relevance, hot_score })
