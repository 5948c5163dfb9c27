import { expect, it } from 'vitest'
import { isVisible, tidy, tidyLine } from './text.ts'

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

it.each(['', ' ', '\u200b', '\u2060\ufe0f', '\u3164', '\u0301'])('%j has nothing visible', (text) => {
  expect(isVisible(text)).toBe(false)
})

it.each(['字', 'a', '1', '！', '🙂', '\u200b字'])('%j has something visible', (text) => {
  expect(isVisible(text)).toBe(true)
})
