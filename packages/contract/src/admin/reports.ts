/** Reports as moderators handle them: one entry per target (docs/product.md#reports). */
import { z } from 'zod'
import { count, flagIn, id, idIn, idParam, pagedTable, tablePagination, textInput, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { MODERATION, moderationState } from '../moderation.ts'
import { picture } from '../posts.ts'
import { REPORT, REPORT_REASONS, REPORTED } from '../reports.ts'
import { length } from '../rules.ts'
import { tidyLine } from '../text.ts'
import { internalNote } from './fields.ts'
import { seenVersion } from './moderation.ts'
import { sanctionNote, sanctionUntil } from './sanctions.ts'

const endpoint = endpointsOf('举报')

export const REPORT_STATES = ['open', 'resolved'] as const

/** The ways to resolve an entry. */
export const RESOLUTIONS = ['dismiss', 'hide', 'delete', 'warn', 'ban'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** How an entry was resolved; `reject` by a decision in the queue. */
const OUTCOMES = [...RESOLUTIONS, 'reject'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  dismiss: '没有问题',
  hide: '已隐藏',
  delete: '已删除',
  warn: '已警告作者',
  ban: '已封禁账号',
  reject: '没有通过审核',
}

const targetType = z.union([z.literal(REPORTED.post), z.literal(REPORTED.comment), z.literal(REPORTED.user)])

/** A note, comment or user as moderators see them. */
export const moderatedItem = z.object({
  target_type: targetType.describe('1 笔记，2 评论，3 用户'),
  target_id: id.describe('编号'),
  post_id: id.nullable().describe('笔记的编号，或评论所在的笔记'),
  title: z.string().describe('笔记的标题，或用户的昵称；评论为空'),
  content: z.string().describe('正文；用户是简介'),
  pictures: z.array(picture).describe('图片；用户没有'),
  category: z.string().nullable().describe('笔记的分类；没有分类的、评论和用户为 null'),
  tags: z.array(z.string().describe('标签的名称')).describe('笔记的标签；评论和用户没有'),
  state: moderationState.nullable().describe('用户为 null'),
  reason: z.string().nullable().describe('作者看到的原因'),
  created_at: time.describe('发布或注册的时间'),
  updated_at: time.describe('最后修改的时间'),
  below: z
    .object({
      title: z.string().describe('笔记的标题'),
      picture: picture.nullable().describe('笔记的第一张图片；没有图片为 null'),
      answers: z
        .object({ nickname: z.string().describe('作者的昵称'), content: z.string().describe('正文') })
        .nullable()
        .describe('回复的那条评论；直接评论笔记的为 null'),
    })
    .nullable()
    .describe('评论所在的笔记；笔记和用户为 null'),
  author: z
    .object({
      id: id.describe('数字编号'),
      user_id: z.string().describe('小石榴号'),
      nickname: z.string().describe('昵称'),
      avatar: z.string().describe('头像地址'),
      created_at: time.describe('注册时间'),
      post_count: count.describe('发布的笔记数'),
    })
    .describe('作者'),
})
export type ModeratedItem = z.output<typeof moderatedItem>

export const reportEntry = z.object({
  id: id.describe('编号'),
  target_type: targetType.describe('1 笔记，2 评论，3 用户'),
  target_id: id.describe('被举报的编号'),
  state: z.enum(REPORT_STATES).describe('open 待处理，resolved 已处理'),
  count: count.describe('多少人举报'),
  reasons: z
    .array(z.object({ reason: z.enum(REPORT_REASONS).describe('原因'), count: count.describe('多少人') }))
    .describe('各种原因有多少人，多的在前'),
  first_reported_at: time.describe('第一次举报的时间'),
  last_reported_at: time.describe('最近一次举报的时间'),
  assigned: z
    .object({ id: id.describe('管理员的编号'), username: z.string().describe('用户名') })
    .nullable()
    .describe('由谁处理'),
  outcome: z
    .enum(OUTCOMES)
    .nullable()
    .describe('dismiss 没有问题，hide 隐藏，delete 删除，warn 警告，ban 封禁，reject 审核不通过'),
  resolved_by: z.string().nullable().describe('谁处理的'),
  resolved_at: time.nullable().describe('处理的时间'),
  undo_id: id.nullable().describe('用它撤销：对内容的处理、警告和封禁；什么都没有改动时为 null'),
  target: moderatedItem.nullable().describe('被举报的现在的样子；已经不存在时为 null'),
})
export type ReportEntry = z.output<typeof reportEntry>

const detail = reportEntry.extend({
  reports: z
    .array(
      z.object({
        id: id.describe('编号'),
        reporter: z
          .object({
            id: id.describe('数字编号'),
            user_id: z.string().describe('小石榴号'),
            nickname: z.string().describe('昵称'),
          })
          .nullable()
          .describe('举报的人；账号已注销时为 null'),
        reason: z.enum(REPORT_REASONS).describe('原因'),
        text: z.string().nullable().describe('补充说明'),
        created_at: time.describe('时间'),
      }),
    )
    .describe('最近的一百个举报，新的在前'),
  record: z
    .object({
      decisions: count.describe('笔记和评论被拒绝、隐藏或删除过几次，撤销的不算'),
      warnings: count.describe('警告'),
      mutes: count.describe('禁言'),
      bans: count.describe('封禁'),
      reported: count.describe('被举报过的笔记、评论和账号，包括这一项'),
    })
    .describe('作者以前的记录'),
  notes: z.array(internalNote).describe('管理员之间的备注，旧的在前'),
})
export type ReportDetail = z.output<typeof detail>

const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => undefined), schema])
    .optional()
    .catch(undefined)

