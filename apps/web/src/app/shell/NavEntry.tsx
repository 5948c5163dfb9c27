import {
  IconBell,
  IconBellFilled,
  IconCompass,
  IconCompassFilled,
  IconSquareRoundedPlus,
  IconSquareRoundedPlusFilled,
  type TablerIcon,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { feedRefresh } from '#entities/post/feed.ts'
import { reloadFeeds } from '#entities/post/post.queries.ts'
import { scrollToTop } from '#ui/motion/scroll.ts'
import { preloadPage } from '../pages.ts'
import { paths } from '../paths.ts'
import classes from './NavEntry.module.css'

const BADGE_MAX = 99

type Entry = { label: string; to: string; Icon: TablerIcon; ActiveIcon: TablerIcon; active: boolean }

/** 发现 is active for every path below /explore, the others for their own path only. */
export function useNavEntries() {
  const { pathname } = useLocation()
  const entry = (label: string, to: string, Icon: TablerIcon, ActiveIcon: TablerIcon): Entry => ({
    label,
    to,
    Icon,
    ActiveIcon,
    active: to === paths.explore() ? pathname.startsWith(to) : pathname === to,
  })
  return {
    explore: entry('发现', paths.explore(), IconCompass, IconCompassFilled),
    publish: entry('发布', paths.publish(), IconSquareRoundedPlus, IconSquareRoundedPlusFilled),
    notification: entry('通知', paths.notification(), IconBell, IconBellFilled),
    ownProfileActive: pathname === paths.ownProfile(),
  }
}

type Props = {
  entry: Entry
  unread?: number
  className: string | undefined
  /** With it the badge sits on the icon's corner. */
  iconClassName?: string | undefined
}

export function NavEntry({ entry, unread = 0, className, iconClassName }: Props) {
  const { label, to, Icon, ActiveIcon, active } = entry
  const onClick = useExploreRefresh(entry)
  const Shown = active ? ActiveIcon : Icon
  const icon = <Shown size={24} stroke={1.75} aria-hidden />
  const badge = <Badge count={unread} floating={iconClassName !== undefined} />
  return (
    <Link
      className={className}
      to={to}
      aria-current={active ? 'page' : undefined}
      onClick={onClick}
      onPointerEnter={() => preloadPage(to)}
    >
      {iconClassName === undefined ? (
        icon
      ) : (
        <span className={iconClassName}>
          {icon}
          {badge}
        </span>
      )}
      <span>{label}</span>
      {iconClassName === undefined && badge}
    </Link>
  )
}

function useExploreRefresh({ to, active }: Entry) {
  return (event: MouseEvent) => {
    if (to !== paths.explore() || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (!active) {
      // The cached first page is shown while it is refetched.
      reloadFeeds()
      return
    }
    event.preventDefault()
    scrollToTop()
    feedRefresh.emit()
  }
}

/** The count of unread notifications as the badge shows it (docs/product.md#unread-badge). */
export function badgeText(count: number): string {
  return count > BADGE_MAX ? '···' : String(count)
}

function Badge({ count, floating }: { count: number; floating: boolean }) {
  if (count <= 0) return null
  return (
    <span className={classes.badge} data-floating={floating || undefined}>
      <span aria-hidden>{badgeText(count)}</span>
      <span className="sr-only">{`${count} 条未读`}</span>
    </span>
  )
}
