import type { CollectionNotice, CommentNotice } from '@shiliu/contract/notifications'
import { expect, test } from 'vitest'
import type { Notice } from './notice.ts'
import { decrementUnread, markRead, NO_UNREAD, setCommentLike, tabsWithNew } from './notice-changes.ts'

const collected: CollectionNotice = {
  id: 1,
  user_id: 1,
  sender_id: 2,
  type: 3,
  title: '收藏了你的笔记',
  target_id: 7,
  comment_id: null,
  is_read: 0,
  created_at: '2026-09-01T00:00:00.000Z',
  from_user_auto_id: 2,
  from_nickname: '小满',
  from_avatar: '',
  from_user_id: 'xiaoman',
  post_title: '晚霞',
  post_image: null,
}
const comment = (id: number, comment_id: number): CommentNotice => ({
  ...collected,
  id,
  type: 4,
  comment_id,
  comment_content: '好看',
  comment_created_at: collected.created_at,
  comment_like_count: 0,
  comment_is_liked: 0,
  parent_comment_content: null,
})
const page = (...notifications: Notice[]) => ({
  notifications,
  pagination: { page: 1, limit: 20, total: notifications.length, pages: 1 },
})

test('reading one decrements its tab and the total, never below 0', () => {
  const counts = { comments: 2, likes: 1, collections: 0, follows: 0, total: 3 }
  expect(decrementUnread(counts, 'comments')).toEqual({ ...counts, comments: 1, total: 2 })
  expect(decrementUnread(NO_UNREAD, 'likes')).toEqual(NO_UNREAD)
})

test('finds tabs with new notices only if the previous counts are known', () => {
  const now = { comments: 2, likes: 1, collections: 0, follows: 0, total: 3 }
  expect(tabsWithNew(undefined, now)).toEqual([])
  expect(tabsWithNew(null, now)).toEqual([])
  expect(tabsWithNew({ ...now, comments: 1, likes: 2, total: 3 }, now)).toEqual(['comments'])
})

test('marks one notice or all as read', () => {
  const before = page(collected, comment(2, 9))
  expect(markRead(before, 2).notifications.map(({ is_read }) => is_read)).toEqual([0, 1])
  expect(markRead(before, null).notifications.map(({ is_read }) => is_read)).toEqual([1, 1])
})

test('sets the like in every notice about the comment and in no other', () => {
  const before = page(comment(1, 9), comment(2, 9), comment(3, 10), collected)
  const after = setCommentLike(before, 9, { on: true, count: 3 })
  expect(after.notifications).toMatchObject([
    { comment_is_liked: 1, comment_like_count: 3 },
    { comment_is_liked: 1, comment_like_count: 3 },
    { comment_is_liked: 0, comment_like_count: 0 },
    { id: collected.id },
  ])
  expect(setCommentLike(after, 9, { on: false, count: 2 }).notifications[0]).toMatchObject({
    comment_is_liked: 0,
    comment_like_count: 2,
  })
})
