import type { EmojiRow } from 'virtual:emoji'
import { expect, test } from 'vitest'
import { supported } from './support.ts'

const row = (emoji: string, version: number, flag = false): EmojiRow => [emoji, emoji, 0, version, [], [], flag]
const rows = [row('a', 1), row('b', 15), row('c', 17), row('d', 17), row('🇨🇳', 1, true)]
const shown = (draws: (emoji: string) => boolean) => supported(rows, draws).map(([emoji]) => emoji)

test('what is newer than the system is left out, and flags where it has none', () => {
  expect(shown(() => true)).toEqual(['a', 'b', 'c', 'd', '🇨🇳'])
  expect(shown((emoji) => emoji !== 'c')).toEqual(['a', 'b', '🇨🇳'])
  expect(shown((emoji) => emoji === 'a')).toEqual(['a'])
})

test('a browser that hides what it draws shows all', () => {
  expect(shown(() => false)).toHaveLength(5)
})
