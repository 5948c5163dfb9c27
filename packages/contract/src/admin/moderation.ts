/** Decisions about notes and comments, their history and undo (docs/product.md#moderation). */
import { z } from 'zod'
import { count, id, idIn, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { TARGET } from '../limits.ts'
import {
  MODERATION,
  MODERATION_ACTIONS,
  MODERATION_STATES,
  type ModerationAction,
  type ModerationState,
  moderationState,
} from '../moderation.ts'
import { length } from '../rules.ts'
import { tidyLine } from '../text.ts'
import { HIGHLIGHT_WORDS } from './highlights.ts'

const endpoint = endpointsOf('内容管理')

/** The decisions that a moderator can make. */
export const DECISIONS = ['approve', 'reject', 'hide', 'restore', 'delete'] as const
export type DecisionName = (typeof DECISIONS)[number]

type Rule = { from: readonly ModerationState[]; to: ModerationState; needsReason: boolean }

/** The states that a decision applies to, and the one that it leads to; what was deleted is restored as it was. */
export const DECISION_RULES: Readonly<Record<DecisionName, Rule>> = {
  approve: { from: ['pending', 'rejected'], to: 'visible', needsReason: false },
  reject: { from: ['pending', 'visible'], to: 'rejected', needsReason: true },
  hide: { from: ['pending', 'visible', 'rejected'], to: 'hidden', needsReason: true },
  restore: { from: ['hidden', 'rejected', 'deleted'], to: 'visible', needsReason: false },
  delete: { from: ['visible', 'pending', 'hidden', 'rejected'], to: 'deleted', needsReason: true },
}

export const DECISION_WORDS: Readonly<Record<ModerationAction, string>> = {
  approve: '通过',
  reject: '拒绝',
  hide: '隐藏',
  restore: '恢复',
  delete: '删除',
  submit: '提交审核',
  undo: '撤销',
  edit: '修改',
  warn: '警告',
  ban: '封禁',
  refuse: '维持原处理',
  ...HIGHLIGHT_WORDS,
}

/** Reasons that moderators choose from, beside writing one. */
export const CANNED_REASONS = [
  '广告或引流',
  '人身攻击或骚扰',
  '色情低俗',
  '违法内容',
  '侵犯他人权益',
  '与分类不符',
  '重复发布',
] as const

const IDS_MAX = 1000

export const targetType = z.coerce
  .number()
  .pipe(z.literal([TARGET.post, TARGET.comment], 'target_type 只能是 1（笔记）或 2（评论）'))
  .meta({ shown: { enum: [TARGET.post, TARGET.comment] } })
  .describe('1 笔记，2 评论')

const reason = z
  .string('原因要写成文字')
  .overwrite(tidyLine)
  .refine((text) => length(text) <= MODERATION.reasonMax, `原因不能超过${MODERATION.reasonMax}个字`)
  .nullish()
  .transform((text) => text || null)
  .describe('告诉作者的原因；拒绝、隐藏和删除时必填')

/** `updated_at` of what was seen. */
export const seenVersion = z.iso.datetime({ error: 'version 要是时间' }).optional()

export const moderate = endpoint({
  method: 'POST',
  path: '/admin/moderation',
  role: 'admin',
  adminRole: 'moderator',
  summary: '通过、拒绝、隐藏、恢复或删除笔记和评论',
  description: '不适用的（例如已经被别人处理了）跳过；一项都不适用时是 409。',
  message: '处理成功',
  body: z.object({
    target_type: targetType,
    ids: z.array(idIn).min(1, '请选择要处理的内容').max(IDS_MAX, `一次最多处理${IDS_MAX}项`).describe('编号'),
    action: z.literal(DECISIONS, 'action 只能是 approve、reject、hide、restore 或 delete').describe('做什么'),
    reason,
    seen_at: z.iso
      .datetime({ error: 'seen_at 要是时间' })
      .optional()
      .describe('看到内容的时间；在这之后改过的不通过，要再看一次'),
    version: seenVersion.describe('看到的是哪一版（updated_at），只处理一项时用；已经不是这一版就不处理，要再看一次'),
    state: z
      .literal(MODERATION_STATES, 'state 只能是 visible、pending、hidden、rejected 或 deleted')
      .optional()
      .describe('看到的状态；已经不是这个状态的不处理，例如别人刚刚拒绝了的不会再被通过'),
  }),
  output: z.object({
    changed: count.describe('处理了几项'),
    undo_id: id.describe('用它撤销'),
  }),
  errors: ['already_moderated', 'changed_since_seen', 'account_trashed', 'post_trashed'],
})

export const undo = endpoint({
  method: 'POST',
  path: '/admin/undo',
  role: 'admin',
  adminRole: 'moderator',
  summary: '撤销一次处理',
  description:
    '之后又被改动的保持不变，作者在隐藏之后改过的也不会因此重新显示；一项都撤销不了时是 409。批量任务在后台撤销：进度看 job_id 的任务。',
  message: '已撤销',
  body: z.object({ undo_id: idIn.describe('处理时得到的编号') }),
  output: z.object({
    changed: count.describe('撤销了几项'),
    skipped: count.describe('之后又被改动、没有撤销的'),
    job_id: id.nullable().describe('在后台撤销的任务；已经撤销完时为 null'),
  }),
  errors: ['record_not_found', 'already_undone', 'changed_since_seen', 'job_running', 'pins_full'],
})

export const history = endpoint({
  method: 'GET',
  path: '/admin/moderation',
  role: 'admin',
  adminRole: 'viewer',
  summary: '一篇笔记或一条评论被怎样处理过',
  query: z.object({ target_type: targetType, target_id: idIn.describe('编号') }),
  output: z.object({
    history: z
      .array(
        z.object({
          id: id.describe('处理的编号，可以用来撤销'),
          actor: z.string().describe('谁'),
          action: z.enum(MODERATION_ACTIONS).describe('做了什么'),
          reason: z.string().nullable().describe('原因'),
          from: moderationState.describe('之前的状态'),
          to: moderationState.describe('之后的状态'),
          created_at: time.describe('时间'),
          undone: z.boolean().describe('已经撤销'),
        }),
      )
      .describe('新的在前'),
  }),
})
