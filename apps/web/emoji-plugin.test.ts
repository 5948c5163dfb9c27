import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { emojiRows } from './emoji-plugin.ts'

const require = createRequire(import.meta.url)
const rows = emojiRows(require('emojibase-data/zh/data.json'), require('emojibase-data/zh/messages.json'))
const find = (emoji: string) => rows.find(([other]) => other === emoji)

test('every emoji has a Chinese name and a group; parts of others are left out', () => {
  expect(rows.length).toBeGreaterThan(1800)
  expect(rows.every(([, label]) => /\S/.test(label))).toBe(true)
  expect(new Set(rows.map(([, , group]) => group))).toEqual(new Set([0, 1, 3, 4, 5, 6, 7, 8, 9]))
})

test('skin tones come from light to dark, flags are told apart', () => {
  expect(find('👋')?.[5]).toEqual(['👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿'])
  // Of two people's tones only those that both share.
  expect(rows.every(([, , , , , tones]) => tones.length === 0 || tones.length === 5)).toBe(true)
  expect(find('🇨🇳')?.[6]).toBe(true)
  expect(find('🏁')?.[6]).toBe(false)
})
