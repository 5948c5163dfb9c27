import type { EmojiRow } from 'virtual:emoji'
import { expect, test } from 'vitest'
import { supportedRows } from './emoji-data.ts'

const row = (emoji: string, version: number, flag = false): EmojiRow => [emoji, emoji, 0, version, [], [], flag]
const rows = [row('a', 1), row('b', 15), row('c', 17), row('d', 17), row('🇨🇳', 1, true)]
const shown = (canDraw: (emoji: string) => boolean) => supportedRows(rows, canDraw).map(([emoji]) => emoji)

test('leaves out emoji newer than the system, and flags where it has none', () => {
  expect(shown(() => true)).toEqual(['a', 'b', 'c', 'd', '🇨🇳'])
  expect(shown((emoji) => emoji !== 'c')).toEqual(['a', 'b', '🇨🇳'])
  expect(shown((emoji) => emoji === 'a')).toEqual(['a'])
})

test('shows all emoji when the detection fails for each', () => {
  expect(shown(() => false)).toHaveLength(5)
})
