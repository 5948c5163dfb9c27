/** The skin tone that the person chose, in this browser. */
import type { SkinTone } from 'frimousse'
import { readItem, writeItem } from '#api/storage.ts'
import { EMOJI } from '#ui/constants.ts'

/** From none to dark, with their names. */
export const SKIN_TONES: Record<SkinTone, string> = {
  none: '默认肤色',
  light: '较浅肤色',
  'medium-light': '中等偏浅肤色',
  medium: '中等肤色',
  'medium-dark': '中等偏深肤色',
  dark: '较深肤色',
}

const isTone = (value: string | null): value is SkinTone => value !== null && Object.hasOwn(SKIN_TONES, value)

export function readSkinTone(): SkinTone {
  const stored = readItem(EMOJI.skinToneKey)
  return isTone(stored) ? stored : 'none'
}

export function writeSkinTone(tone: SkinTone) {
  writeItem(EMOJI.skinToneKey, tone === 'none' ? null : tone)
}
