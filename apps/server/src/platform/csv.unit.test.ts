import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

const cell = (value: unknown) => csvLine([value]).slice(0, -2)

it.each([
  ['text', '笔记', '笔记'],
  ['nothing', null, ''],
  ['a number below zero', -5, '-5'],
  ['quotes', '他说"好"', '"他说""好"""'],
  ['a comma', 'a,b', '"a,b"'],
  ['lines', 'a\nb', '"a\nb"'],
  ['a list', ['a', 'b'], '"a; b"'],
  ['things with names', [{ id: 1, name: '考研' }], '考研'],
  ['a record, whole even if it has a name', { name: 'a' }, '"{""name"":""a""}"'],
  ['a thing without', { a: 1 }, '"{""a"":1}"'.replaceAll('""""', '""')],
])('writes %s', (_, value, expected) => {
  expect(cell(value)).toBe(expected)
})

it.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '=HYPERLINK("http://x")'],
  ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '−1', '﹢1', '﹣1', '﹦1', '﹫x', ' =1', '\u3000＝1', '\u200b=1', '\ufeff=1'],
])('lets no program compute %j', (text) => {
  expect(cell(text).replace(/^"/, '')).toMatch(/^'/)
  expect(cell([text, 'b']).replace(/^"/, '')).toMatch(/^'/)
  expect(cell([{ name: text }]).replace(/^"/, '')).toMatch(/^'/)
})

it('ends lines with CRLF', () => {
  expect(csvLine(['a', 1, 'b'])).toBe('a,1,b\r\n')
})
