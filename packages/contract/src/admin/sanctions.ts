/** Warnings, mutes and bans of accounts, and lifting them (docs/product.md#sanctions). */
import { z } from 'zod'
import { flagIn, id, idParam, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MODERATION, SANCTION, SANCTION_KINDS } from '../moderation.ts'
import { length } from '../rules.ts'
import { isVisible, tidyLine } from '../text.ts'

const endpoint = endpointsOf('用户管理')

const sanctionReason = z
  .string('请填写原因')
  .overwrite(tidyLine)
  .refine(isVisible, '请填写原因')
  .refine((text) => length(text) <= MODERATION.reasonMax, `原因不能超过${MODERATION.reasonMax}个字`)
  .describe('告诉本人的原因')

/** For administrators only. */
export const sanctionNote = z
  .string('备注要写成文字')
  .trim()
  .refine((text) => length(text) <= SANCTION.noteMax, `备注不能超过${SANCTION.noteMax}个字`)
  .nullish()
  .transform((text) => text ?? '')
  .describe('内部备注，只有管理员看得到')

const UNTIL = '期限要是时间，例如 2026-09-01T00:00:00Z；空值表示没有期限'

/** Epoch milliseconds, null without end. */
export const sanctionUntil = z.iso
  .datetime({ offset: true, error: UNTIL })
  .nullable()
  .transform((text) => (text === null ? null : Date.parse(text)))
  .meta({ shown: { type: ['string', 'null'], format: 'date-time' } })
  .describe('到什么时候为止；null 表示没有期限')

const shared = { method: 'POST', role: 'admin', adminRole: 'moderator', params: idParam } as const
const errors = ['record_not_found'] as const
const refusals = ['record_not_found', 'account_trashed'] as const

export const ban = endpoint({
  ...shared,
  path: '/admin/users/:id/ban',
  summary: '封禁用户',
  description: '立即退出所有设备，期限到了自动解封。已经封禁的以新的为准。',
  message: '已封禁',
  body: z.object({
    reason: sanctionReason,
    until: sanctionUntil,
    note: sanctionNote,
    hide_content: flagIn.default(false).describe('同时隐藏这个人的主页、笔记和评论；解封后恢复'),
  }),
  errors: refusals,
})

export const unban = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/admin/users/:id/ban',
  summary: '解封用户',
  message: '已解封',
  errors: [...errors, 'sanction_over'],
})

export const mute = endpoint({
  ...shared,
  path: '/admin/users/:id/mute',
  summary: '禁言用户',
  description: '不能发布笔记和评论、修改资料；可以看、点赞、收藏和关注。期限到了自动解除。',
  message: '已禁言',
  body: z.object({ reason: sanctionReason, until: sanctionUntil, note: sanctionNote }),
  errors: refusals,
})

export const unmute = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/admin/users/:id/mute',
  summary: '解除禁言',
  message: '已解除禁言',
  errors: [...errors, 'sanction_over'],
})

export const warn = endpoint({
  ...shared,
  path: '/admin/users/:id/warn',
  summary: '警告用户',
  description: '本人收到一条通知。',
  message: '已警告',
  body: z.object({ reason: sanctionReason, note: sanctionNote }),
  errors: refusals,
})

const sanction = z.object({
  id: id.describe('编号'),
  kind: z.enum(SANCTION_KINDS).describe('warn 警告，mute 禁言，ban 封禁'),
  reason: z.string().describe('告诉本人的原因'),
  note: z.string().describe('内部备注'),
  until: time.nullable().describe('到什么时候为止；null 表示没有期限'),
  hide_content: z.boolean().describe('隐藏主页、笔记和评论'),
  by: z.string().describe('谁'),
  created_at: time.describe('时间'),
  lifted_at: time.nullable().describe('解除的时间'),
  lifted_by: z.string().nullable().describe('谁解除的'),
})
export type Sanction = z.output<typeof sanction>

export const list = endpoint({
  method: 'GET',
  path: '/admin/users/:id/sanctions',
  role: 'admin',
  adminRole: 'viewer',
  summary: '一个用户受过的警告、禁言和封禁',
  params: idParam,
  output: z.object({ sanctions: z.array(sanction).describe('新的在前，最近一百条') }),
})
