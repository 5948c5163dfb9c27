/** The emoji as the picker wants them, in the categories of spec section 9. */

import type { EmojiRow } from 'virtual:emoji'
import { rows } from 'virtual:emoji'
import type { EmojiData, SkinTone } from 'frimousse'
import { supportedHere } from './support.ts'

export type CategoryKey =
  | 'recent'
  | 'smileys_people'
  | 'animals_nature'
  | 'food_drink'
  | 'activities'
  | 'travel_places'
  | 'objects'
  | 'symbols'
  | 'flags'

/** In the order they are shown; `groups` are emojibase's. */
export const CATEGORIES: readonly { key: CategoryKey; label: string; groups: readonly number[] }[] = [
  { key: 'recent', label: '最近使用', groups: [] },
  { key: 'smileys_people', label: '表情与人物', groups: [0, 1] },
  { key: 'animals_nature', label: '动物与自然', groups: [3] },
  { key: 'food_drink', label: '食物与饮料', groups: [4] },
  { key: 'activities', label: '活动', groups: [6] },
  { key: 'travel_places', label: '旅行与地点', groups: [5] },
  { key: 'objects', label: '物品', groups: [7] },
  { key: 'symbols', label: '符号', groups: [8] },
  { key: 'flags', label: '旗帜', groups: [9] },
]

const RECENT = 0
const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

type Skins = Record<Exclude<SkinTone, 'none'>, string>
type Entry = EmojiData['emojis'][number]

function toEntry([emoji, label, group, version, tags, tones]: EmojiRow): Entry {
  const category = CATEGORIES.findIndex(({ groups }) => groups.includes(group))
  const entry = { emoji, label, category, version, tags }
  if (tones.length === 0) return entry
  const skins = Object.fromEntries(TONES.map((tone, index) => [tone, tones[index] ?? emoji])) as Skins
  return { ...entry, skins }
}

// The emoji itself is its name here: read out as such, unique among its neighbours, and no search finds it twice.
const toRecent = (emoji: string): Entry => ({ emoji, label: emoji, category: RECENT, version: 0, tags: [] })

let drawable: Entry[] | null = null

/** All emoji that the system can draw, after `recent` ones. */
export function emojiData(recent: readonly string[]): EmojiData {
  drawable ??= supportedHere(rows).map(toEntry)
  return {
    locale: 'zh',
    emojis: [...recent.map(toRecent), ...drawable],
    categories: CATEGORIES.map(({ label }, index) => ({ index, label })),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  }
}
