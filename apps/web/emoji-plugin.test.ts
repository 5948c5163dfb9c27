import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { emojiRows } from './emoji-plugin.ts'

const require = createRequire(import.meta.url)
const rows = emojiRows(require('emojibase-data/zh/data.json'), require('emojibase-data/zh/messages.json'))
const find = (emoji: string) => rows.find(([other]) => other === emoji)

test('gives every emoji a Chinese name and a group, and omits components', () => {
  expect(rows.length).toBeGreaterThan(1800)
  expect(rows.every(([, label]) => /\S/.test(label))).toBe(true)
  expect(new Set(rows.map(([, , group]) => group))).toEqual(new Set([0, 1, 3, 4, 5, 6, 7, 8, 9]))
})

test('orders skin tones from light to dark and marks country flags', () => {
  expect(find('👋')?.[5]).toEqual(['👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿'])
  // Emoji of two people: only the tones that both share.
  expect(rows.every(([, , , , , tones]) => tones.length === 0 || tones.length === 5)).toBe(true)
  expect(find('🇨🇳')?.[6]).toBe(true)
  expect(find('🏁')?.[6]).toBe(false)
})
