/** Announcements as editors write them (docs/product.md#announcements). */
import { z } from 'zod'
import { count, filterText, flag, id, lineInput, optionalLineInput, time } from '../common.ts'
import { ANNOUNCEMENT } from '../limits.ts'
import { announcementLinkRule, announcementTextRule, announcementTitleRule } from '../rules.ts'
import { coded, idOrNone, optionalFlag, timeOrNone } from './fields.ts'
import { adminResource } from './resource.ts'
import { ROLE_WORDS } from './roles.ts'

const ANNOUNCEMENT_KINDS = ['banner', 'notification'] as const
export const KIND_WORDS = { banner: '横幅', notification: '通知' } as const

/** Administrators of a role, and those above it, are an audience of banners in the back office. */
export const ADMIN_AUDIENCES = ['viewer', 'editor', 'moderator', 'administrator', 'owner'] as const
const AUDIENCES = ['all', 'signed_in', 'category', ...ADMIN_AUDIENCES] as const
export type Audience = (typeof AUDIENCES)[number]

const orAbove = (role: (typeof ADMIN_AUDIENCES)[number]) => `后台：${ROLE_WORDS[role]}及以上`
export const AUDIENCE_WORDS: Readonly<Record<Audience, string>> = {
  all: '所有人',
  signed_in: '登录的人',
  category: '一个分类的读者',
  viewer: '后台：所有管理员',
  editor: orAbove('editor'),
  moderator: orAbove('moderator'),
  administrator: orAbove('administrator'),
  owner: `后台：${ROLE_WORDS.owner}`,
}

export const PROGRESS_WORDS = {
  waiting: '未到时间',
  active: '显示中',
  sending: '发送中',
  sent: '已发送',
  over: '已结束',
} as const

const kind = z.literal(ANNOUNCEMENT_KINDS, '种类只能是 banner（横幅）或 notification（通知）')
const audience = z.literal(AUDIENCES, `对象只能是 ${AUDIENCES.join('、')}`)

const row = z.object({
  id: id.describe('ID'),
  title: z.string().describe('标题'),
  kind: coded(kind, '种类', KIND_WORDS),
  progress: coded(z.literal(['waiting', 'active', 'sending', 'sent', 'over']), '状态', PROGRESS_WORDS),
  audience: coded(audience, '对象', AUDIENCE_WORDS),
  category_id: id.nullable().describe('分类ID'),
  category: z.string().nullable().describe('分类'),
  text: z.string().describe('正文'),
  link: z.string().nullable().describe('链接'),
  dismissable: coded(flag, '可以关闭', { 1: '可以', 0: '不可以' }),
  starts_at: time.describe('开始时间'),
  ends_at: time.nullable().describe('结束时间'),
  seen_count: count.describe('看到的人'),
  guest_views: count.describe('游客浏览'),
  sent_count: count.describe('送达'),
  created_at: time.describe('创建时间'),
})

const shared = {
  audience,
  category_id: idOrNone.describe('对象是一个分类的读者时必填'),
  text: optionalLineInput(announcementTextRule).describe(`正文，最多 ${ANNOUNCEMENT.textMax} 个字`),
  link: optionalLineInput(announcementLinkRule).describe('详情的地址：/ 开头的本站路径，或 https 地址；空表示没有'),
  dismissable: optionalFlag,
  starts_at: timeOrNone.describe('空表示现在'),
  ends_at: timeOrNone.describe('空表示一直；通知到时候收回'),
}

export const announcements = adminResource({
  name: 'announcements',
  label: '公告',
  writeRole: 'editor',
  row,
  filters: {
    title: filterText.describe('标题的一部分'),
    kind: filterText.describe('banner 或 notification'),
    audience: filterText.describe('对象'),
  },
  create: z.object({ kind, title: lineInput(announcementTitleRule), ...shared }),
  update: z.object({ title: optionalLineInput(announcementTitleRule), ...shared, audience: audience.optional() }),
  errors: ['announcement_sent'],
})
