import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadFirstScreen, takeFirstAnswer } from './first-screen.ts'
import { userSession } from './session.ts'

const viewer = { id: 1, user_id: 'shiliu01', nickname: '石榴', avatar: '', bio: '', location: '' }

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

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

it('is of no use to whoever signs out later', () => {
  userSession.signIn({ access_token: 't', refresh_token: 'r', expires_in: 3600 }, viewer)
  loadFirstScreen(JSON.stringify({ '/categories': [1] }))
  userSession.clear()
  expect(takeFirstAnswer('/api/categories')).toBeUndefined()
})

it('is not kept for later', () => {
  loadFirstScreen(JSON.stringify({ '/categories': [1], '/tags/hot': [2] }))
  vi.advanceTimersByTime(20_000)
  expect(takeFirstAnswer('/api/categories')).toEqual([1])
  vi.advanceTimersByTime(20_000)
  expect(takeFirstAnswer('/api/tags/hot')).toBeUndefined()
})
