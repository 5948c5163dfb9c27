import { fromPlainText } from '@shiliu/contract/rich-text'
import { expect, test } from 'vitest'
import { toDocument } from './document.ts'
import { oneLine, positionOf, textLength, toTyped } from './typed.ts'

test('a stored text is edited as it was typed, with its mentions', () => {
  const typed = '谢谢 [@小明:xiaoming]\n1 < 2 & 3'
  expect(toTyped(fromPlainText(typed))).toBe(typed)
})

test('the caret keeps its place when the editor takes over', () => {
  const stored = '嗨[@小明:xiaoming]啊<br>再见'
  const typed = toTyped(stored)
  const at = (text: string) => positionOf(stored, typed.indexOf(text))
  expect(positionOf(stored, 0)).toBe(1)
  // 嗨, the mention, 啊: one each; then the line's end and the next one's opening.
  expect(at('[@')).toBe(2)
  expect(at('啊')).toBe(3)
  expect(at('\n')).toBe(4)
  expect(at('再')).toBe(6)
  expect(positionOf(stored, typed.length)).toBe(8)
  expect(positionOf(stored, 1000)).toBe(8)
})

test('within a marker the caret comes to stand behind the mention', () => {
  expect(positionOf('[@小明:xiaoming]啊', 3)).toBe(2)
})

test('empty lines have places of their own', () => {
  const stored = '<br><br>三'
  expect(toDocument(stored).content).toHaveLength(3)
  expect([0, 1, 2, 3].map((offset) => positionOf(stored, offset))).toEqual([1, 3, 5, 6])
})

test('length is the server’s: kept characters, an emoji one, a mention as it is read', () => {
  expect(textLength('  字 ')).toBe(1)
  expect(textLength('😀<br><br><br>😀')).toBe(3)
  expect(textLength('[@小明:xiaoming]')).toBe(3)
  expect(textLength('&lt;b&gt;')).toBe(3)
  expect(textLength('<br> <br>')).toBe(0)
})

test('on one line', () => {
  expect(oneLine('嗨 [@小明:xiaoming]<br><br>再见')).toBe('嗨 @小明 再见')
})
