/** The entries of the sidebar and of the bottom bar, which are the same four (spec section 2). */
import {
  IconBell,
  IconBellFilled,
  IconCompass,
  IconCompassFilled,
  IconSquareRoundedPlus,
  IconSquareRoundedPlusFilled,
  type TablerIcon,
} from '@tabler/icons-react'
import { type MouseEvent, useCallback } from 'react'
import { useLocation } from 'react-router'
import { feedRefresh } from '#entities/post/feed-refresh.ts'
import { BADGE_MAX } from '#ui/constants.ts'
import { scrollToTop } from '#ui/scroll-to-top.ts'
import { paths } from '../paths.ts'

export type NavEntry = { label: string; to: string; Icon: TablerIcon; IconOn: TablerIcon; active: boolean }

/** 发现 is on for every path below /explore, the others for their own path only. */
export function useNavigation() {
  const { pathname } = useLocation()
  const entry = (label: string, to: string, Icon: TablerIcon, IconOn: TablerIcon): NavEntry => ({
    label,
    to,
    Icon,
    IconOn,
    active: to === paths.explore() ? pathname.startsWith(to) : pathname === to,
  })
  return {
    explore: entry('发现', paths.explore(), IconCompass, IconCompassFilled),
    publish: entry('发布', paths.publish(), IconSquareRoundedPlus, IconSquareRoundedPlusFilled),
    notification: entry('通知', paths.notification(), IconBell, IconBellFilled),
    ownActive: pathname === paths.ownProfile(),
  }
}

/** 发现 chosen while it is on: back to the top, and the feed reloads. */
export function useExploreAgain(active: boolean) {
  return useCallback(
    (event: MouseEvent) => {
      if (!active || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      scrollToTop()
      feedRefresh.send()
    },
    [active],
  )
}

/** How a count is written on a badge (spec section 9). */
export function badgeText(count: number): string {
  return count > BADGE_MAX ? '···' : String(count)
}
