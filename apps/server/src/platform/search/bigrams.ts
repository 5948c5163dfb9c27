/** InnoDB finds adjacent tokens by reading every document that has both, so each pair is indexed as one token. */
import { TEXT_SEPARATOR } from './tokens.ts'

const bigramsOf = (tokens: readonly string[]) => tokens.slice(1).map((token, i) => `${tokens[i]}${token}`)

/** The bigrams of a document, then each of its tokens once. */
export function documentBigrams(document: string): string {
  const texts = document.split(` ${TEXT_SEPARATOR} `).map((text) => text.split(' '))
  const pairs = texts.map((tokens) => bigramsOf(tokens).join(' ')).filter((text) => text !== '')
  return [...pairs, [...new Set(texts.flat())].join(' ')].join(` ${TEXT_SEPARATOR} `)
}

export function phraseBigrams(phrase: string): string {
  const tokens = phrase.split(' ')
  return tokens.length === 1 ? phrase : bigramsOf(tokens).join(' ')
}
