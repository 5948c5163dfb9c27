/**
 * Finds any of many words in a text in one pass (Aho-Corasick), whatever their number
 * (docs/decisions/044-watched-words.md).
 */
import { takeTurns } from '#platform/loop-turn.ts'
import { fold, foldWithPlaces } from './fold.ts'

/** `whole` words do not count as parts of longer ones. */
export type Watched = { word: string; whole: boolean }

/** Where a word is in the text, in UTF-16 units. */
export type Found<W> = { word: W; start: number; end: number }

export type Matcher<W> = (text: string) => Found<W>[]

/** Leaves the event loop to others meanwhile: the table of ten thousand words takes a tenth of a second. */
export async function matcherInTurns<W extends Watched>(words: readonly W[]): Promise<Matcher<W>> {
  const steps = building(words)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await takeTurns()
  }
}

/** Builds the matcher: time and memory in proportion to the letters of all words. */
export function matcherOf<W extends Watched>(words: readonly W[]): Matcher<W> {
  const steps = building(words)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Words or states between two of which others may go on. */
const STEP = 100

/** Units per state in the keys of the table. */
const UNITS = 0x1_0000

/** By which letter which state follows another. In many maps, since a large one takes its time to grow. */
type Edges = { of(state: number, unit: number): number | undefined; add(state: number, unit: number, to: number): void }

function edgeTable(): Edges {
  const maps = Array.from({ length: 256 }, () => new Map<number, number>())
  const mapOf = (state: number) => maps[state % maps.length] as Map<number, number>
  return {
    of: (state, unit) => mapOf(state).get(state * UNITS + unit),
    add: (state, unit, to) => void mapOf(state).set(state * UNITS + unit, to),
  }
}

type Edge = { parent: number; unit: number; state: number }

/** The failure and output links of each state, and its depth. */
type Fallback = { state: number[]; output: number[]; depth: number[] }

function* building<W extends Watched>(words: readonly W[]): Generator<void, Matcher<W>> {
  const next = edgeTable()
  const ending = new Map<number, W[]>()
  const fallback: Fallback = { state: [0], output: [0], depth: [0] }
  const byDepth: Edge[][] = []
  let states = 1
  for (const [at, word] of words.entries()) {
    if (at % STEP === 0) yield
    let state = 0
    const text = fold(word.word)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      let to = next.of(state, unit)
      if (to === undefined) {
        to = states++
        next.add(state, unit, to)
        fallback.depth[to] = i + 1
        const edges = byDepth[i] ?? []
        edges.push({ parent: state, unit, state: to })
        byDepth[i] = edges
      }
      state = to
    }
    if (state > 0) ending.set(state, [...(ending.get(state) ?? []), word])
  }
  // Those of shorter texts are known first.
  for (const edges of byDepth) {
    for (const [at, { parent, unit, state }] of edges.entries()) {
      if (at % STEP === 0) yield
      const shorter = parent === 0 ? 0 : step(next, fallback, fallback.state[parent] ?? 0, unit)
      fallback.state[state] = shorter
      fallback.output[state] = ending.has(shorter) ? shorter : (fallback.output[shorter] ?? 0)
    }
  }
  return (source) => {
    const found: Found<W>[] = []
    if (states === 1) return found
    const { text, from, to } = foldWithPlaces(source)
    let state = 0
    for (let i = 0; i < text.length; i++) {
      state = step(next, fallback, state, text.charCodeAt(i))
      // Follows the shorter words that end here, too.
      for (let at = state; at > 0; at = fallback.output[at] ?? 0) {
        for (const word of ending.get(at) ?? []) {
          const start = from[i - (fallback.depth[at] ?? 1) + 1] ?? 0
          const end = to[i] ?? 0
          if (!word.whole || (isBorder(source, start) && isBorder(source, end))) found.push({ word, start, end })
        }
      }
    }
    return found
  }
}

function step(next: Edges, fallback: Fallback, from: number, unit: number): number {
  for (let state = from; ; state = fallback.state[state] ?? 0) {
    const reached = next.of(state, unit)
    if (reached !== undefined) return reached
    if (state === 0) return 0
  }
}

/** Letters of scripts that separate words by spaces; between other letters any place is a border. */
const SPACED =
  /(?!\p{Ideographic}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai})[\p{L}\p{N}]/u

function isBorder(text: string, at: number): boolean {
  const after = text.codePointAt(at)
  const low = text.charCodeAt(at - 1)
  const before = text.codePointAt(low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1)
  if (at === 0 || before === undefined || after === undefined) return true
  return !SPACED.test(String.fromCodePoint(before)) || !SPACED.test(String.fromCodePoint(after))
}
