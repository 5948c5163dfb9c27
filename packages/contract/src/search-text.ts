/**
 * How search reads texts: the server indexes words, and the browser marks what matched, by the same rules. A word is a
 * run of Latin letters, a run of digits, one other letter or one emoji, whatever its case, width and accents.
 */

/** `letters` also splits Latin words and numbers, so that any part of a name matches. */
export type Granularity = 'words' | 'letters'

/** `value` is folded; the place is in the folded text. Signs that join letters (k-pop) are not part of the value. */
export type Word = { value: string; start: number; end: number }

/** Longer words are cut; queries alike. */
const MAX_WORD_LENGTH = 36
/** MySQL rejects phrases of more than 128 words. */
const MAX_PHRASE_WORDS = 100
const MAX_PHRASES = 10

const EMOJI = '(?:\\p{RI}{2}|\\p{Extended_Pictographic})(?:\\p{M}|\\p{EMod}|\\u200d\\p{Extended_Pictographic})*'
const OTHER = '[^\\P{L}A-Za-z]|[^\\P{N}0-9]'
/** What may join the letters of one word: k-pop, don’t, node.js, R&B. */
const JOINT = "[-\\u2010'\\u2019._&]"
const JOINED = `[A-Za-z]+(?:${JOINT}[A-Za-z]+)*|[0-9]+`
/** Also ends a word before a capital letter: ChatGPT has GPT in it. */
const PARTS = '[A-Z]*[a-z]+|[A-Z]+|[0-9]+'
const LETTERS = '[A-Za-z0-9_]'
const pattern = (...kinds: string[]) => new RegExp(kinds.join('|'), 'gu')

/**
 * A text may be read in two ways, and a query matches either. `strict` takes compounds apart and emoji as words;
 * `joined` takes compounds as one word. A text is read as joined without its emoji, since few queries repeat them.
 */
const READINGS = {
  words: { strict: pattern(PARTS, EMOJI, OTHER), joined: pattern(JOINED, EMOJI, OTHER), bare: pattern(JOINED, OTHER) },
  letters: { strict: pattern(LETTERS, EMOJI, OTHER), joined: null, bare: pattern(LETTERS, OTHER) },
}

/** Latin letters that Unicode does not take apart into a plain letter and a mark. */
const PLAIN: Record<string, string> = {
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
}

/** Without widths and without accents of Latin letters. Keeps the case, which tells where words begin. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[øØđĐłŁħıßæÆœŒ]/g, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
}

const EMOJI_PART = /\p{RI}|\p{Extended_Pictographic}/gu
const IS_EMOJI = /^(?:\p{RI}|\p{Extended_Pictographic})/u
const JOINTS = new RegExp(JOINT, 'g')
const IS_JOINT = new RegExp(JOINT)

/** Words of a folded text in order. The parts of an emoji that is made of several have the same place. */
function wordsOf(folded: string, reading: RegExp): Word[] {
  const words: Word[] = []
  for (const { 0: found, index } of folded.matchAll(reading)) {
    const place = { start: index, end: index + found.length }
    if (IS_EMOJI.test(found)) {
      for (const [value] of found.matchAll(EMOJI_PART)) words.push({ value, ...place })
    } else {
      const value = found.length === 1 ? found : found.replace(JOINTS, '')
      words.push({ value: value.toLowerCase().slice(0, MAX_WORD_LENGTH), ...place })
    }
  }
  return words
}

const valuesOf = (words: Word[]) => words.map(({ value }) => value)
const spaced = (values: readonly string[]) => ` ${values.join(' ')} `

/** Only lines with these may read differently. */
const MAY_DIFFER = /[A-Za-z]|\p{RI}|\p{Extended_Pictographic}/u

/** The words of a text, then of each line that reads differently with compounds joined and without emoji. */
export function readText(text: string, granularity: Granularity): string[][] {
  const { strict, bare } = READINGS[granularity]
  const all: string[] = []
  const others: string[][] = []
  for (const line of foldText(text).split('\n')) {
    const words = valuesOf(wordsOf(line, strict))
    all.push(...words)
    if (!MAY_DIFFER.test(line)) continue
    const other = valuesOf(wordsOf(line, bare))
    if (other.length > 0 && !spaced(words).includes(spaced(other))) others.push(other)
  }
  return [all, ...others]
}

/** What a keyword asks for: words that stand side by side, in one of its readings. */
type Phrase = {
  readings: string[][]
  /** Whether the last word is the beginning of a word. */
  open: boolean
}

/** A text must contain all phrases. Parts of the keyword without letters, digits and emoji are ignored. */
export function readKeyword(keyword: string, granularity: Granularity): Phrase[] {
  const { strict, joined } = READINGS[granularity]
  const phrases = new Map<string, Phrase>()
  for (const part of foldText(keyword).split(/\s+/)) {
    const readings = new Map<string, string[]>()
    for (const reading of joined ? [joined, strict] : [strict]) {
      const words = valuesOf(wordsOf(part, reading)).slice(0, MAX_PHRASE_WORDS)
      if (words.length > 0) readings.set(spaced(words), words)
    }
    const [first] = readings.values()
    if (!first) continue
    const open = granularity === 'words' && /^[a-z0-9]/.test(first.at(-1) ?? '')
    phrases.set([...readings.keys()].join(), { readings: [...readings.values()], open })
  }
  return [...phrases.values()].slice(0, MAX_PHRASES)
}

/** A place in a text: from the first to behind the last UTF-16 unit. */
export type Range = [start: number, end: number]

/** Where a text contains the phrases: in order, apart from each other, never inside an emoji or before a mark. */
export function findPhrases(text: string, phrases: readonly Phrase[], granularity: Granularity = 'words'): Range[] {
  const { folded, starts, ends } = foldWithPlaces(text)
  const found: Range[] = []
  for (const reading of Object.values(READINGS[granularity])) {
    if (!reading) continue
    const words = wordsOf(folded, reading)
    for (const { readings, open } of phrases) {
      for (const wanted of readings) {
        for (let at = 0; at + wanted.length <= words.length; at++) {
          const end = endOfMatch(folded, words, at, wanted, open)
          if (end !== null) found.push([starts[words[at]?.start ?? 0] ?? 0, ends[end - 1] ?? text.length])
        }
      }
    }
  }
  return joinRanges(found)
}

/** The end in the folded text of a match that begins with the word `at`. */
function endOfMatch(folded: string, words: Word[], at: number, wanted: string[], open: boolean): number | null {
  const last = wanted.length - 1
  for (let i = 0; i <= last; i++) {
    const value = words[at + i]?.value ?? ''
    const want = wanted[i] ?? ''
    if (open && i === last ? !value.startsWith(want) : value !== want) return null
  }
  const word = words[at + last]
  const want = wanted[last] ?? ''
  if (!word || word.value === want) return word?.end ?? null
  let end = word.start
  for (let letters = 0; letters < want.length; end++) if (!IS_JOINT.test(folded[end] ?? '')) letters++
  return end
}

function joinRanges(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

/** Letters with their marks, which fold together; half-width Japanese marks are letters of their own. */
const CLUSTER = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu
const FOLDS_TO_ITSELF = /^[\n -~\u3400-\u4dbf\u4e00-\u9fff]$/

/** The folded text, and for each unit of it where the letter that it comes from begins and ends. */
function foldWithPlaces(text: string) {
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const piece = FOLDS_TO_ITSELF.test(cluster) ? cluster : foldText(cluster)
    folded += piece
    for (let i = 0; i < piece.length; i++) {
      starts.push(index)
      ends.push(index + cluster.length)
    }
  }
  return { folded, starts, ends }
}
