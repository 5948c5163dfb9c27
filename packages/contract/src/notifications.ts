/** Notifications by tab, unread counts and marking as read (docs/api.md#notification-targets). */
import { z } from 'zod'
import { buttonType, count, flag, id, idParam, paged, pagination, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('通知')

const base = z.object({
  id,
  user_id: id,
  sender_id: id,
  type: z.number().int(),
  title: z.string(),
  /** The note; null for a follow. */
  target_id: id.nullable(),
  comment_id: id.nullable(),
  is_read: flag,
  created_at: time,
  from_user_auto_id: id,
  from_nickname: z.string(),
  from_avatar: z.string(),
  /** Public id of the sender. */
  from_user_id: z.string(),
})

const aboutPost = base.extend({ post_title: z.string().nullable(), post_image: z.string().nullable() })

const commentNotice = aboutPost.extend({
  comment_content: z.string().nullable(),
  comment_created_at: time.nullable(),
  comment_like_count: count,
  comment_is_liked: flag,
  parent_comment_content: z.string().nullable(),
})
const likeNotice = aboutPost.extend({ target_type: z.number().int(), comment_content: z.string().nullable() })
const collectionNotice = aboutPost
const followNotice = base.extend({ follow_count: count, fans_count: count, buttonType })

export type CommentNotice = z.output<typeof commentNotice>
export type LikeNotice = z.output<typeof likeNotice>
export type CollectionNotice = z.output<typeof collectionNotice>
export type FollowNotice = z.output<typeof followNotice>

export const list = endpoint({
  method: 'GET',
  path: '/notifications',
  role: 'user',
  summary: '全部通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(base), pagination, unread: count }),
})

export const comments = endpoint({
  method: 'GET',
  path: '/notifications/comments',
  role: 'user',
  summary: '评论和@通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(commentNotice), pagination }),
})

export const likes = endpoint({
  method: 'GET',
  path: '/notifications/likes',
  role: 'user',
  summary: '点赞通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(likeNotice), pagination }),
})

export const collections = endpoint({
  method: 'GET',
  path: '/notifications/collections',
  role: 'user',
  summary: '收藏通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(collectionNotice), pagination }),
})

export const follows = endpoint({
  method: 'GET',
  path: '/notifications/follows',
  role: 'user',
  summary: '新增关注通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(followNotice), pagination }),
})

export const unreadCount = endpoint({
  method: 'GET',
  path: '/notifications/unread-count',
  role: 'user',
  summary: '未读通知数',
  output: z.object({ count }),
})

const unreadCounts = z
  .object({ comments: count, likes: count, collections: count, follows: count, total: count })
  .meta({ id: 'UnreadCounts', description: '各类未读通知数' })

export const unreadByType = endpoint({
  method: 'GET',
  path: '/notifications/unread-count-by-type',
  role: 'user',
  summary: '各类未读通知数',
  output: unreadCounts,
})

/** Ends with the session. */
export const stream = endpoint({
  method: 'GET',
  path: '/notifications/stream',
  role: 'user',
  summary: '实时推送各类未读通知数',
  output: unreadCounts,
  stream: true,
})
export type UnreadByType = z.output<NonNullable<typeof unreadByType.output>>

export const read = endpoint({
  method: 'PUT',
  path: '/notifications/:id/read',
  role: 'user',
  summary: '标记一条通知已读',
  params: idParam,
  errors: ['notification_not_found'],
})

export const readAll = endpoint({
  method: 'PUT',
  path: '/notifications/read-all',
  role: 'user',
  summary: '全部标记已读',
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/notifications/:id',
  role: 'user',
  summary: '删除一条通知',
  params: idParam,
  errors: ['notification_not_found'],
})
