import type { Post } from '@shiliu/contract/posts'
import { expect, test } from 'vitest'
import { type FoundText, passageOf, readerOf } from './found-text.ts'

function show(found: FoundText | null) {
  if (!found) return null
  return found.ranges.reduceRight(
    (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    found.text,
  )
}

function note(keyword: string, fields: { title?: string; content?: string; tags?: string[]; nickname?: string }) {
  const { title = '题', content = '', tags = [], nickname = '同学' } = fields
  const post = { title, content, nickname, tags: tags.map((name, id) => ({ id, name })) } as unknown as Post
  const { passage, ...found } = readerOf(keyword).note(post)
  return { title: show(found.title), passage: show(passage), tags: show(found.tags), author: show(found.author) }
}

test('marks the title, and shows nothing more where it holds all words', () => {
  expect(note('cet', { title: '备考CET6', content: 'CET6 经验' })).toMatchObject({ title: '备考[CET]6', passage: null })
  expect(note('备考 经验', { title: '备考', content: '一些经验' })).toMatchObject({
    title: '[备考]',
    passage: '一些[经验]',
  })
})

test('shows the passage of the text that holds most, from a sentence or word on', () => {
  const long = '今天的天气很好。'.repeat(20)
  expect(note('图书馆', { content: `${long}去图书馆看书，图书馆人很多` }).passage).toBe(
    '…今天的天气很好。去[图书馆]看书，[图书馆]人很多',
  )
  expect(note('图书馆', { content: `图书馆，${long}` }).passage).toMatch(/^\[图书馆\]，今天.*…$/)
  expect(note('图书馆 食堂', { content: `图书馆${long}食堂和图书馆` }).passage).toBe(
    '…今天的天气很好。今天的天气很好。[食堂]和[图书馆]',
  )
  expect(note('图书馆', { content: `${long}去图书馆，${long}` }).passage).toMatch(/^…去\[图书馆\]，今天/)
  expect(note('馆', { content: `${'很'.repeat(50)}馆` }).passage).toBe(`…${'很'.repeat(23)}[馆]`)
  expect(note('好', { content: `${'🎉'.repeat(50)}好` }).passage).toBe(`…${'🎉'.repeat(11)}[好]`)
})

test('looks at each place a few times only, however often a word is found', () => {
  let reads = 0
  function counted(start: number): [number, number] {
    return Object.defineProperty([start, start + 1], 0, {
      get() {
        reads++
        return start
      },
    }) as [number, number]
  }
  const ranges = Array.from({ length: 1000 }, (_, i) => counted(i * 2))
  expect(passageOf({ text: '馆，'.repeat(1000), ranges })?.ranges[0]).toEqual([0, 1])
  expect(reads).toBeLessThan(10_000)
})

test('reads stored markup as text', () => {
  expect(note('r&b', { content: '听<br>R&amp;B &lt;b&gt;' }).passage).toBe('听 [R&B] <b>')
})

test('shows the tags or the author where only these hold the words', () => {
  expect(note('考研', { tags: ['考研日记', '别的', '考研'] })).toMatchObject({
    passage: null,
    tags: '#[考研]日记 #[考研]',
  })
  expect(note('石榴', { nickname: '石榴籽' })).toEqual({ title: '题', passage: null, tags: null, author: '[石榴]籽' })
})

test('marks any part of a name', () => {
  const { name } = readerOf('HI_1')
  expect([show(name('shi_12')), show(name('shi12'))]).toEqual(['s[hi_1]2', 'shi12'])
})
