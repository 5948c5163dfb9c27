import type { SanctionKind } from '@shiliu/contract/moderation'

export const KIND_WORDS: Readonly<Record<SanctionKind, string>> = { warn: '警告', mute: '禁言', ban: '封禁' }

/** Reasons that moderators choose from, beside writing one. */
export const SANCTION_REASONS = [
  '发布广告或垃圾信息',
  '辱骂、骚扰他人',
  '发布色情低俗内容',
  '发布违法违规内容',
  '冒充他人',
  '多次违反社区规范',
] as const

/** The checkbox of a ban. */
export const HIDE_CONTENT = '同时隐藏主页、笔记和评论（解封后恢复）'

/** Terms of a sanction in days; null is without end. */
export const TERMS = [
  ['1 天', 1],
  ['7 天', 7],
  ['30 天', 30],
  ['永久', null],
] as const

const DAY_MS = 24 * 3600 * 1000

/** The end of a term that begins now, for the API. */
export const untilOf = (days: number | null): string | null =>
  days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString()
