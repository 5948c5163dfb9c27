/** The emoji picked last, newest first, in this browser (spec section 3 «Recent emojis»). */
import { readItem, writeItem } from '#api/storage.ts'
import { EMOJI } from '#ui/constants.ts'

/** Longer than any emoji; what somebody else put into the storage is not shown. */
const LENGTH_MAX = 40

/** What the storage holds, as far as it can be used. */
export function parseRecent(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(list)) return []
    const texts = list.filter((item) => typeof item === 'string' && item !== '' && item.length <= LENGTH_MAX)
    return [...new Set<string>(texts)].slice(0, EMOJI.recentMax)
  } catch {
    return []
  }
}

export function withRecent(list: readonly string[], picked: string): string[] {
  return [picked, ...list.filter((emoji) => emoji !== picked)].slice(0, EMOJI.recentMax)
}

export const readRecent = () => parseRecent(readItem(EMOJI.recentKey))

export function addRecent(picked: string) {
  writeItem(EMOJI.recentKey, JSON.stringify(withRecent(readRecent(), picked)))
}
