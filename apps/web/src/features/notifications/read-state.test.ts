import { expect, test } from 'vitest'
import { NOTHING_UNREAD, oneRead } from './read-state.ts'

test('reading one takes it off its tab and the total, never below nothing', () => {
  const counts = { comments: 2, likes: 1, collections: 0, follows: 0, total: 3 }
  expect(oneRead(counts, 'comments')).toEqual({ ...counts, comments: 1, total: 2 })
  expect(oneRead(NOTHING_UNREAD, 'likes')).toEqual(NOTHING_UNREAD)
})
