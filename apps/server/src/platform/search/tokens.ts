/**
 * Text as search tokens (design section 5): every CJK character and every latin word is one, written in ASCII of three
 * letters or more, which both engines index alike and no stop-word list knows.
 */

const WORD = /[a-z0-9]+|[^\P{L}a-z]|[^\P{N}0-9]/gu
const LETTER = /[a-z0-9_]|[^\P{L}a-z]|[^\P{N}0-9]/gu
/** MySQL indexes no longer token than 84 characters. */
const LONGEST_WORD = 60
/** MySQL refuses a phrase of more than 128 tokens; of a longer one the beginning counts. */
const LONGEST_PHRASE = 100

/** `letters` makes each latin letter a token too, so that any part of a name or 小石榴号 is found. */
export type Grain = 'words' | 'letters'

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

/** Stands between two texts of one document, so that no phrase spans them. */
const BORDER = 'zzzborderzzz'

/** The indexed form of a document's texts. */
export function documentTokens(texts: readonly string[], grain: Grain = 'words'): string {
  return texts.map((text) => tokensOf(text, grain).join(' ')).join(` ${BORDER} `)
}

/** What a keyword asks for: the phrases that a document must all hold; parts without letters or digits ask for nothing. */
export function keywordPhrases(keyword: string, grain: Grain = 'words'): string[] {
  const parts = keyword.split(/\s+/).map((part) => tokensOf(part, grain).slice(0, LONGEST_PHRASE).join(' '))
  return [...new Set(parts)].filter((part) => part !== '').slice(0, 10)
}
