import { expect, it } from 'vitest'
import { loadFirstScreen, takeFirstAnswer } from './first-screen.ts'

it('answers each address once, however its query is ordered', () => {
  loadFirstScreen(JSON.stringify({ '/posts?category=recommend&limit=20&page=1': { posts: [] }, '/categories': [1] }))
  expect(takeFirstAnswer('/api/posts?page=1&limit=20&category=recommend')).toEqual({ posts: [] })
  expect(takeFirstAnswer('/api/posts?page=1&limit=20&category=recommend')).toBeUndefined()
  expect(takeFirstAnswer('/api/posts?page=2&limit=20&category=recommend')).toBeUndefined()
  expect(takeFirstAnswer('/api/categories')).toEqual([1])
})

it('is empty on a page that brought nothing', () => {
  loadFirstScreen(undefined)
  expect(takeFirstAnswer('/api/categories')).toBeUndefined()
})
