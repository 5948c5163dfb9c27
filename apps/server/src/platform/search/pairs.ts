/**
 * Tokens as InnoDB searches them fast. To find two tokens side by side it reads every document that has both anywhere,
 * which for two common characters is nearly all of them; so each two neighbours are indexed as one token.
 */
import { BORDER } from './tokens.ts'

const pairsOf = (tokens: readonly string[]) => tokens.slice(1).map((token, i) => `${tokens[i]}${token}`)

/** The pairs of neighbours in a document, then its single tokens, each once. */
export function documentPairs(document: string): string {
  const texts = document.split(` ${BORDER} `).map((text) => text.split(' '))
  const pairs = texts.map((tokens) => pairsOf(tokens).join(' ')).filter((text) => text !== '')
  return [...pairs, [...new Set(texts.flat())].join(' ')].join(` ${BORDER} `)
}

/** The phrase of pairs that stands for a phrase of tokens. */
export function phrasePairs(phrase: string): string {
  const tokens = phrase.split(' ')
  return tokens.length === 1 ? phrase : pairsOf(tokens).join(' ')
}
