/** MBTI types: four dimensions, each of which can be open (docs/product.md#edit-profile). */

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

/** The character of an unset dimension in an incomplete type. */
const UNSET = '-'

/** The options of a picker wheel from top to bottom; unset is between the letters. */
export function optionsOf({ letters: [first, second] }: Dimension): readonly [string, string, string] {
  return [first, '', second]
}

export function letterAt(mbti: string, dimension: number): string {
  const letter = mbti[dimension] ?? ''
  return letter === UNSET ? '' : letter
}

/** The type with one letter changed; '' when all dimensions are unset. */
export function setLetter(mbti: string, dimension: number, letter: string): string {
  const letters = DIMENSIONS.map((_, index) => (index === dimension ? letter : letterAt(mbti, index)))
  return letters.some(Boolean) ? letters.map((one) => one || UNSET).join('') : ''
}

export function completeMbtiRule(mbti: string): string | null {
  return mbti.includes(UNSET) ? '四项都选好，或者全部清空' : null
}
