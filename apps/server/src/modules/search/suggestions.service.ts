/** What the search box offers while somebody types (docs/product.md#header-search). */
import { SEARCH } from '@shiliu/contract/limits'
import type { Ctx } from '#deps.ts'
import { listTags, mapSynonyms, tagKeyOf } from '#modules/tags/tags.service.ts'
import type { CachedResult } from '#platform/cache/lists.ts'
import type { Db } from '#platform/db/client.ts'
import { SharedPage } from '#platform/http/json-page.ts'
import { documentTokens, keywordPhrases, matchesPhrases, titlePhrases } from '#platform/search/tokens.ts'
import * as repo from './search.repo.ts'

/** The rest is left to titles. */
const MAX_TAGS = 5
/** Titles are chosen among so many of the newest that match. */
const MAX_TITLES_RANKED = 100

/** At most 8 suggestions: tags that begin so, most used first, then titles; without a keyword the hot tags. */
export async function suggest(
  ctx: Ctx,
  reads: Db,
  keyword: string | undefined,
): Promise<SharedPage<{ suggestions: string[] }>> {
  const tags = await listTags(ctx)
  const start = tagKeyOf((keyword ?? '').replace(/^#/, ''))
  // Nothing is found by a tag that no post uses.
  const names = tags.result.filter(({ use_count }) => use_count > 0).map(({ name }) => name)
  if (keyword === undefined) return page(names, [tags])
  const synonyms = await mapSynonyms(ctx)
  const meant = new Set(Object.entries(synonyms.result).flatMap(([key, name]) => (key.startsWith(start) ? name : [])))
  const beginning = names.filter((name) => meant.has(name) || tagKeyOf(name).startsWith(start)).slice(0, MAX_TAGS)
  const words = keywordPhrases(keyword)
  if (words.length === 0) return page(beginning, [tags, synonyms])
  const titles = await findTitles(ctx, reads, words)
  return page([...beginning, ...titles.result], [tags, synonyms, titles])
}

function page(texts: string[], from: CachedResult<unknown>[]) {
  const suggestions = [...new Set(texts)].slice(0, SEARCH.suggestionsMax)
  return new SharedPage<{ suggestions: string[] }>(
    { suggestions },
    from.map(({ entry }) => entry),
  )
}

/** Titles that contain the words, the hottest first; cached until a note that matches is changed. */
function findTitles(ctx: Ctx, reads: Db, words: string[]): Promise<CachedResult<string[]>> {
  const phrases = titlePhrases(words)
  return ctx.searchCache.get('notes', phrases, async () => {
    const ids = await ctx.search.newestIds(reads, 'notes', phrases, { most: MAX_TITLES_RANKED })
    if (ids.length === 0) return []
    const posts = await repo.listRankingFields(reads, ctx.engine, ids)
    return posts
      .filter(({ title }) => matchesPhrases(documentTokens([title]), words))
      .toSorted((a, b) => b.hot_score - a.hot_score || b.id - a.id)
      .slice(0, SEARCH.suggestionsMax)
      .map(({ title }) => title)
  })
}
