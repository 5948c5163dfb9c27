import type { ModerationState } from '@shiliu/contract/moderation'

/** The states of their own notes and comments as authors read them. */
export const OWN_STATE_WORDS: Readonly<Record<ModerationState, string>> = {
  visible: '正常',
  pending: '审核中',
  hidden: '已隐藏',
  rejected: '未通过审核',
  deleted: '被管理员删除',
}

/** What follows from a state for its author. */
export const OWN_STATE_HINTS: Readonly<Record<ModerationState, string>> = {
  visible: '',
  pending: '通过后其他人才能看到',
  hidden: '只有你自己能看到',
  rejected: '只有你自己能看到',
  deleted: '没有人能看到',
}
