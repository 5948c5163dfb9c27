/**
 * The emoji of the picker as the module `virtual:emoji`: of emojibase's Chinese data set only what the picker shows and
 * searches, half of what it weighs. Built into our own files, so nothing is asked of a third party at run time.
 */
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

/** Emoji, label, emojibase's group, Emoji version, words to find it by, its five skin tones, whether a country's flag. */
export type EmojiRow = [string, string, number, number, string[], string[], boolean]

const MODULE = 'virtual:emoji'
const RESOLVED = `\0${MODULE}`
/** Skin tones and hair, which are parts of others. */
const COMPONENTS = 2

/** What `virtual:emoji` holds, in emojibase's order. */
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
      // Browsers parse a string of JSON faster than the same as code.
      return { code: `export const rows = JSON.parse(${JSON.stringify(JSON.stringify(rows))})`, map: null }
    },
  }
}
