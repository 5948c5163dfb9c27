import type { Comment, Thread } from '@shiliu/contract/comments'
import { expect, test } from 'vitest'
import { nextPage } from '#api/paging.ts'
import {
  addReply,
  addThread,
  holds,
  mergeReplies,
  pageAfter,
  patchComment,
  type ReplyPage,
  removeComment,
  type Threads,
  threadsOf,
} from './comment-cache.ts'

function comment(id: number, parent_id: number | null = null): Comment {
  return {
    id,
    parent_id,
    post_id: 1,
    user_id: 1,
    content: `第${id}条`,
    like_count: 0,
    created_at: '2025-09-20T04:00:00.000Z',
    nickname: '同学',
    user_avatar: '',
    user_auto_id: 1,
    user_display_id: 'tongxue',
    user_location: '未知',
    liked: false,
    reply_count: 0,
    reply_to: null,
  }
}

const thread = (id: number, replies: Comment[] = [], reply_total = replies.length): Thread => ({
  ...comment(id),
  replies,
  reply_total,
})

const loaded = (...pages: Thread[][]): Threads => ({
  pages: pages.map((comments, at) => ({ comments, pagination: { page: at + 1, limit: 5, total: 20, pages: 4 } })),
  pageParams: pages.map((_, at) => at + 1),
})

const ids = (data: Threads) => threadsOf(data).map(({ id }) => id)
const totals = (data: Threads) => data.pages.map(({ pagination }) => pagination.total)

test('a new comment stands first and is counted', () => {
  const data = addThread(loaded([thread(3)], [thread(2)]), comment(9))
  expect(ids(data)).toEqual([9, 3, 2])
  expect(totals(data)).toEqual([21, 21])
})

test('what a new comment pushed onto the next page is shown once', () => {
  expect(ids(loaded([thread(3), thread(2)], [thread(2), thread(1)]))).toEqual([3, 2, 1])
})

test('a reply stands last in its thread', () => {
  const data = addReply(loaded([thread(3, [comment(4, 3)], 7)]), 3, comment(9, 4))
  const [first] = threadsOf(data)
  expect(first?.replies.map(({ id }) => id)).toEqual([4, 9])
  expect(first?.reply_total).toBe(8)
  expect(totals(data)).toEqual([21])
})

const answer = (page: number, total: number, ...ids: number[]): ReplyPage => ({
  comments: ids.map((id) => comment(id, 3)),
  pagination: { page, limit: 10, total, pages: Math.ceil(total / 10) },
})
const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const only = (data: Threads) => {
  const [first] = threadsOf(data)
  if (!first) throw new Error('no thread')
  return first
}

test('replies that were asked for join those that are there, and say how many there are', () => {
  const data = mergeReplies(loaded([thread(3, [comment(4, 3), comment(9, 3)], 4)]), 3, answer(1, 5, 4, 6, 7))
  expect(only(data).replies.map(({ id }) => id)).toEqual([4, 6, 7, 9])
  expect(only(data).reply_total).toBe(5)
})

test('own replies at the end are no page that was asked for', () => {
  let data = loaded([thread(3, [comment(10, 3), comment(11, 3)], 30)])
  data = mergeReplies(data, 3, answer(1, 30, ...from(10, 10)))
  expect(pageAfter(only(data))).toBe(2)
  for (const id of from(90, 10)) data = addReply(data, 3, comment(id, 3))
  expect(only(data).replies).toHaveLength(20)
  expect(pageAfter(only(data))).toBe(2)
})

test('after a deletion the page that others moved up to is asked for again', () => {
  let data = loaded([thread(3, [comment(10, 3), comment(11, 3)], 30)])
  data = mergeReplies(data, 3, answer(1, 30, ...from(10, 10)))
  data = mergeReplies(data, 3, answer(2, 30, ...from(20, 10)))
  expect(pageAfter(only(data))).toBe(3)
  data = removeComment(data, 12, 1)
  expect(pageAfter(only(data))).toBe(2)
  data = mergeReplies(data, 3, answer(2, 29, ...from(21, 10)))
  expect(only(data).replies.map(({ id }) => id)).toEqual(from(10, 21).filter((id) => id !== 12))
  expect(pageAfter(only(data))).toBe(3)
})

test('deleting what was only just written moves nothing', () => {
  let data = mergeReplies(loaded([thread(3, [], 30)]), 3, answer(1, 30, ...from(10, 10)))
  data = removeComment(addReply(data, 3, comment(90, 3)), 90, 1)
  expect(pageAfter(only(data))).toBe(2)
})

test('a page beyond a gap closes none; where all were seen and some are missing it begins anew', () => {
  let data = mergeReplies(loaded([thread(3, [comment(10, 3)], 22)]), 3, answer(2, 22, ...from(20, 10)))
  expect(pageAfter(only(data))).toBe(1)
  data = mergeReplies(data, 3, answer(1, 22, ...from(10, 10)))
  expect(pageAfter(only(data))).toBe(2)
  data = mergeReplies(data, 3, answer(2, 22, ...from(20, 10)))
  data = mergeReplies(data, 3, answer(3, 22, 31))
  expect(only(data).replies).toHaveLength(21)
  expect(pageAfter(only(data))).toBe(1)
})

test('a comment goes with its replies', () => {
  const data = removeComment(loaded([thread(3, [comment(4, 3)], 5), thread(2)]), 3, 6)
  expect(ids(data)).toEqual([2])
  expect(totals(data)).toEqual([14])
})

test('what stood behind a comment that went, and moved up by it, is asked for; a reply moves none', () => {
  const data = removeComment(loaded([thread(3, [comment(4, 3)])], [thread(2), thread(1)]), 4, 1)
  expect(data.pages.map(nextPage)).toEqual([2, 3])
  expect(removeComment(data, 3, 1).pages.map(nextPage)).toEqual([2, 2])
})

test('a reply goes with what answers it', () => {
  const replies = [comment(4, 3), comment(5, 4), comment(6, 3), comment(7, 5)]
  const data = removeComment(loaded([thread(3, replies, 6)]), 4, 3)
  expect(threadsOf(data)[0]?.replies.map(({ id }) => id)).toEqual([6])
  expect(threadsOf(data)[0]?.reply_total).toBe(3)
})

test('what answered a deleted reply has one answer less', () => {
  const replies = [{ ...comment(4, 3), reply_count: 2 }, comment(5, 4), comment(6, 4)]
  const parent = { ...thread(3, replies), reply_count: 1 }
  const [inner] = threadsOf(removeComment(loaded([parent]), 5, 1))
  expect(inner).toMatchObject({ reply_count: 1, replies: [{ id: 4, reply_count: 1 }, { id: 6 }] })
  const [outer] = threadsOf(removeComment(loaded([parent]), 4, 3))
  expect(outer).toMatchObject({ reply_count: 0, replies: [] })
})

test('a like is patched wherever the comment is', () => {
  const data = patchComment(loaded([thread(3, [comment(4, 3)])]), 4, { liked: true, like_count: 1 })
  expect(threadsOf(data)[0]?.replies[0]).toMatchObject({ liked: true, like_count: 1 })
  expect(threadsOf(patchComment(data, 3, { like_count: 5 }))[0]?.like_count).toBe(5)
})

test('loaded comments and replies are found', () => {
  const data = loaded([thread(3, [comment(4, 3)])])
  expect([3, 4, 5].map((id) => holds(data, id))).toEqual([true, true, false])
  expect(holds(undefined, 3)).toBe(false)
})
