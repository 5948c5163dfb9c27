import type { ProfileTab } from '#entities/post/post.queries.ts'

/** Liked notes are visible to their owner only. */
const PROFILE_TABS: readonly { key: ProfileTab; label: string; ownOnly?: true }[] = [
  { key: 'posts', label: '笔记' },
  { key: 'collections', label: '收藏' },
  { key: 'likes', label: '点赞', ownOnly: true },
]

export function tabsFor(own: boolean) {
  return PROFILE_TABS.filter((tab) => own || !tab.ownOnly)
}

export function tabOf(name: string | null, own: boolean): ProfileTab {
  return tabsFor(own).find(({ key }) => key === name)?.key ?? 'posts'
}

export function emptyText(tab: ProfileTab, own: boolean): { title: string; hint: string } {
  if (tab === 'posts') {
    return own
      ? { title: '还没有发布笔记', hint: '分享校园里的第一个瞬间吧' }
      : { title: 'TA 还没有发布笔记', hint: '过些时候再来看看' }
  }
  if (tab === 'collections') {
    return own
      ? { title: '还没有收藏笔记', hint: '遇到喜欢的笔记，收藏起来慢慢看' }
      : { title: 'TA 还没有收藏笔记', hint: '过些时候再来看看' }
  }
  return { title: '还没有点赞笔记', hint: '给打动你的笔记点个赞' }
}
