import type { CommentNotice, FollowNotice, LikeNotice } from '@shiliu/contract/notifications'
import { expect, test } from 'vitest'
import { isReplyable, tabsWithNew, toExcerpt, toView } from './notice.ts'

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

test('finds tabs with new notices only if the previous counts are known', () => {
  const now = { comments: 2, likes: 1, collections: 0, follows: 0, system: 0, total: 3 }
  expect(tabsWithNew(now, null)).toEqual([])
  expect(tabsWithNew(null, now)).toEqual([])
  expect(tabsWithNew({ ...now, comments: 1, likes: 2, total: 3 }, now)).toEqual(['comments'])
})

test('puts a comment on one line', () => {
  expect(toExcerpt(comment.comment_content ?? '')).toBe('好看 @小明[图片]')
})

test('a comment links to its place in the note and quotes the comment it replies to', () => {
  expect(toView({ ...comment, parent_comment_content: '哪里拍的' })).toMatchObject({
    target: { postId: 7, commentId: 9 },
    text: '好看 @小明[图片]',
    quote: '哪里拍的',
  })
})

test('quotes a liked comment', () => {
  expect(toView(like)).toMatchObject({ text: null, quote: '真的', target: { postId: 7, commentId: 9 } })
})

test('reports a deleted note, which cannot be opened, and a deleted comment, whose note can', () => {
  expect(toView({ ...comment, post_title: null })).toMatchObject({ target: null, missing: '笔记已不存在' })
  expect(toView({ ...comment, comment_content: null })).toMatchObject({
    target: { postId: 7, commentId: null },
    missing: '评论已不存在',
  })
})

test('a follow links to no note', () => {
  const follow: FollowNotice = {
    ...base,
    target_id: null,
    comment_id: null,
    follow_count: 1,
    fans_count: 2,
    buttonType: 'back',
  }
  expect(toView(follow)).toMatchObject({ target: null, missing: null })
})

test('only an existing comment can be replied to', () => {
  expect(isReplyable(comment)).toBe(true)
  expect(isReplyable({ ...comment, post_title: null })).toBe(false)
  expect(isReplyable({ ...comment, comment_content: null })).toBe(false)
  // Mentioned in the note itself.
  expect(isReplyable({ ...comment, type: 7, comment_id: null, comment_content: null })).toBe(false)
  expect(isReplyable(like)).toBe(false)
})
