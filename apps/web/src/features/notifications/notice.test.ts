import type { CommentNotice, FollowNotice, LikeNotice } from '@shiliu/contract/notifications'
import { expect, test } from 'vitest'
import { excerptOf, isAnswerable, relationsIn, viewOf } from './notice.ts'

const base = {
  id: 1,
  user_id: 1,
  sender_id: 2,
  type: 4,
  title: '评论了你的笔记',
  target_id: 7,
  comment_id: 9,
  is_read: 0 as const,
  created_at: '2026-09-01T00:00:00.000Z',
  from_user_auto_id: 2,
  from_nickname: '小满',
  from_avatar: '',
  from_user_id: 'xiaoman',
}
const comment: CommentNotice = {
  ...base,
  post_title: '晚霞',
  post_image: '/a',
  comment_content: '好看<br>[@小明:ming]<img src="/x">',
  comment_created_at: base.created_at,
  comment_like_count: 0,
  comment_is_liked: 0,
  parent_comment_content: null,
}
const like: LikeNotice = {
  ...base,
  type: 2,
  post_title: '晚霞',
  post_image: null,
  target_type: 2,
  comment_content: '真的',
}

test('new followers tell how one stands to them', () => {
  const follower: FollowNotice = { ...base, type: 6, follow_count: 1, fans_count: 2, buttonType: 'back' }
  const pagination = { page: 1, limit: 20, total: 2, pages: 1 }
  expect(relationsIn({ notifications: [follower, like], pagination })).toEqual([
    { user_id: 'xiaoman', isFollowing: false, isMutual: false, buttonType: 'back' },
  ])
})

test('a comment becomes one line', () => {
  expect(excerptOf(comment.comment_content ?? '')).toBe('好看 @小明[图片]')
})

test('a comment leads to its place in the note; what it answers is quoted', () => {
  expect(viewOf({ ...comment, parent_comment_content: '哪里拍的' })).toMatchObject({
    target: { postId: 7, commentId: 9 },
    text: '好看 @小明[图片]',
    quote: '哪里拍的',
  })
})

test('a liked comment is quoted', () => {
  expect(viewOf(like)).toMatchObject({ text: null, quote: '真的', target: { postId: 7, commentId: 9 } })
})

test('what is gone is said to be gone: a note cannot be opened, without its comment it can', () => {
  expect(viewOf({ ...comment, post_title: null })).toMatchObject({ target: null, gone: '笔记已不存在' })
  expect(viewOf({ ...comment, comment_content: null })).toMatchObject({
    target: { postId: 7, commentId: null },
    gone: '评论已不存在',
  })
})

test('a follow leads nowhere but to the person', () => {
  const follow: FollowNotice = {
    ...base,
    target_id: null,
    comment_id: null,
    follow_count: 1,
    fans_count: 2,
    buttonType: 'back',
  }
  expect(viewOf(follow)).toMatchObject({ target: null, gone: null })
})

test('only a comment that is still there can be answered', () => {
  expect(isAnswerable(comment)).toBe(true)
  expect(isAnswerable({ ...comment, post_title: null })).toBe(false)
  expect(isAnswerable({ ...comment, comment_content: null })).toBe(false)
  // Mentioned in the note itself.
  expect(isAnswerable({ ...comment, type: 7, comment_id: null, comment_content: null })).toBe(false)
  expect(isAnswerable(like)).toBe(false)
})
