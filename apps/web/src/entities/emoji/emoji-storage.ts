/** What the emoji picker remembers in this browser: the emoji picked last, newest first, and the skin tone. */
import type { SkinTone } from 'frimousse'
import { readItem, writeItem } from '#api/storage.ts'

export const RECENT_MAX = 24
const RECENT_KEY = 'recentEmojis'
const TONE_KEY = 'emojiSkinTone'

/** Longer than any emoji; anything else in the storage is dropped. */
const LENGTH_MAX = 40

export const SKIN_TONES: Record<SkinTone, string> = {
  none: '默认肤色',
  light: '较浅肤色',
  'medium-light': '中等偏浅肤色',
  medium: '中等肤色',
  'medium-dark': '中等偏深肤色',
  dark: '较深肤色',
}

export function parseRecent(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(list)) return []
    const texts = list.filter((item) => typeof item === 'string' && item !== '' && item.length <= LENGTH_MAX)
    return [...new Set<string>(texts)].slice(0, RECENT_MAX)
  } catch {
    return []
  }
}

export function withRecent(list: readonly string[], picked: string): string[] {
  return [picked, ...list.filter((emoji) => emoji !== picked)].slice(0, RECENT_MAX)
}

export const readRecent = () => parseRecent(readItem(RECENT_KEY))

export function addRecent(picked: string) {
  writeItem(RECENT_KEY, JSON.stringify(withRecent(readRecent(), picked)))
}

const isTone = (value: string | null): value is SkinTone => value !== null && Object.hasOwn(SKIN_TONES, value)

export function readSkinTone(): SkinTone {
  const stored = readItem(TONE_KEY)
  return isTone(stored) ? stored : 'none'
}

export function writeSkinTone(tone: SkinTone) {
  writeItem(TONE_KEY, tone === 'none' ? null : tone)
}
