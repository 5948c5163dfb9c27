import { cleanTokens, formatRichText } from '@shiliu/contract/rich-text'
import { expect, test } from 'vitest'
import { excerpt } from '#entities/text/plain-field.ts'
import { cardRatio, cardSize, coverText } from './card-size.ts'

/** Every character has the same width. */
const measure = (text: string) => text.length * 14

const picture = (width: number | null, height: number | null) => ({
  url: '',
  card: '',
  full: '',
  width,
  height,
  thumbhash: null,
})

test.each([
  [1000, 1000, 1],
  [900, 1200, 3 / 4],
  [600, 3000, 3 / 4],
  [3000, 600, 4 / 3],
  [null, null, 3 / 4],
])('limits the ratio of a %s x %s picture to %d', (width, height, ratio) => {
  expect(cardRatio({ width, height })).toBe(ratio)
})

test('uses the ratio of the placeholder without a picture', () => {
  expect(cardRatio(undefined)).toBe(3 / 4)
})

const noteOf = (title: string, cover: ReturnType<typeof picture> | null, content = '') => ({
  title,
  content,
  pictures: cover ? [cover] : [],
})

test('adds up picture, title and footer', () => {
  const square = picture(1000, 1000)
  const sizeOf = (title: string) => cardSize(noteOf(title, square), 200, measure)
  expect(sizeOf('短')).toEqual({ picture: 200, lines: 1, excerpt: 0, height: 264, cover: null })
  expect(sizeOf('长'.repeat(100))).toEqual({ picture: 200, lines: 2, excerpt: 0, height: 284, cover: null })
  expect(sizeOf('')).toEqual({ picture: 200, lines: 0, excerpt: 0, height: 244, cover: null })
})

test('has a line or two for an excerpt below the title, and another text on the cover', () => {
  const extras = { title: null, author: null, cover: null, excerpt: null }
  const withExcerpt = (text: string) =>
    cardSize(noteOf('短', picture(1000, 1000)), 200, measure, { ...extras, excerpt: { text, content: text } })
  expect(withExcerpt('一行')).toMatchObject({ excerpt: 22, height: 286 })
  expect(withExcerpt('字'.repeat(60))).toMatchObject({ excerpt: 40, height: 304 })
  const cover = { text: '…另一段', content: '…另一段' }
  expect(cardSize(noteOf('短', null, '开头'), 200, measure, { ...extras, cover }).cover?.text).toBe('…另一段')
})

test('rounds to whole pixels', () => {
  const { picture: height } = cardSize(noteOf('', picture(900, 1200)), 171, measure)
  expect(height).toBe(228)
})

test('without a picture it is as high as its text needs, within the ratios of pictures', () => {
  const sizeOf = (content: string) => cardSize(noteOf('题', null, content), 200, measure)
  expect(sizeOf('晚安')).toMatchObject({ picture: 150, cover: { text: '晚安', lines: 4 } })
  expect(sizeOf('字'.repeat(60)).picture).toBe(6 * 26 + 32)
  expect(sizeOf('字'.repeat(99))).toMatchObject({ picture: 267, cover: { lines: 9 } })
  expect(sizeOf('').cover?.text).toBe('题')
})

test.each(['a<br>b &amp;lt; <b>c</b>  d', '见 [@小明:xm_1] 和 &#91;@不是:提及]', '1 < 2 && "3" > 2', '字'.repeat(150)])(
  'reads the stored form of %s as the parser does',
  (written) => {
    const content = formatRichText(cleanTokens(written, { images: false }))
    expect(coverText({ title: '题', content })).toBe(excerpt(content))
  },
)
