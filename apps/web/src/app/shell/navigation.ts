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
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useCallback } from 'react'
import { useLocation } from 'react-router'
import { keys } from '#api/keys.ts'
import { trimLists } from '#api/trim-lists.ts'
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

/** 发现 chosen: from the top, and of the feed what there is now (spec section 2 «Layout»). Other entries only lead on. */
export function useExploreFresh({ to, active }: NavEntry) {
  const client = useQueryClient()
  return useCallback(
    (event: MouseEvent) => {
      if (to !== paths.explore() || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (!active) {
        // Its first page is shown while it is asked for again.
        trimLists(client, { queryKey: keys.feeds })
        void client.invalidateQueries({ queryKey: keys.feeds })
        return
      }
      event.preventDefault()
      scrollToTop()
      feedRefresh.send()
    },
    [client, to, active],
  )
}

/** How a count is written on a badge (spec section 9). */
export function badgeText(count: number): string {
  return count > BADGE_MAX ? '···' : String(count)
}
