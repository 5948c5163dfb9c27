import type { Post } from '@shiliu/contract/posts'
import { expect, test } from 'vitest'
import { toFoundNotes } from './search.queries.ts'

const terms = { keyword: '晚霞', tag: '' }
const pagination = { page: 1, limit: 20, total: 1, pages: 1, next_cursor: null }
const tagStats = [
  { id: '摄影', label: '摄影', count: 3 },
  { id: '校园日常', label: '校园日常', count: 1 },
]
const data = [{ id: 7 } as Post]

test('reads the same notes from both types of response', () => {
  const page = { items: data, tagStats, pagination }
  expect(toFoundNotes({ ...terms, type: 'all', data, tagStats, pagination })).toEqual(page)
  expect(toFoundNotes({ ...terms, type: 'posts', posts: { data, tagStats, pagination } })).toEqual(page)
})

test('a response without notes is an empty list without a next page', () => {
  const { items, tagStats, pagination } = toFoundNotes({ ...terms, type: 'video' })
  expect([items, tagStats]).toEqual([[], []])
  expect(pagination.page).toBeGreaterThan(pagination.pages)
})
