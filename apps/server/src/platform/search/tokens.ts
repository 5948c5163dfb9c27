/** Turns words into ASCII tokens that both engines index and no stop list contains. */
import { createHash } from 'node:crypto'
import { type Granularity, readKeyword, readText } from '@shiliu/contract/search-text'

/** Increase it when documents are written in another way: sites rewrite their index then. */
export const INDEX_VERSION = 2

export type SearchEntry = {
  id: number
  texts: readonly string[]
  /** Text for phrases that must match the title; `texts` must contain it too. */
  title?: string
  /** As `title`, for phrases that must match one of the tags. */
  tags?: readonly string[]
  /** Tokens that a query may require (`labelOf`). */
  labels?: readonly string[]
}

/** Separates the texts of a document, so that no phrase spans two. */
const TEXT_SEPARATOR = 'xborderx'
/** Prefixes of tokens of titles and tags, and of labels; ordinary tokens never start with them. */
const TITLE_PREFIX = 'h'
const TAG_PREFIX = 'g'
const LABEL_PREFIX = 'l'
/** Between the readings of a phrase. */
const OR = '|'

/** Words of Latin letters and digits begin with `zz`, so that the beginning of one is not that of another token. */
function tokenOf(word: string): string {
  // Both engines treat an underscore as a separator.
  if (word === '_') return 'zzunderscore'
  return /^[a-z0-9]/.test(word) ? `zz${word}` : `u${word.codePointAt(0)?.toString(16).padStart(4, '0')}`
}

const tokensOf = (words: readonly string[]) => words.map(tokenOf).join(' ')

export function documentTokens(texts: readonly string[], granularity: Granularity = 'words'): string {
  return texts.flatMap((text) => readText(text, granularity).map(tokensOf)).join(` ${TEXT_SEPARATOR} `)
}

export function documentOf(
  { texts, title = '', tags = [], labels = [] }: SearchEntry,
  granularity: Granularity,
): string {
  const prefixed = (prefix: string, some: readonly string[]) =>
    withPrefix(prefix, documentTokens(some, granularity)).replaceAll(prefix + TEXT_SEPARATOR, TEXT_SEPARATOR)
  return [documentTokens(texts, granularity), prefixed(TITLE_PREFIX, [title]), prefixed(TAG_PREFIX, tags), ...labels]
    .filter(Boolean)
    .join(` ${TEXT_SEPARATOR} `)
}

const withPrefix = (prefix: string, tokens: string) => tokens.replace(/[^\s|]+/g, (token) => prefix + token)

/** A document must contain all phrases; parts of the keyword without letters, digits and emoji are ignored. */
export function keywordPhrases(keyword: string, granularity: Granularity = 'words'): string[] {
  return readKeyword(keyword, granularity).map(({ readings, open }) =>
    readings.map((words) => tokensOf(words) + (open ? '*' : '')).join(OR),
  )
}

/** A phrase that a document with either contains; `other` may be a label. */
export const eitherPhrase = (phrase: string, other: string): string => phrase + OR + other

export function titlePhrases(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => withPrefix(TITLE_PREFIX, phrase))
}

/** Together with `titlePhrases` for documents with each of the phrases in the title or in a tag. */
export function headingPhrases(phrases: readonly string[]): string[] {
  // Those with the only one in the title need not be asked for again.
  if (phrases.length === 1) return phrases.map((phrase) => withPrefix(TAG_PREFIX, phrase))
  return phrases.map((phrase) => withPrefix(TITLE_PREFIX, phrase) + OR + withPrefix(TAG_PREFIX, phrase))
}

/** The same phrases for whole words. */
export function wholePhrases(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => phrase.replaceAll('*', ''))
}

/** Marks documents that belong to something, such as a tag or an author. */
export function labelOf(kind: string, key: string | number): string {
  return LABEL_PREFIX + createHash('sha1').update(`${kind} ${key}`).digest('hex')
}

/** The readings of a phrase, one of which a document must contain. `open` ones end with the beginning of a token. */
export function readingsOf(phrase: string): { tokens: string[]; open: boolean }[] {
  return phrase.split(OR).map((reading) => {
    const open = reading.endsWith('*')
    return { tokens: (open ? reading.slice(0, -1) : reading).split(' '), open }
  })
}

/** Whether an indexed document contains all phrases, as the index would decide. */
export function matchesPhrases(document: string, phrases: readonly string[]): boolean {
  const text = ` ${document} `
  return phrases.every((phrase) =>
    phrase
      .split(OR)
      .some((reading) => text.includes(reading.endsWith('*') ? ` ${reading.slice(0, -1)}` : ` ${reading} `)),
  )
}

/** InnoDB finds adjacent tokens by reading every document that has both, so each pair is indexed as one token. */
export function bigramsOf(tokens: readonly string[]): string[] {
  return tokens.slice(1).map((token, i) => bigram(tokens[i] ?? '', token))
}

const ENDS_LIKE_NONE = /^[hg]?u/

/** A pair with a Latin word or a number must not begin like a longer word, nor be read as another pair. */
function bigram(first: string, second: string): string {
  return ENDS_LIKE_NONE.test(first) && ENDS_LIKE_NONE.test(second) ? first + second : `bb${first}0${second}`
}

/** The bigrams of a document, then each of its tokens once. */
export function documentBigrams(document: string): string {
  const texts = document.split(` ${TEXT_SEPARATOR} `).map((text) => text.split(' '))
  const pairs = texts.map((tokens) => bigramsOf(tokens).join(' ')).filter((text) => text !== '')
  return [...pairs, [...new Set(texts.flat())].join(' ')].join(` ${TEXT_SEPARATOR} `)
}
