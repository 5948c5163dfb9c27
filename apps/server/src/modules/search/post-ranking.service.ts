/** Puts the posts that a query finds in order (docs/decisions/027-search-words-and-order.md). */
import { TAGS } from '@shiliu/contract/limits'
import type { TagStat } from '@shiliu/contract/search'
import type { Ctx } from '#deps.ts'
import { groupBy } from '#platform/db/rows.ts'
import { documentTokens, headingPhrases, matchesPhrases, titlePhrases, wholePhrases } from '#platform/search/tokens.ts'
import { type Match, type MatchList, packMatches } from './match-list.ts'
import * as repo from './search.repo.ts'

/** Of more matches not all are ranked, but these. Not constants, so that tests need not make thousands of notes. */
export const RANKED = {
  newest: 5000,
  /** Below the newest. */
  newestByTitle: 500,
  /** Below the newest. */
  hottest: 100,
  /** So many may be published or become hot while somebody reads on, before matches lose their place. */
  meanwhile: 500,
}
/** So many of the site's hottest posts are tried before all matches are listed for the hottest of them. */
const HOT_TRIED = 500

/** A keyword's phrases and a tag's label; at least one is not empty. */
export type SearchTerms = { words: readonly string[]; labels: readonly string[] }

/** Which matches are ranked. What is published later does not change it. */
type RankedRange = {
  /** All matches from this id on. */
  newestFrom: number
  /** Below it those from this id on that match by title, */
  titlesFrom: number
  /** and those with at least this hot score. */
  hotFrom: number
}

export type PostMatches = {
  /** Best first. */
  ranked: MatchList
  range: RankedRange
  /** The ranked matches below `newestFrom`. */
  rankedBelow: number[]
  /** All matches, ranked or not. */
  total: number
  /** Tags to narrow the result by; empty where a tag is searched for. */
  tagStats: TagStat[]
}

export const phrasesOf = ({ words, labels }: SearchTerms): string[] => [...words, ...labels]

/** With a `range` ranks the same matches as before, so that pages follow each other. */
export async function rankMatches(ctx: Ctx, terms: SearchTerms, range?: RankedRange): Promise<PostMatches> {
  const most = RANKED.newest + (range ? RANKED.meanwhile : 0)
  const found = ctx.search.newestTable('notes', phrasesOf(terms), most)
  const { scores, total: known } = await repo.listNewest(ctx.db, ctx.engine, found)
  const ids = scores.map(({ id }) => id)
  const oldest = ids.length < most ? 0 : ids.reduce((lowest, id) => Math.min(lowest, id))
  const newestFrom = Math.max(range?.newestFrom ?? 0, oldest)
  const newest = scores.filter(({ id }) => id >= newestFrom)
  const below =
    ids.length < most && newest.length === ids.length
      ? { total: ids.length, matches: [], range: { titlesFrom: 0, hotFrom: 0 } }
      : await rankBelow(ctx, terms, newestFrom, known ?? (ids.length < most ? ids.length : null), newest.length, range)
  return {
    ranked: packMatches([...(await rateNewest(ctx, terms, newest)), ...below.matches]),
    range: { newestFrom, ...below.range },
    rankedBelow: below.matches.map(({ id }) => id),
    total: below.total,
    tagStats: terms.labels.length === 0 && ids.length > 0 ? await countTags(ctx, ids) : [],
  }
}

/** What is ranked of the matches below the newest, and the total of all matches. */
async function rankBelow(
  ctx: Ctx,
  terms: SearchTerms,
  below: number,
  known: number | null,
  newest: number,
  range: RankedRange | undefined,
) {
  const hot = await hottestBelow(ctx, phrasesOf(terms), below, known, newest, range?.hotFrom)
  const titles = await titlesBelow(ctx, terms, below, range?.titlesFrom)
  const matches = await rateBelow(ctx, terms, below, hot.scores, titles.ids)
  return { total: hot.total, matches, range: { titlesFrom: titles.from, hotFrom: hot.from } }
}

async function titlesBelow(ctx: Ctx, { words, labels }: SearchTerms, below: number, from: number | undefined) {
  if (words.length === 0) return { ids: [], from: 0 }
  const most = RANKED.newestByTitle + (from === undefined ? 0 : RANKED.meanwhile)
  const phrases = [...titlePhrases(words), ...labels]
  const ids = await ctx.search.newestIds(ctx.db, 'notes', phrases, { most, below })
  const first = from ?? ids[RANKED.newestByTitle - 1] ?? 0
  return { ids: ids.filter((id) => id >= first), from: first }
}

