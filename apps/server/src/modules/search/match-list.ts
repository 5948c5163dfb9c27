/** Ranked matches in little memory, since a search may keep thousands of them. */
import { groupBy } from '#platform/db/rows.ts'

/** A match's place in the order: by relevance, then hot score, then id, all descending. */
export type Match = { id: number; relevance: number; hot_score: number }

export type MatchList = { readonly ids: Float64Array; readonly relevance: Int8Array; readonly scores: Float64Array }

const compare = (a: Match, b: Match) => b.relevance - a.relevance || b.hot_score - a.hot_score || b.id - a.id

/** Best first. Fast where the matches of equal relevance are in order already. */
export function packMatches(matches: readonly Match[]): MatchList {
  const byRelevance = groupBy(matches, ({ relevance }) => relevance)
  const groups = [...byRelevance].toSorted(([a], [b]) => b - a)
  const sorted = groups.flatMap(([, some]) => some.toSorted(compare))
  return {
    ids: Float64Array.from(sorted, ({ id }) => id),
    relevance: Int8Array.from(sorted, ({ relevance }) => relevance),
    scores: Float64Array.from(sorted, ({ hot_score }) => hot_score),
  }
}

export function sliceMatches({ ids, relevance, scores }: MatchList, from: number, most: number): Match[] {
  return Array.from(ids.subarray(from, from + most), (id, i) => ({
    id,
    relevance: relevance[from + i] ?? 0,
    hot_score: scores[from + i] ?? 0,
  }))
}

/** The index of the first match behind another, which need not be in the list itself. */
export function indexBehind({ ids, relevance, scores }: MatchList, match: Match): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const at = { id: ids[middle] ?? 0, relevance: relevance[middle] ?? 0, hot_score: scores[middle] ?? 0 }
    if (compare(match, at) < 0) to = middle
    else from = middle + 1
  }
  return from
}
