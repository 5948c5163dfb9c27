import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadInitialData, takeInitialData } from './initial-data.ts'
import { userSession } from './session.ts'

const viewer = { id: 1, user_id: 'shiliu01', nickname: '石榴', avatar: '', bio: '', location: '' }

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

it('returns the data of an address once, in any order of its query', () => {
  loadInitialData(JSON.stringify({ '/posts?category=recommend&limit=20&page=1': { posts: [] }, '/categories': [1] }))
  expect(takeInitialData('/api/posts?page=1&limit=20&category=recommend')).toEqual({ posts: [] })
  expect(takeInitialData('/api/posts?page=1&limit=20&category=recommend')).toBeUndefined()
  expect(takeInitialData('/api/posts?page=2&limit=20&category=recommend')).toBeUndefined()
  expect(takeInitialData('/api/categories')).toEqual([1])
})

it('is empty on a page without initial data', () => {
  loadInitialData(undefined)
  expect(takeInitialData('/api/categories')).toBeUndefined()
})

it('is ignored for a signed-in user, also after signing out', () => {
  userSession.signIn({ access_token: 't', refresh_token: 'r', expires_in: 3600 }, viewer)
  loadInitialData(JSON.stringify({ '/categories': [1] }))
  userSession.clear()
  expect(takeInitialData('/api/categories')).toBeUndefined()
})

it('expires', () => {
  loadInitialData(JSON.stringify({ '/categories': [1], '/tags/hot': [2] }))
  vi.advanceTimersByTime(20_000)
  expect(takeInitialData('/api/categories')).toEqual([1])
  vi.advanceTimersByTime(20_000)
  expect(takeInitialData('/api/tags/hot')).toBeUndefined()
})
