import { expect, it } from 'vitest'
import { isVisible, tidy, tidyLine, waitTime } from './text.ts'

it('removes control characters and lone surrogates', () => {
  expect(tidy('a\u0000b\u001bc')).toBe('abc')
  expect(tidy('x\ud800y')).toBe('x\ufffdy')
  expect(tidy('\udc00\ud83d\ude00\ude00')).toBe('\ufffd\ud83d\ude00\ufffd')
  expect(tidy('第一行\n\t第二行')).toBe('第一行\n\t第二行')
})

it('makes one line without bidirectional controls', () => {
  expect(tidyLine('  两\n行 \t 字  ')).toBe('两 行 字')
  expect(tidyLine('\u202e倒着写\u2066')).toBe('倒着写')
  expect(tidyLine('👨‍👩‍👧')).toBe('👨‍👩‍👧')
})

it.each([
  ['nothing', ''],
  ['spaces', ' \t\n\u00a0\u2003\u3000\u180e'],
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['bidirectional marks', '\u200e\u200f\u061c\u202a\u202e\u2066\u2069'],
  ['variation selectors', '\ufe00\ufe0f\u{e0100}\u{e01ef}\u180b'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['blanks', '\u2800\ufffc\u303f\u{1d159}\u{13441}'],
  ['tag characters', '\u{e0001}\u{e0041}\u{e007f}'],
  ['soft hyphens and invisible operators', '\u00ad\u2061\u2064\u034f\u17b4'],
  ['combining marks', '\u0301\u20e3'],
  ['controls', '\u0000\u0007\u009f'],
])('%s are not visible and count as empty', (_, text) => {
  expect(isVisible(text)).toBe(false)
  expect(tidyLine(text)).toBe('')
  for (const character of text) expect(isVisible(character), character.codePointAt(0)?.toString(16)).toBe(false)
})

it.each(['字', 'a', '1', '！', '🙂', '\u200b字', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '가', 'é', '؟'])(
  '%j has something visible',
  (text) => {
    expect(isVisible(text)).toBe(true)
  },
)

it.each([
  [0.2, '1 秒'],
  [12, '12 秒'],
  [60, '1 分钟'],
  [298, '4 分 58 秒'],
  [3600, '1 小时'],
  [85_150, '23 小时 40 分钟'],
])('%s seconds to wait are %s', (seconds, words) => {
  expect(waitTime(seconds)).toBe(words)
})
