import type { Personality } from '../define-column.ts'

/** With the words of the profile. */
export const PERSONALITY: readonly [keyof Personality, label: string][] = [
  ['gender', '性别'],
  ['zodiac_sign', '星座'],
  ['mbti', 'MBTI'],
  ['education', '学历'],
  ['major', '专业'],
  ['interests', '兴趣爱好'],
]

/** What somebody told of themselves; an empty text is untold. */
export function personalityOf(row: object): { label: string; text: string }[] {
  return PERSONALITY.map(([key, label]) => {
    const value: unknown = Reflect.get(row, key)
    return { label, text: Array.isArray(value) ? value.join('，') : String(value ?? '') }
  })
}

export function toldOf(row: object): string[] {
  return personalityOf(row).flatMap(({ text }) => text || [])
}
