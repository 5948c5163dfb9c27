import { expect, test } from 'vitest'
import { createTitleStack } from './use-title.ts'

function setUp() {
  let shown: string | null = null
  const titles = createTitleStack((title) => {
    shown = title
  })
  return { add: titles.add, shown: () => shown }
}

test('the last added title covers the others and uncovers them when removed', () => {
  const { add, shown } = setUp()
  const page = add()
  page.set('发现')
  const overlay = add()
  expect(shown()).toBe('发现')
  overlay.set('一篇笔记')
  expect(shown()).toBe('一篇笔记')
  overlay.remove()
  expect(shown()).toBe('发现')
  page.remove()
  expect(shown()).toBeNull()
})

test('a title that arrives late does not cover one that was added later', () => {
  const { add, shown } = setUp()
  const page = add()
  page.set(null)
  const overlay = add()
  overlay.set('一篇笔记')
  page.set('石榴的主页')
  expect(shown()).toBe('一篇笔记')
  overlay.remove()
  expect(shown()).toBe('石榴的主页')
})
