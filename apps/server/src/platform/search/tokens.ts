/** Turns each CJK character and Latin word into an ASCII word that both engines index and no stop list contains. */
import { createHash } from 'node:crypto'

const WORD = /[a-z0-9]+|[^\P{L}a-z]|[^\P{N}0-9]/gu
const LETTER = /[a-z0-9_]|[^\P{L}a-z]|[^\P{N}0-9]/gu
/** MySQL indexes no token longer than 84 characters, and a bigram joins two words. */
const MAX_WORD_LENGTH = 38
/** MySQL rejects phrases of more than 128 tokens. */
const MAX_PHRASE_TOKENS = 100
const MAX_PHRASES = 10

/** `letters` also splits Latin words into letters, so that any part of a name or public id matches. */
type Granularity = 'words' | 'letters'

export type SearchEntry = {
  id: number
  texts: readonly string[]
  /** Text for phrases that must match the title; `texts` must contain it too. */
  title?: string
  /** Tokens that a query may require (`labelOf`). */
  labels?: readonly string[]
}

/** Separates the texts of a document, so that no phrase spans two. */
const TEXT_SEPARATOR = 'zzzborderzzz'
/** Prefixes of title tokens and labels; ordinary tokens never start with them. */
const TITLE_PREFIX = 'h'
const LABEL_PREFIX = 'l'

function tokensOf(text: string, granularity: Granularity): string[] {
  const pattern = granularity === 'words' ? WORD : LETTER
  return Array.from(text.normalize('NFKC').toLowerCase().matchAll(pattern), ([word]) => {
    // Both engines treat an underscore as a separator.
    if (word === '_') return 'zzunderscore'
    return /^[a-z0-9]/.test(word)
      ? `zz${word.slice(0, MAX_WORD_LENGTH)}`
      : `u${word.codePointAt(0)?.toString(16).padStart(4, '0')}`
  })
}

export function documentTokens(texts: readonly string[], granularity: Granularity = 'words'): string {
  return texts.map((text) => tokensOf(text, granularity).join(' ')).join(` ${TEXT_SEPARATOR} `)
}

export function documentOf({ texts, title = '', labels = [] }: SearchEntry, granularity: Granularity): string {
  const titleTokens = tokensOf(title, granularity).map((token) => TITLE_PREFIX + token)
  return [documentTokens(texts, granularity), titleTokens.join(' '), ...labels]
    .filter(Boolean)
    .join(` ${TEXT_SEPARATOR} `)
}

/** A document must contain all phrases; parts of the keyword without letters or digits are ignored. */
export function keywordPhrases(keyword: string, granularity: Granularity = 'words'): string[] {
  const parts = keyword.split(/\s+/).map((part) => tokensOf(part, granularity).slice(0, MAX_PHRASE_TOKENS).join(' '))
  return [...new Set(parts)].filter((part) => part !== '').slice(0, MAX_PHRASES)
}

export function titlePhrases(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => phrase.replace(/\S+/g, (token) => TITLE_PREFIX + token))
}

/** Marks documents that belong to something, such as a tag or an author. */
export function labelOf(kind: string, key: string | number): string {
  return LABEL_PREFIX + createHash('sha1').update(`${kind} ${key}`).digest('hex')
}

/** Whether an indexed document contains all phrases, as the index would decide. */
export function matchesPhrases(document: string, phrases: readonly string[]): boolean {
  const text = ` ${document} `
  return phrases.every((phrase) => text.includes(` ${phrase} `))
}

/** InnoDB finds adjacent tokens by reading every document that has both, so each pair is indexed as one token. */
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
