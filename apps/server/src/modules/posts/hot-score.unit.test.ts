import { expect, it } from 'vitest'
import { hotScore } from './hot-score.ts'

it('is a number also where a counter drifted below zero', () => {
  const drifted = {
    view_count: 0,
    like_count: -3,
    collect_count: 0,
    comment_count: 0,
    created_at: 0,
    day_posts: 0,
    is_featured: 0,
  }
  expect(hotScore(drifted)).toBe(0)
})
