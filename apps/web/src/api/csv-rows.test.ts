import { expect, it } from 'vitest'
import { createRowCounter } from './csv-rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('counts rows as they arrive', () => {
  const count = createRowCounter()
  expect(count(bytes('\ufeff编号,内容\r\n1,早'))).toBe(0)
  expect(count(bytes('安\r\n2,"两行\r\n的'))).toBe(1)
  expect(count(bytes('话""引号""\r\n"'))).toBe(1)
  expect(count(bytes('\r\n3,完\r\n'))).toBe(3)
})

it('counts none in an empty table', () => {
  expect(createRowCounter()(bytes('\ufeff编号\r\n'))).toBe(0)
  expect(createRowCounter()(bytes(''))).toBe(0)
})
