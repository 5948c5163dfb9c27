/** The lists of a profile: what is liked is for one's own eyes (spec section 2). */
const PROFILE_TABS = [
  { key: 'posts', label: '笔记' },
  { key: 'collections', label: '收藏' },
  { key: 'likes', label: '点赞', ownOnly: true },
] as const

export type ProfileTab = (typeof PROFILE_TABS)[number]['key']

export function tabsFor(own: boolean) {
  return PROFILE_TABS.filter((tab) => own || !('ownOnly' in tab))
}

/** The tab that an address asks for; the notes where it names none that is there. */
export function tabOf(name: string | null, own: boolean): ProfileTab {
  return tabsFor(own).find(({ key }) => key === name)?.key ?? 'posts'
}

type Empty = { title: string; hint: string }

export function emptyText(tab: ProfileTab, own: boolean): Empty {
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
