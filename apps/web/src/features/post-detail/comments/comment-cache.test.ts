import type { Comment, Thread } from '@shiliu/contract/comments'
import { expect, test } from 'vitest'
import { nextPage } from '#api/paging.ts'
import {
  addReply,
  addThread,
  hasComment,
  mergeReplies,
  nextReplyPage,
  patchComment,
  type ReplyPage,
  removeComment,
  type Threads,
  uniqueThreads,
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

const ids = (data: Threads) => uniqueThreads(data).map(({ id }) => id)
const totals = (data: Threads) => data.pages.map(({ pagination }) => pagination.total)

test('adds a new comment at the top and counts it', () => {
  const data = addThread(loaded([thread(3)], [thread(2)]), comment(9))
  expect(ids(data)).toEqual([9, 3, 2])
  expect(totals(data)).toEqual([21, 21])
})

test('shows a comment once that a new one shifted onto the next page', () => {
  expect(ids(loaded([thread(3), thread(2)], [thread(2), thread(1)]))).toEqual([3, 2, 1])
})

test('adds a reply at the end of its thread', () => {
  const data = addReply(loaded([thread(3, [comment(4, 3)], 7)]), 3, comment(9, 4))
  const [first] = uniqueThreads(data)
  expect(first?.replies.map(({ id }) => id)).toEqual([4, 9])
  expect(first?.reply_total).toBe(8)
  expect(totals(data)).toEqual([21])
})

const replyPage = (page: number, total: number, ...ids: number[]): ReplyPage => ({
  comments: ids.map((id) => comment(id, 3)),
  pagination: { page, limit: 10, total, pages: Math.ceil(total / 10) },
})
const range = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const onlyThread = (data: Threads) => {
  const [first] = uniqueThreads(data)
  if (!first) throw new Error('no thread')
  return first
}

test('merges fetched replies into the loaded ones and updates their total', () => {
  const data = mergeReplies(loaded([thread(3, [comment(4, 3), comment(9, 3)], 4)]), 3, replyPage(1, 5, 4, 6, 7))
  expect(onlyThread(data).replies.map(({ id }) => id)).toEqual([4, 6, 7, 9])
  expect(onlyThread(data).reply_total).toBe(5)
})

test('new replies at the end do not count as fetched', () => {
  let data = loaded([thread(3, [comment(10, 3), comment(11, 3)], 30)])
  data = mergeReplies(data, 3, replyPage(1, 30, ...range(10, 10)))
  expect(nextReplyPage(onlyThread(data))).toBe(2)
  for (const id of range(90, 10)) data = addReply(data, 3, comment(id, 3))
  expect(onlyThread(data).replies).toHaveLength(20)
  expect(nextReplyPage(onlyThread(data))).toBe(2)
})

test('after a deletion fetches the page again that later replies moved to', () => {
  let data = loaded([thread(3, [comment(10, 3), comment(11, 3)], 30)])
  data = mergeReplies(data, 3, replyPage(1, 30, ...range(10, 10)))
  data = mergeReplies(data, 3, replyPage(2, 30, ...range(20, 10)))
  expect(nextReplyPage(onlyThread(data))).toBe(3)
  data = removeComment(data, 12, 1)
  expect(nextReplyPage(onlyThread(data))).toBe(2)
  data = mergeReplies(data, 3, replyPage(2, 29, ...range(21, 10)))
  expect(onlyThread(data).replies.map(({ id }) => id)).toEqual(range(10, 21).filter((id) => id !== 12))
  expect(nextReplyPage(onlyThread(data))).toBe(3)
})

test('deleting a new reply moves nothing', () => {
  let data = mergeReplies(loaded([thread(3, [], 30)]), 3, replyPage(1, 30, ...range(10, 10)))
  data = removeComment(addReply(data, 3, comment(90, 3)), 90, 1)
  expect(nextReplyPage(onlyThread(data))).toBe(2)
})

test('a page beyond a gap does not close it; starts again if replies are missing after the last page', () => {
  let data = mergeReplies(loaded([thread(3, [comment(10, 3)], 22)]), 3, replyPage(2, 22, ...range(20, 10)))
  expect(nextReplyPage(onlyThread(data))).toBe(1)
  data = mergeReplies(data, 3, replyPage(1, 22, ...range(10, 10)))
  expect(nextReplyPage(onlyThread(data))).toBe(2)
  data = mergeReplies(data, 3, replyPage(2, 22, ...range(20, 10)))
  data = mergeReplies(data, 3, replyPage(3, 22, 31))
  expect(onlyThread(data).replies).toHaveLength(21)
  expect(nextReplyPage(onlyThread(data))).toBe(1)
})

test('removes a comment with its replies', () => {
  const data = removeComment(loaded([thread(3, [comment(4, 3)], 5), thread(2)]), 3, 6)
  expect(ids(data)).toEqual([2])
  expect(totals(data)).toEqual([14])
})

test('a removed comment moves later pages up, a removed reply does not', () => {
  const data = removeComment(loaded([thread(3, [comment(4, 3)])], [thread(2), thread(1)]), 4, 1)
  expect(data.pages.map(nextPage)).toEqual([2, 3])
  expect(removeComment(data, 3, 1).pages.map(nextPage)).toEqual([2, 2])
})

test('removes a reply with the replies to it', () => {
  const replies = [comment(4, 3), comment(5, 4), comment(6, 3), comment(7, 5)]
  const data = removeComment(loaded([thread(3, replies, 6)]), 4, 3)
  expect(uniqueThreads(data)[0]?.replies.map(({ id }) => id)).toEqual([6])
  expect(uniqueThreads(data)[0]?.reply_total).toBe(3)
})

test('decrements the reply count of the parent', () => {
  const replies = [{ ...comment(4, 3), reply_count: 2 }, comment(5, 4), comment(6, 4)]
  const parent = { ...thread(3, replies), reply_count: 1 }
  const [inner] = uniqueThreads(removeComment(loaded([parent]), 5, 1))
  expect(inner).toMatchObject({ reply_count: 1, replies: [{ id: 4, reply_count: 1 }, { id: 6 }] })
  const [outer] = uniqueThreads(removeComment(loaded([parent]), 4, 3))
  expect(outer).toMatchObject({ reply_count: 0, replies: [] })
})

test('patches a comment or a reply', () => {
  const data = patchComment(loaded([thread(3, [comment(4, 3)])]), 4, { liked: true, like_count: 1 })
  expect(uniqueThreads(data)[0]?.replies[0]).toMatchObject({ liked: true, like_count: 1 })
  expect(uniqueThreads(patchComment(data, 3, { like_count: 5 }))[0]?.like_count).toBe(5)
})

test('finds loaded comments and replies', () => {
  const data = loaded([thread(3, [comment(4, 3)])])
  expect([3, 4, 5].map((id) => hasComment(data, id))).toEqual([true, true, false])
  expect(hasComment(undefined, 3)).toBe(false)
})
