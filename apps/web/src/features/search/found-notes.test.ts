import type { Post } from '@shiliu/contract/posts'
import { expect, test } from 'vitest'
import { chipsOf, notesOf } from './found-notes.ts'

const asked = { keyword: '晚霞', tag: '' }
const pagination = { page: 1, limit: 20, total: 1, pages: 1 }
const tagStats = [
  { id: '摄影', label: '摄影', count: 3 },
  { id: '校园日常', label: '校园日常', count: 1 },
]
const data = [{ id: 7 } as Post]

test('both kinds of answer give the same notes', () => {
  const page = { posts: data, tagStats, pagination }
  expect(notesOf({ ...asked, type: 'all', data, tagStats, pagination })).toEqual(page)
  expect(notesOf({ ...asked, type: 'posts', posts: { data, tagStats, pagination } })).toEqual(page)
})

test('an answer without notes is an empty list that has no next page', () => {
  const { posts, tagStats, pagination } = notesOf({ ...asked, type: 'video' })
  expect([posts, tagStats]).toEqual([[], []])
  expect(pagination.page).toBeGreaterThan(pagination.pages)
})

test('the tags come as told, the chosen one among them', () => {
  const chips = [
    { tag: '摄影', count: 3 },
    { tag: '校园日常', count: 1 },
  ]
  expect(chipsOf(tagStats, '')).toEqual(chips)
  expect(chipsOf(tagStats, '摄影')).toEqual(chips)
  expect(chipsOf(tagStats, '夜跑')).toEqual([{ tag: '夜跑', count: null }, ...chips])
  expect(chipsOf([], '')).toEqual([])
})