export const list = endpoint({
  method: 'GET',
  path: '/admin/reports',
  role: 'admin',
  adminRole: 'moderator',
  summary: '被举报的笔记、评论和用户',
  description: '待处理的在前，举报的人多的在前。',
  query: z.object({
    ...pagedTable(),
    state: optional(z.literal(REPORT_STATES)).describe('open 待处理，resolved 已处理；空表示不限'),
    target_type: optional(z.coerce.number().pipe(targetType)).describe('1 笔记，2 评论，3 用户；空表示不限'),
    reason: optional(z.literal(REPORT_REASONS)).describe('只要有人为这个原因举报的；空表示不限'),
  }),
  output: z.object({ data: z.array(reportEntry).describe('被举报的'), pagination: tablePagination }),
})

export const get = endpoint({
  method: 'GET',
  path: '/admin/reports/:id',
  role: 'admin',
  adminRole: 'moderator',
  summary: '一项被举报的内容，和每个人的举报',
  params: idParam,
  output: detail,
  errors: ['record_not_found'],
})

export const addNote = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/notes',
  role: 'admin',
  adminRole: 'moderator',
  summary: '写一条只给管理员看的备注',
  message: '备注已保存',
  params: idParam,
  body: z.object({ text: textInput('请填写备注', '备注', REPORT.textMax) }),
  output: detail,
  errors: ['record_not_found'],
})

export const assign = endpoint({
  method: 'PUT',
  path: '/admin/reports/:id/assignee',
  role: 'admin',
  adminRole: 'moderator',
  summary: '交给一个管理员处理',
  message: '已保存',
  params: idParam,
  body: z.object({ admin_id: idIn.nullable().describe('管理员的编号；null 表示不再由谁处理') }),
  output: detail,
  errors: ['record_not_found', 'admin_not_found', 'report_resolved'],
})

export const resolve = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/resolve',
  role: 'admin',
  adminRole: 'moderator',
  summary: '处理举报',
  description:
    '作者和举报的人会收到系统通知。dismiss 把因举报而自动隐藏的恢复；warn 和 ban 警告或封禁作者；用户不能 hide 和 delete。已经被别人处理了的是 409。',
  message: '处理成功',
  params: idParam,
  body: z.object({
    action: z.literal(RESOLUTIONS, 'action 只能是 dismiss、hide、delete、warn 或 ban').describe('做什么'),
    reason: z
      .string('原因要写成文字')
      .overwrite(tidyLine)
      .refine((text) => length(text) <= MODERATION.reasonMax, `原因不能超过${MODERATION.reasonMax}个字`)
      .nullish()
      .transform((text) => text || null)
      .describe('告诉作者的原因；除了 dismiss 都必填'),
    note: sanctionNote.describe('warn 和 ban 的内部备注，只有管理员看得到'),
    until: sanctionUntil.optional().describe('ban 到什么时候为止，必填；null 表示没有期限'),
    hide_content: flagIn.default(false).describe('ban 同时隐藏这个人的主页、笔记和评论；解封后恢复'),
    hide_target: flagIn.default(false).describe('warn 和 ban 同时隐藏被举报的笔记或评论'),
    version: seenVersion.describe('看到的是哪一版（target.updated_at）；dismiss 要恢复的已经不是这一版，就要再看一次'),
  }),
  output: z.object({
    undo_id: id.nullable().describe('用它撤销：对内容的处理、警告和封禁，举报也重新打开；什么都没有改动时为 null'),
  }),
  errors: ['record_not_found', 'report_resolved', 'changed_since_seen', 'account_trashed'],
})

export const reopen = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/reopen',
  role: 'admin',
  adminRole: 'moderator',
  summary: '重新打开处理过的举报',
  description: '处理时隐藏、删除、警告或封禁的一起撤销；之后又被改动的保持不变。',
  message: '已重新打开',
  params: idParam,
  errors: ['record_not_found', 'report_open'],
})
