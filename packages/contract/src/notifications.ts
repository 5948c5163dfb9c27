/** Notifications by tab, unread counts and marking as read (docs/api.md#notification-targets). */
import { z } from 'zod'
import { buttonType, count, filterId, flag, id, idParam, paged, pagination, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('通知')

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const NOTICE_TYPES =
  '1 赞了笔记，2 赞了评论，3 收藏了笔记，4 评论了笔记，5 回复了评论，6 关注，7 提及，8 处理了接收者的内容，9 公告（8 和 9 没有发送者，from_ 是接收者自己）'

const base = z.object({
  id: id.describe('编号'),
  user_id: id.describe('接收者的数字编号'),
  sender_id: id.describe('发送者的数字编号'),
  type: z.number().int().meta({ enum: TYPES, description: NOTICE_TYPES }),
  title: z.string().describe('跟在发送者昵称后面的话，例如：赞了你的笔记'),
  target_id: id.nullable().describe('笔记编号；关注为 null'),
  comment_id: id.nullable().describe('评论编号'),
  is_read: flag.describe('1 已读'),
  created_at: time.describe('通知时间'),
  from_user_auto_id: id.describe('发送者的数字编号，与 sender_id 相同'),
  from_nickname: z.string().describe('发送者的昵称'),
  from_avatar: z.string().describe('发送者的头像地址'),
  from_user_id: z.string().describe('发送者的小石榴号'),
})

const aboutPost = base.extend({
  post_title: z.string().nullable().describe('笔记的标题；笔记不在了或看不到了为 null'),
  post_image: z.string().nullable().describe('笔记第一张图片的小图'),
})

const commentContent = z.string().nullable().describe('评论的内容；评论不在了或看不到了为 null')

const commentNotice = aboutPost.extend({
  comment_content: commentContent,
  comment_created_at: time.nullable().describe('评论时间'),
  comment_like_count: count.describe('评论获得的赞'),
  comment_is_liked: flag.describe('1 接收者赞了这条评论'),
  parent_comment_content: z.string().nullable().describe('被回复的评论的内容'),
})
const likeNotice = aboutPost.extend({
  target_type: z
    .number()
    .int()
    .meta({ enum: [1, 2], description: '赞的是：1 笔记，2 评论' }),
  comment_content: commentContent,
})
const collectionNotice = aboutPost
const systemNotice = aboutPost.extend({
  announcement: z
    .object({
      text: z.string().describe('正文'),
      link: z.string().nullable().describe('详情的地址：本站的路径，或 https 地址'),
    })
    .nullable()
    .describe('公告的内容；不是公告为 null'),
})
const followNotice = base.extend({
  follow_count: count.describe('发送者关注的人数'),
  fans_count: count.describe('发送者的粉丝数'),
  buttonType,
})

export type CommentNotice = z.output<typeof commentNotice>
export type LikeNotice = z.output<typeof likeNotice>
export type CollectionNotice = z.output<typeof collectionNotice>
export type SystemNotice = z.output<typeof systemNotice>
export type FollowNotice = z.output<typeof followNotice>

export const list = endpoint({
  method: 'GET',
  path: '/notifications',
  role: 'user',
  summary: '全部通知，或其中一种',
  query: z.object({ ...paged(), type: filterId.describe(`只要这一种：${NOTICE_TYPES}；空表示全部`) }),
  output: z.object({
    notifications: z.array(base).describe('通知，新的在前'),
    pagination,
    unread: count.describe('未读通知总数，不论种类'),
  }),
})

export const comments = endpoint({
  method: 'GET',
  path: '/notifications/comments',
  role: 'user',
  summary: '评论和@通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(commentNotice).describe('通知，新的在前'), pagination }),
})

export const likes = endpoint({
  method: 'GET',
  path: '/notifications/likes',
  role: 'user',
  summary: '点赞通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(likeNotice).describe('通知，新的在前'), pagination }),
})

export const collections = endpoint({
  method: 'GET',
  path: '/notifications/collections',
  role: 'user',
  summary: '收藏通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(collectionNotice).describe('通知，新的在前'), pagination }),
})

export const system = endpoint({
  method: 'GET',
  path: '/notifications/system',
  role: 'user',
  summary: '系统通知：对自己的笔记和评论的处理、公告',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(systemNotice).describe('通知，新的在前'), pagination }),
})

export const follows = endpoint({
  method: 'GET',
  path: '/notifications/follows',
  role: 'user',
  summary: '新增关注通知',
  query: z.object(paged()),
  output: z.object({ notifications: z.array(followNotice).describe('通知，新的在前'), pagination }),
})

export const unreadCount = endpoint({
  method: 'GET',
  path: '/notifications/unread-count',
  role: 'user',
  summary: '未读通知数',
  output: z.object({ count: count.describe('未读通知数') }),
})

const unreadCounts = z
  .object({
    comments: count.describe('评论、回复和提及（4、5、7）'),
    likes: count.describe('赞（1、2）'),
    collections: count.describe('收藏（3）'),
    follows: count.describe('关注（6）'),
    system: count.describe('系统通知（8、9）'),
    total: count.describe('总数'),
  })
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
