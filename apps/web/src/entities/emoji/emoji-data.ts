import { type EmojiRow, rows } from 'virtual:emoji'
import type { EmojiData, SkinTone } from 'frimousse'

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

/** In display order; `groups` are emojibase's. */
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

// Labelled with the emoji itself, so that a search does not find a recent emoji twice.
const toRecent = (emoji: string): Entry => ({ emoji, label: emoji, category: RECENT, version: 0, tags: [] })

let drawable: Entry[] | null = null

export function emojiData(recent: readonly string[]): EmojiData {
  drawable ??= supportedRows(rows, createDetector()).map(toEntry)
  return {
    locale: 'zh',
    emojis: [...recent.map(toRecent), ...drawable],
    categories: CATEGORIES.map(({ label }, index) => ({ index, label })),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  }
}

/**
 * `canDraw` is called once per Emoji version and once for flags, which some systems lack. When it is false for every
 * version the detection itself failed (canvas readout blocked), and all rows are kept.
 */
export function supportedRows(all: readonly EmojiRow[], canDraw: (emoji: string) => boolean): readonly EmojiRow[] {
  const samples = new Map<number, string>()
  for (const [emoji, , , version, , , flag] of all) if (!flag && !samples.has(version)) samples.set(version, emoji)
  const newest = [...samples].sort(([a], [b]) => b - a).find(([, emoji]) => canDraw(emoji))?.[0]
  if (newest === undefined) return all
  const flags = canDraw('🇨🇳')
  return all.filter(([, , , version, , , flag]) => version <= newest && (flags || !flag))
}

const SIZE = 16
const FONT = `${SIZE}px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", "Twemoji Mozilla", sans-serif`

/** A supported emoji ignores the text colour, and a supported sequence is one glyph wide. */
function createDetector(): (emoji: string) => boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIZE, height: SIZE })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return () => false
  context.font = FONT
  context.textBaseline = 'top'
  const draw = (emoji: string, color: string) => {
    context.clearRect(0, 0, SIZE, SIZE)
    context.fillStyle = color
    context.fillText(emoji, 0, 0)
    return context.getImageData(0, 0, SIZE, SIZE).data
  }
  return (emoji) => {
    if (context.measureText(emoji).width >= SIZE * 2) return false
    const blue = draw(emoji, '#00f')
    return draw(emoji, '#f00').every((value, index) => value === blue[index])
  }
}
