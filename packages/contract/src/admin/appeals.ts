/** The moderators' list of appeals (docs/product.md#appeals). */
import { z } from 'zod'
import { filterText, id, idParam, pagedTable, tablePagination, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { TARGET } from '../limits.ts'
import { MODERATION, moderationState } from '../moderation.ts'
import { length } from '../rules.ts'
import { tidyLine } from '../text.ts'
import { seenVersion } from './moderation.ts'
import { moderatedItem } from './reports.ts'

const endpoint = endpointsOf('申诉')

export const APPEAL_STATES = ['open', 'resolved'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

/** Answers to an appeal. */
export const APPEAL_ANSWERS = ['accept', 'refuse'] as const
export type AppealAnswer = (typeof APPEAL_ANSWERS)[number]

/** `closed` is over without an answer: what it was about became visible, went back to review or was deleted. */
const APPEAL_OUTCOMES = [...APPEAL_ANSWERS, 'closed'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]

export const APPEAL_OUTCOME_WORDS: Readonly<Record<AppealOutcome, string>> = {
  accept: '已恢复',
  refuse: '维持原处理',
  closed: '不用再处理',
}

const targetType = z.union([z.literal(TARGET.post), z.literal(TARGET.comment)])

const entry = z.object({
  id: id.describe('编号'),
  target_type: targetType.describe('1 笔记，2 评论'),
  target_id: id.describe('被处理的编号'),
  state: z.enum(APPEAL_STATES).describe('open 待处理，resolved 已处理'),
  text: z.string().describe('作者写的话'),
  created_at: time.describe('申诉的时间'),
  against: z
    .object({ state: moderationState.describe('状态'), reason: z.string().nullable().describe('原因') })
    .describe('申诉的时候是怎样处理的'),
  outcome: z.enum(APPEAL_OUTCOMES).nullable().describe('accept 恢复了，refuse 维持原处理，closed 不用再处理'),
  answer: z.string().nullable().describe('告诉作者的话'),
  resolved_by: z.string().nullable().describe('谁处理的'),
  resolved_at: time.nullable().describe('处理的时间'),
  target: moderatedItem.nullable().describe('现在的样子；已经不存在时为 null'),
})
export type AppealEntry = z.output<typeof entry>

const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => undefined), schema])
    .optional()
    .catch(undefined)

export const list = endpoint({
  method: 'GET',
  path: '/admin/appeals',
  role: 'admin',
  adminRole: 'moderator',
  summary: '作者的申诉',
  description: '待处理的在前，旧的在前；只要已处理的时，新的在前。',
  query: z.object({
    ...pagedTable(),
    state: optional(z.literal(APPEAL_STATES)).describe('open 待处理，resolved 已处理；空表示不限'),
    target_type: optional(z.coerce.number().pipe(targetType)).describe('1 笔记，2 评论；空表示不限'),
    user_id: filterText.describe('作者的小石榴号；空表示不限'),
  }),
  output: z.object({ data: z.array(entry).describe('申诉'), pagination: tablePagination }),
})

export const resolve = endpoint({
  method: 'POST',
  path: '/admin/appeals/:id/resolve',
  role: 'admin',
  adminRole: 'moderator',
  summary: '处理申诉',
  description: 'accept 让内容重新显示，refuse 维持原处理；都告诉作者。已经被别人处理了的是 409。',
  message: '处理成功',
  params: idParam,
  body: z.object({
    action: z.literal(APPEAL_ANSWERS, 'action 只能是 accept 或 refuse').describe('做什么'),
    reason: z
      .string('原因要写成文字')
      .overwrite(tidyLine)
      .refine((text) => length(text) <= MODERATION.reasonMax, `原因不能超过${MODERATION.reasonMax}个字`)
      .nullish()
      .transform((text) => text || null)
      .describe('告诉作者的原因；refuse 时必填'),
    version: seenVersion.describe('看到的是哪一版（target.updated_at）；已经不是这一版就不恢复，要再看一次'),
  }),
  output: z.object({
    undo_id: id.nullable().describe('用它撤销，申诉随之重新打开；内容已经在显示、没有什么要恢复时为 null'),
  }),
  errors: ['record_not_found', 'appeal_resolved', 'changed_since_seen'],
})
