/** The lists of people around the viewer (spec section 2 «Follow list»). */
import type { FollowTab } from '#app/paths.ts'

export const FOLLOW_TABS: readonly { key: FollowTab; label: string; hint: string }[] = [
  { key: 'mutual', label: '互相关注', hint: '和你互相关注的同学会在这里' },
  { key: 'following', label: '关注', hint: '关注感兴趣的同学，在这里找到 TA 们' },
  { key: 'followers', label: '粉丝', hint: '发布笔记，让更多同学认识你' },
]

/** The list that an address names, null where it names none. */
export function followTabOf(name: string | undefined) {
  return FOLLOW_TABS.find(({ key }) => key === name) ?? null
}
