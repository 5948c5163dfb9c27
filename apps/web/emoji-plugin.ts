/** `virtual:emoji`: the part of emojibase's data that the picker uses, bundled: no request goes to a third party. */
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

type Entry = {
  emoji: string
  label: string
  version: number
  tags?: string[]
  group?: number
  subgroup?: number
  skins?: { emoji: string; tone: number | number[] }[]
}
type Messages = { subgroups: { key: string; order: number }[] }

/** Emoji, label, emojibase's group, Emoji version, search terms, the five skin tones, whether it is a country flag. */
export type EmojiRow = [string, string, number, number, string[], string[], boolean]

const MODULE = 'virtual:emoji'
const RESOLVED = `\0${MODULE}`
/** The group of skin tones and hair, which are parts of other emoji. */
const COMPONENTS = 2

export function emojiRows(entries: readonly Entry[], { subgroups }: Messages): EmojiRow[] {
  const flags = subgroups.find(({ key }) => key === 'country-flag')?.order
  return entries.flatMap(({ emoji, label, group, subgroup, version, tags = [], skins = [] }): EmojiRow[] => {
    if (group === undefined || group === COMPONENTS) return []
    const tones = skins.flatMap((skin) => (typeof skin.tone === 'number' ? [skin.emoji] : []))
    return [[emoji, label, group, version, tags, tones, subgroup === flags]]
  })
}

export function emoji(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'shiliu:emoji',
    resolveId: (id) => (id === MODULE ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null
      const rows = emojiRows(require('emojibase-data/zh/data.json'), require('emojibase-data/zh/messages.json'))
      // Browsers parse JSON faster than an object literal.
      return { code: `export const rows = JSON.parse(${JSON.stringify(JSON.stringify(rows))})`, map: null }
    },
  }
}
