/** `content` is an alias of `title` that some clients send. */
import { z } from 'zod'
import { filterFlag, filterId, filterText, flag, id, optionalLineInput, time } from '../common.ts'
import { noticeTitleRule } from '../rules.ts'
import { coded, idOrNone, optionalFlag, owner, sender } from './fields.ts'
import { adminResource } from './resource.ts'
import { accountTrashFilter } from './trash.ts'

const NOTICE_WORDS = {
  1: '点赞笔记',
  2: '点赞评论',
  3: '收藏笔记',
  4: '评论笔记',
  5: '回复评论',
  6: '关注',
  7: '提及',
  8: '处理',
  9: '公告',
}

const row = z.object({
  id: id.describe('ID'),
  user_id: id.describe('接收者ID'),
  user_display_id: z.string().describe('接收者小石榴号'),
  user_nickname: z.string().describe('接收者昵称'),
  sender_id: id.describe('发送者ID'),
  sender_display_id: z.string().describe('发送者小石榴号'),
  sender_nickname: z.string().describe('发送者昵称'),
  type: coded(z.number().int(), '类型', NOTICE_WORDS),
  title: z.string().describe('标题'),
  target_id: id.nullable().describe('目标ID'),
  comment_id: id.nullable().describe('评论ID'),
  is_read: coded(flag, '状态', { 1: '已读', 0: '未读' }),
  created_at: time.describe('通知时间'),
})

const TYPES = [1, 2, 3, 4, 5, 6, 7] as const
const typeIn = z
  .union([z.literal(TYPES), z.enum(['1', '2', '3', '4', '5', '6', '7']).transform(Number)], '通知类型不正确')
  .transform((type) => type as (typeof TYPES)[number])
  .meta({ shown: { type: 'integer', enum: TYPES } })

const titleOrContent = { title: optionalLineInput(noticeTitleRule), content: optionalLineInput(noticeTitleRule) }

export const notifications = adminResource({
  name: 'notifications',
  label: '通知',
  writeRole: 'administrator',
  row,
  filters: {
    user_id: filterId.describe('接收者编号'),
    user_display_id: filterText.describe('接收者小石榴号的一部分'),
    type: filterId.describe('类型 1 到 7'),
    is_read: filterFlag.describe('1 已读，0 未读'),
    title: filterText.describe('标题的一部分'),
    ...accountTrashFilter,
  },
  create: z.object({
    ...owner,
    ...sender,
    type: typeIn,
    ...titleOrContent,
    target_id: idOrNone,
    comment_id: idOrNone,
    is_read: optionalFlag,
  }),
  update: z.object({
    type: typeIn.optional(),
    ...titleOrContent,
    target_id: idOrNone,
    comment_id: idOrNone,
    is_read: optionalFlag,
  }),
})
