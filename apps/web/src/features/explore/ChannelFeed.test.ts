import { expect, test } from 'vitest'
import { hasOnlyImages } from './ChannelFeed.tsx'

const picture = (url: string) => ({ url, card: url, full: url, width: 3, height: 4, thumbhash: null })

test.each([
  [[], false],
  [['/uploads/a.webp'], true],
  [['/uploads/a.webp', 'https://example.org/b.png'], true],
  [['https://example.org/a.mp4'], false],
  [['/uploads/a.webp', 'https://example.org/b.mp4'], false],
])('a note with %j has images only: %s', (urls, expected) => {
  expect(hasOnlyImages({ pictures: urls.map(picture) })).toBe(expected)
})