/** `from` is the score of the last one; given, those with that score or more are listed again. */
async function hottestBelow(
  ctx: Ctx,
  phrases: string[],
  below: number,
  known: number | null,
  newest: number,
  from: number | undefined,
) {
  const most = RANKED.hottest + (from === undefined ? 0 : RANKED.meanwhile)
  let [total, scores] = [known, [] as repo.Score[]]
  let complete = false
  if (total === null) {
    // The pass that counts the other matches also finds those among the hottest posts: of a common word enough.
    const score = await repo.findHottestScore(ctx.db, below, HOT_TRIED)
    const counted = await ctx.search.countAmong(ctx.db, 'notes', phrases, below, repo.hotIds(ctx.db, below, score))
    total = newest + counted.total
    complete = from === undefined ? counted.ids.length >= most : from >= score
    if (complete) scores = await repo.listScores(ctx.db, ctx.engine, counted.ids)
    scores = scores.filter(({ hot_score }) => hot_score >= (from ?? 0))
    scores = scores.toSorted((a, b) => b.hot_score - a.hot_score || b.id - a.id).slice(0, most)
  }
  if (!complete) {
    const matches = ctx.search.matchesInOrder('notes', 'posts.id', phrases, false)
    scores = await repo.listHottest(ctx.db, matches, { below, from: from ?? 0, most })
  }
  return { total, scores, from: from ?? scores[RANKED.hottest - 1]?.hot_score ?? 0 }
}

/** By title before by title and tags before by text; in each, whole words before beginnings of words. */
const relevance = (place: 0 | 1 | 2, whole: boolean) => 2 * place + Number(whole)

async function rateNewest(ctx: Ctx, { words }: SearchTerms, scores: repo.Score[]): Promise<Match[]> {
  if (scores.length < 2 || words.length === 0) return scores.map((score) => ({ ...score, relevance: 0 }))
  const from = scores.reduce((lowest, { id }) => Math.min(lowest, id), Number.MAX_SAFE_INTEGER)
  const find = async (phrases: string[]) => new Set(await ctx.search.idsFrom(ctx.db, 'notes', phrases, from))
  const inTitle = await find(titlePhrases(words))
  const inHeading = await find(headingPhrases(words))
  const whole = wholePhrases(words)
  const asWhole = whole.join() === words.join() ? null : await find(whole)
  return scores.map(({ id, hot_score }) => {
    const place = inTitle.has(id) ? 2 : inHeading.has(id) ? 1 : 0
    return { id, hot_score, relevance: relevance(place, asWhole?.has(id) ?? false) }
  })
}

/** Whole words of texts do not count. */
async function rateBelow(
  ctx: Ctx,
  { words }: SearchTerms,
  below: number,
  hottest: repo.Score[],
  titles: readonly number[],
): Promise<Match[]> {
  if (words.length === 0) return hottest.map((score) => ({ ...score, relevance: 0 }))
  const known = new Set(titles)
  const others = hottest.filter(({ id }) => !known.has(id))
  return [...(await rateTitles(ctx, words, below, titles)), ...(await rateByReading(ctx, words, others))]
}

/** Matches by title. */
async function rateTitles(ctx: Ctx, words: readonly string[], below: number, ids: readonly number[]): Promise<Match[]> {
  if (ids.length === 0) return []
  const scores = await repo.listScores(ctx.db, ctx.engine, ids)
  const asWhole = new Set<number>()
  const whole = wholePhrases(words)
  if (whole.join() !== words.join()) {
    const from = ids.reduce((lowest, id) => Math.min(lowest, id))
    for (const phrases of [titlePhrases(whole), headingPhrases(whole)]) {
      for (const id of await ctx.search.idsFrom(ctx.db, 'notes', phrases, from, below)) asWhole.add(id)
    }
  }
  return scores.map((score) => ({ ...score, relevance: relevance(2, asWhole.has(score.id)) }))
}

/** From titles and tags, since the index is slow to tell of few matches far apart. */
async function rateByReading(ctx: Ctx, words: readonly string[], scores: readonly repo.Score[]): Promise<Match[]> {
  if (scores.length === 0) return []
  const ids = scores.map(({ id }) => id)
  const rows = await repo.listRankingFields(ctx.db, ctx.engine, ids)
  const tags = groupBy(await repo.listTagNames(ctx.db, ctx.engine, ids), (tag) => tag.post_id)
  const whole = wholePhrases(words)
  const ends = whole.join() !== words.join()
  return rows.map(({ id, hot_score, title }) => {
    const heading = documentTokens([title, ...(tags.get(id) ?? []).map(({ name }) => name)])
    // Without its tags, whose names stand behind it.
    const place = matchesPhrases(documentTokens([title]), words) ? 2 : matchesPhrases(heading, words) ? 1 : 0
    return { id, hot_score, relevance: relevance(place, ends && place > 0 && matchesPhrases(heading, whole)) }
  })
}

/** The exact counts of up to `RANKED.newest` matches; of more those of the newest. */
async function countTags(ctx: Ctx, ids: number[]): Promise<TagStat[]> {
  const counted = await repo.countTags(ctx.db, ctx.engine, ids, TAGS.statsMax)
  return counted.map(({ name, count }) => ({ id: name, label: name, count }))
}
