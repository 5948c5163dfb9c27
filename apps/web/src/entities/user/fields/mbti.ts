/** The four choices that make an MBTI type, each of which may still be open (spec section 2 «Edit profile dialog»). */

export const DIMENSIONS = [
  { name: '能量来源', letters: ['E', 'I'] },
  { name: '认知方式', letters: ['S', 'N'] },
  { name: '判断方式', letters: ['T', 'F'] },
  { name: '生活方式', letters: ['J', 'P'] },
] as const

export type Dimension = (typeof DIMENSIONS)[number]

export const LETTER_NAMES: Record<string, string> = {
  E: '外向',
  I: '内向',
  S: '实感',
  N: '直觉',
  T: '思考',
  F: '情感',
  J: '判断',
  P: '感知',
}

/** Stands for a choice that is open, in a type that is not complete. */
const OPEN = '-'

/** What a wheel can stand at, from top to bottom; the open choice is in the middle, beside both. */
export function stopsOf({ letters: [first, second] }: Dimension): readonly [string, string, string] {
  return [first, '', second]
}

/** The chosen letter of a dimension, '' while it is open. */
export function letterAt(mbti: string, dimension: number): string {
  const letter = mbti[dimension] ?? ''
  return letter === OPEN ? '' : letter
}

/** The type with another letter; '' when nothing is chosen any more, with dashes while something is open. */
export function withLetter(mbti: string, dimension: number, letter: string): string {
  const letters = DIMENSIONS.map((_, index) => (index === dimension ? letter : letterAt(mbti, index)))
  return letters.some(Boolean) ? letters.map((one) => one || OPEN).join('') : ''
}

/** What is wrong with a type that is to be saved, or null. */
export function mbtiFault(mbti: string): string | null {
  return mbti.includes(OPEN) ? '四项都选好，或者全部清空' : null
}
