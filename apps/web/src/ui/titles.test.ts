import { expect, test } from 'vitest'
import { createTitles } from './titles.ts'

function stage() {
  let shown: string | null = null
  const titles = createTitles((title) => {
    shown = title
  })
  return { enter: titles.enter, shown: () => shown }
}

test('the latest that entered covers the others and gives back what was there', () => {
  const { enter, shown } = stage()
  const page = enter()
  page.say('发现')
  const overlay = enter()
  expect(shown()).toBe('发现')
  overlay.say('一篇笔记')
  expect(shown()).toBe('一篇笔记')
  overlay.leave()
  expect(shown()).toBe('发现')
  page.leave()
  expect(shown()).toBeNull()
})

test('a title that comes late does not cover what entered later', () => {
  const { enter, shown } = stage()
  const page = enter()
  page.say(null)
  const overlay = enter()
  overlay.say('一篇笔记')
  page.say('石榴的主页')
  expect(shown()).toBe('一篇笔记')
  overlay.leave()
  expect(shown()).toBe('石榴的主页')
})
