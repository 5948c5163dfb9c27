import { fromPlainText } from '@shiliu/contract/rich-text'
import { expect, test } from 'vitest'
import { toDocument } from './document.ts'
import { excerpt, oneLine, textLength, toEditorPosition, toPlainField } from './plain-field.ts'

test('converts a stored text back to what was typed, mentions included', () => {
  const typed = '谢谢 [@小明:xiaoming]\n1 < 2 & 3'
  expect(toPlainField(fromPlainText(typed))).toBe(typed)
})

test('maps the caret of the plain field to the editor', () => {
  const stored = '嗨[@小明:xiaoming]啊<br>再见'
  const typed = toPlainField(stored)
  const at = (text: string) => toEditorPosition(stored, typed.indexOf(text))
  expect(toEditorPosition(stored, 0)).toBe(1)
  // 嗨, the mention and 啊 take one each, the line break two.
  expect(at('[@')).toBe(2)
  expect(at('啊')).toBe(3)
  expect(at('\n')).toBe(4)
  expect(at('再')).toBe(6)
  expect(toEditorPosition(stored, typed.length)).toBe(8)
  expect(toEditorPosition(stored, 1000)).toBe(8)
})

test("maps a caret inside a mention's markup to behind the mention", () => {
  expect(toEditorPosition('[@小明:xiaoming]啊', 3)).toBe(2)
})

test('counts empty lines', () => {
  const stored = '<br><br>三'
  expect(toDocument(stored).content).toHaveLength(3)
  expect([0, 1, 2, 3].map((offset) => toEditorPosition(stored, offset))).toEqual([1, 3, 5, 6])
})

test('counts as the server does: after clean-up, an emoji as one, a mention as displayed', () => {
  expect(textLength('  字 ')).toBe(1)
  expect(textLength('😀<br><br><br>😀')).toBe(4)
  expect(textLength('[@小明:xiaoming]')).toBe(3)
  expect(textLength('&lt;b&gt;')).toBe(3)
  expect(textLength('<br> <br>')).toBe(0)
})

test('what nobody would see has no length and no line', () => {
  const text = '\u200b\u3164<br>\u2800&#8203;\u{e0041}'
  expect(textLength(text)).toBe(0)
  expect(oneLine(text)).toBe('')
})

test('joins lines with a space', () => {
  expect(oneLine('嗨 [@小明:xiaoming]<br><br>再见')).toBe('嗨 @小明 再见')
})

test('cuts an excerpt at a hundred characters', () => {
  expect(excerpt('字'.repeat(100))).toBe('字'.repeat(100))
  expect(excerpt('字'.repeat(101))).toBe(`${'字'.repeat(100)}…`)
  expect(excerpt('😀'.repeat(101))).toBe(`${'😀'.repeat(100)}…`)
})

test('shows the text of an excerpt, not its markup', () => {
  expect(excerpt('谢谢 [@小明:xiaoming]<br>1 &lt; 2')).toBe('谢谢 @小明 1 < 2')
  expect(excerpt('')).toBe('')
})
