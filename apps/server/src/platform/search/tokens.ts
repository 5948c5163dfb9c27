/**
 * Text as search tokens (design section 5): every CJK character and every latin word is one, written in ASCII of three
 * letters or more, which both engines index alike and no stop-word list knows.
 */
import { createHash } from 'node:crypto'

const WORD = /[a-z0-9]+|[^\P{L}a-z]|[^\P{N}0-9]/gu
const LETTER = /[a-z0-9_]|[^\P{L}a-z]|[^\P{N}0-9]/gu
/** MySQL indexes no token longer than 84 characters, and two words make a pair (pairs.ts). */
const LONGEST_WORD = 38
/** MySQL refuses a phrase of more than 128 tokens; of a longer one the beginning counts. */
const LONGEST_PHRASE = 100
const MOST_PHRASES = 10

/** `letters` makes each latin letter a token too, so that any part of a name or 小石榴号 is found. */
type Grain = 'words' | 'letters'

/** A document of the index. */
export type SearchEntry = {
  id: number
  texts: readonly string[]
  /** What a phrase «in the title» is looked for in; among the texts it stands too. */
  title?: string
  /** Marks that a query may demand besides its words (`labelOf`). */
  labels?: readonly string[]
}

/** Stands between two texts of one document, so that no phrase spans them. */
export const BORDER = 'zzzborderzzz'
/** Begins a token of a title, and one of a label: no text makes such a token. */
const TITLE = 'h'
const LABEL = 'l'

function tokensOf(text: string, grain: Grain): string[] {
  const pattern = grain === 'words' ? WORD : LETTER
  return Array.from(text.normalize('NFKC').toLowerCase().matchAll(pattern), ([word]) => {
    // Both engines take an underscore for a gap.
    if (word === '_') return 'zzunderscore'
    return /^[a-z0-9]/.test(word)
      ? `zz${word.slice(0, LONGEST_WORD)}`
      : `u${word.codePointAt(0)?.toString(16).padStart(4, '0')}`
  })
}

/** The tokens of some texts. */
export function documentTokens(texts: readonly string[], grain: Grain = 'words'): string {
  return texts.map((text) => tokensOf(text, grain).join(' ')).join(` ${BORDER} `)
}

/** The indexed form of a document. */
export function documentOf({ texts, title = '', labels = [] }: SearchEntry, grain: Grain): string {
  const heading = tokensOf(title, grain).map((token) => TITLE + token)
  return [documentTokens(texts, grain), heading.join(' '), ...labels].filter(Boolean).join(` ${BORDER} `)
}

/** What a keyword asks for: the phrases that a document must all hold; parts without letters or digits ask for nothing. */
export function keywordPhrases(keyword: string, grain: Grain = 'words'): string[] {
  const parts = keyword.split(/\s+/).map((part) => tokensOf(part, grain).slice(0, LONGEST_PHRASE).join(' '))
  return [...new Set(parts)].filter((part) => part !== '').slice(0, MOST_PHRASES)
}

/** The same phrases, to be found in titles only. */
export function inTitle(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => phrase.replace(/\S+/g, (token) => TITLE + token))
}

/** The label of documents that belong to something: to a tag, to an author. */
export function labelOf(kind: string, key: string | number): string {
  return LABEL + createHash('sha1').update(`${kind} ${key}`).digest('hex')
}

/** Whether a document in its indexed form holds all phrases: what the index would say of it. */
export function holds(document: string, phrases: readonly string[]): boolean {
  const padded = ` ${document} `
  return phrases.every((phrase) => padded.includes(` ${phrase} `))
}
