/** Moderation states of notes and comments, and sanctions of accounts (docs/product.md#moderation). */
import { z } from 'zod'
import { time } from './common.ts'

/**
 * Beside `is_draft`, and never set by the author. Others find only what is `visible`; the author sees what is `pending`
 * (waits for review), `rejected` (may be changed and submitted again) or `hidden`; nobody finds what is `deleted`.
 */
export const MODERATION_STATES = ['visible', 'pending', 'hidden', 'rejected', 'deleted'] as const
export type ModerationState = (typeof MODERATION_STATES)[number]

/**
 * What the history records: decisions, `submit` (sent to review by a rule), `undo` of an earlier action; `edit` of a
 * job, `warn` and `ban` of an account, `refuse` of an appeal and putting a note forward change no state.
 */
export const MODERATION_ACTIONS = [
  'approve',
  'reject',
  'hide',
  'restore',
  'delete',
  'submit',
  'undo',
  'edit',
  'warn',
  'ban',
  'refuse',
  'pin',
  'unpin',
  'feature',
  'unfeature',
] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

export const APPEAL = { textMax: 500 } as const

export const MODERATION = { reasonMax: 500 } as const

export const moderationState = z.enum(MODERATION_STATES)

/** An author's appeal that is open or was refused. */
export const ownAppeal = z.object({
  state: z.enum(['open', 'refused']).describe('open 等待处理，refused 没有通过'),
  text: z.string().describe('作者写的话'),
  answer: z.string().nullable().describe('没有通过的原因'),
  created_at: time.describe('申诉的时间'),
})
export type OwnAppeal = z.output<typeof ownAppeal>

/** The state of a note or comment as its author sees it. */
export const moderation = z.object({
  state: moderationState.describe('visible 正常，pending 等待审核，hidden 被隐藏，rejected 未通过审核'),
  reason: z.string().nullable().describe('管理员写的原因'),
  can_appeal: z.boolean().describe('作者还可以申诉一次'),
  appeal: ownAppeal.optional().describe('作者的申诉；没有申诉过，或申诉已经通过时没有'),
})
export type Moderation = z.output<typeof moderation>

/** The states' names in the back office. */
export const STATE_WORDS: Readonly<Record<ModerationState, string>> = {
  visible: '正常',
  pending: '待审核',
  hidden: '已隐藏',
  rejected: '未通过',
  deleted: '回收站',
}

/** Sanctions of an account (docs/product.md#sanctions). */
export const SANCTION_KINDS = ['warn', 'mute', 'ban'] as const
export type SanctionKind = (typeof SANCTION_KINDS)[number]

export const SANCTION = { noteMax: 2000 } as const
