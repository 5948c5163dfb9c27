/** What makes one hit answer a keyword better than another. */
import { documentTokens, holds } from '#platform/search/tokens.ts'

export type Candidate = { title: string; tags: string[] }

/** 2: the title holds all that is asked for; 1: title and tags together do; 0: it takes the text. */
export function relevance(phrases: readonly string[]): (candidate: Candidate) => 0 | 1 | 2 {
  const inTexts = (texts: string[]) => holds(documentTokens(texts), phrases)
  return ({ title, tags }) => (inTexts([title]) ? 2 : tags.length > 0 && inTexts([title, ...tags]) ? 1 : 0)
}
