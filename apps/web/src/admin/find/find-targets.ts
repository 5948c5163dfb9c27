import type { FindHit, FindKind } from '@shiliu/contract/admin/find'
import { paths } from '#app/paths.ts'

export const KIND_WORDS: Readonly<Record<FindKind, string>> = {
  users: '用户',
  posts: '笔记',
  comments: '评论',
  tags: '标签',
  admins: '管理员',
}

export type Target = FindHit & { kind: FindKind; to: string }

/** Where a hit leads; what is in the trash stands in its table only while that is asked for. */
export function targetOf(kind: FindKind, hit: FindHit): Target {
  if (kind === 'users') return { ...hit, kind, to: paths.adminUser(hit.id) }
  const record = paths.adminRecord(kind, hit.id)
  return { ...hit, kind, to: hit.state === 'deleted' ? `${record}&state=deleted` : record }
}

/** What Enter leads to without a choice: the only exact hit, or the only hit at all. */
export function soleTarget(targets: readonly Target[]): Target | null {
  const exact = targets.filter((target) => target.exact)
  const [sole, ...others] = exact.length > 0 ? exact : targets
  return sole && others.length === 0 ? sole : null
}

/** A text that is an address and not words, so that pasting it anywhere leads there. */
export function isAddress(text: string): boolean {
  return /^(https?:\/\/\S+|\/(post|user|admin)\b\S*)$/.test(text.trim())
}
