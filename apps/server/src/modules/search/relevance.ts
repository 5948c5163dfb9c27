/** What makes one hit answer a keyword better than another. */
import { documentTokens, keywordPhrases } from '#platform/search/tokens.ts'

export type Candidate = { title: string; tags: string[] }

/** 2: the title holds all that is asked for; 1: title and tags together do; 0: it takes the text. */
export function relevance(keyword: string): (candidate: Candidate) => 0 | 1 | 2 {
  const phrases = keywordPhrases(keyword)
  const holds = (texts: string[]) => {
    const tokens = ` ${documentTokens(texts)} `
    return phrases.every((phrase) => tokens.includes(` ${phrase} `))
  }
  return ({ title, tags }) => (holds([title]) ? 2 : holds([title, ...tags]) ? 1 : 0)
}
