import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { matcherInTurns, matcherOf } from './word-matcher.ts'

const find = (words: string[], text: string, whole = false) =>
  matcherOf(words.map((word) => ({ word, whole })))(text).map(({ start, end }) => text.slice(start, end))

it.each([
  ['Viagra', 'viagra', 'case'],
  ['viagra', 'ｖｉａＧＲＡ', 'full width'],
  ['viagra', 'v-i.a g\u200br_a', 'spaces and signs between the letters'],
  ['viagra', 'vіаgrа', 'Cyrillic letters'],
  ['VIAGRA', 'νιαɡrα', 'Greek letters'],
  ['viagra', 'víágrâ', 'accents'],
  ['viagra', '𝓿𝓲𝓪𝓰𝓻𝓪', 'mathematical letters'],
  ['法轮功', '法 轮、功', 'signs between characters'],
  ['法轮功', '法\n轮😀功', 'breaks and pictures between characters'],
  ['привет', 'ПРИВЕТ', 'case of another alphabet'],
  ['加v', '加Ｖ', 'a word of two scripts'],
  ['viagra', '🆅🅘🅐🅶🆁🅰', 'letters on black'],
  ['hemp', 'Hеmр', 'Cyrillic among Latin'],
  ['BONZE', 'ΒΟΝΖΕ', 'Greek capitals'],
  ['hay', 'ΗΑΥ', 'Greek capitals whose small letters look different'],
  ['gold', 'Ꮐꓳꓡꓓ', 'Cherokee and Lisu capitals'],
  ['slut', 'słut', 'letters with a stroke'],
  ['加微信', '加\u3164微\u115f信', 'Hangul fillers, which are letters'],
  ['加微信', '加\u200d\u2060微\ufe0f\u034f信', 'joiners and selectors'],
  ['加微信', '加ʼ微ː信', 'modifier letters that look like signs'],
  ['加微信', '加丶微丨信', 'strokes as signs'],
  ['加微信', '加ー微🅿️信'.replace('🅿️', '❤️'), 'a long mark and an emoji'],
  ['赛马场', '赛⻢场', 'a radical for its character'],
  ['qq12345', 'QQ❶➁③٤５', 'digits of all kinds'],
  ['viagra', 'v̶i̷a̴g̵r̸a', 'strokes over letters'],
])('%s is found in %s: %s', (word, text) => {
  expect(find([word], `前${text}后`)).toEqual([text])
})

it('finds words in words, and those that overlap', () => {
  expect(find(['he', 'she', 'his', 'hers'], 'ushers')).toEqual(['she', 'he', 'hers'])
  expect(find(['abcd', 'bc', 'c'], 'abcx')).toEqual(['bc', 'c'])
})

it('finds nothing without words, nor in a text of signs', () => {
  expect(find([], 'abc')).toEqual([])
  expect(find(['！！'], '！！！')).toEqual([])
})

it.each([
  ['class', []],
  ['an ass!', ['ass']],
  ['ass', ['ass']],
  ['ass1', []],
  ['这ass是', ['ass']],
  ['a\u{1d41a}ss', []],
])('takes a whole word in «%s» for %j', (text, found) => {
  expect(find(['ass'], text, true)).toEqual(found)
})

describe('ten thousand words', () => {
  const words = Array.from({ length: 10_000 }, (_, i) => {
    return { word: `违禁词语${i.toString(36)}的一种写法${i * 7}`, whole: false }
  })

  it('become a table while others go on', async () => {
    let turns = 0
    let watch = setImmediate(function count() {
      turns++
      watch = setImmediate(count)
    })
    await matcherInTurns(words)
    clearImmediate(watch)
    expect(turns).toBeGreaterThan(2)
  })

  it('cost a note of full length less than a millisecond', async () => {
    const match = await matcherInTurns(words)
    expect(match('违禁词语a的一种写法70')).toHaveLength(1)
    expect(match('违禁词语a的一种写法7')).toHaveLength(0)
    const text = '违禁词语是什么写法？今天的食堂 has new dishes 。'.repeat(80).slice(0, 2000)
    const costs = Array.from({ length: 50 }, () => {
      const start = performance.now()
      match(text)
      return performance.now() - start
    })
    // The machine may be busy otherwise.
    expect(Math.min(...costs)).toBeLessThan(1)
  })
})

it('leaves numbers alone', () => {
  expect(fold('100')).toBe('100')
  expect(find(['lol', 'oo'], '101 100')).toEqual([])
})
