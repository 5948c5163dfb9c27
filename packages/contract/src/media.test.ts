import { expect, test } from 'vitest'
import { coverOf, isVideo } from './media.ts'

test.each([
  ['https://videos.example/a.mp4', true],
  ['https://videos.example/a.MP4?token=1', true],
  ['https://videos.example/a.mp4#t=3', true],
  ['https://videos.example/a.webp?from=b.mp4', false],
  ['https://videos.example/mp4', false],
  ['/uploads/ab/ab12-detail.webp', false],
  ['', false],
])('isVideo(%s) is %s', (url, video) => {
  expect(isVideo(url)).toBe(video)
})

test('the cover is the first picture, after any videos', () => {
  const video = { url: 'https://videos.example/a.mp4' }
  const picture = { url: 'https://pictures.example/a.jpg' }
  expect(coverOf([video, picture])).toBe(picture)
  expect(coverOf([video])).toBeUndefined()
})
