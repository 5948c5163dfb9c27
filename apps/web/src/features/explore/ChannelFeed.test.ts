import { expect, test } from 'vitest'
import { isImageNote } from './image-note.ts'

const picture = (url: string) => ({ url, card: url, full: url, width: 3, height: 4, thumbhash: null })

test.each([
  [[], false],
  [['/uploads/a.webp'], true],
  [['/uploads/a.webp', 'https://example.org/b.png'], true],
  [['https://example.org/a.mp4'], false],
  [['/uploads/a.webp', 'https://example.org/b.mp4'], false],
])('a note with %j is a note of pictures: %s', (urls, is) => {
  expect(isImageNote({ pictures: urls.map(picture) })).toBe(is)
})
