import type { NOTICE_TABS } from '@shiliu/contract/limits'

/** The four kinds of notifications (spec section 2 «Notifications page»). */
export type NoticeTab = keyof typeof NOTICE_TABS

export const TABS: readonly { key: NoticeTab; label: string; empty: string; hint: string }[] = [
  { key: 'comments', label: '评论和@', empty: '还没有评论和@', hint: '有人评论或提到你，会出现在这里' },
  { key: 'likes', label: '赞', empty: '还没有收到赞', hint: '有人赞了你的笔记或评论，会出现在这里' },
  { key: 'collections', label: '收藏', empty: '还没有收藏通知', hint: '有人收藏了你的笔记，会出现在这里' },
  { key: 'follows', label: '新增关注', empty: '还没有新增关注', hint: '有人关注了你，会出现在这里' },
]

/** The tab that an address asks for. */
export function tabOf(name: string | null): NoticeTab {
  return TABS.find(({ key }) => key === name)?.key ?? 'comments'
}
