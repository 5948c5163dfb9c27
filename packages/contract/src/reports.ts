/** Reporting notes, comments and users to the moderators (docs/product.md#reports). */
import { z } from 'zod'
import { id, idIn } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { TARGET } from './limits.ts'
import { length } from './rules.ts'
import { tidy } from './text.ts'

const endpoint = endpointsOf('举报')

export const REPORTED = { ...TARGET, user: 3 } as const
export type Reported = (typeof REPORTED)[keyof typeof REPORTED]

/** Reasons of a report, in the order of the dialog. */
export const REPORT_REASONS = ['spam', 'abuse', 'porn', 'illegal', 'infringement', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_REASON_WORDS: Readonly<Record<ReportReason, string>> = {
  spam: '广告或刷屏',
  abuse: '辱骂或骚扰',
  porn: '色情低俗',
  illegal: '违法或诈骗',
  infringement: '侵权或冒充',
  other: '其他',
}

export const REPORT = { textMax: 500 } as const

const reportedType = z.coerce
  .number()
  .pipe(
    z.literal([REPORTED.post, REPORTED.comment, REPORTED.user], 'target_type 只能是 1（笔记）、2（评论）或 3（用户）'),
  )
  .meta({ shown: { enum: [REPORTED.post, REPORTED.comment, REPORTED.user] } })
  .describe('1 笔记，2 评论，3 用户')

const reportReason = z
  .literal(REPORT_REASONS, '请选择举报的原因')
  .describe('spam 广告或刷屏，abuse 辱骂或骚扰，porn 色情低俗，illegal 违法或诈骗，infringement 侵权或冒充，other 其他')

export const reportText = z
  .string('说明要写成文字')
  .overwrite((text) => tidy(text).trim())
  .refine((text) => length(text) <= REPORT.textMax, `说明不能超过${REPORT.textMax}个字`)
  .nullish()
  .transform((text) => text || null)

export const create = endpoint({
  method: 'POST',
  path: '/reports',
  role: 'user',
  summary: '举报笔记、评论或用户',
  description: '同一个人对同一项只算一次，再次举报得到同一个编号。处理以后会在系统通知里告诉举报的人。',
  message: '举报成功，我们会尽快处理',
  body: z.object({
    target_type: reportedType,
    target_id: idIn.describe('数字编号'),
    reason: reportReason,
    text: reportText.describe('补充说明，可以不写'),
  }),
  output: z.object({
    id: id.describe('举报的编号'),
    repeated: z.boolean().describe('以前已经举报过，这次没有再算'),
  }),
  errors: ['post_not_found', 'comment_not_found', 'user_not_found', 'report_self'],
})
