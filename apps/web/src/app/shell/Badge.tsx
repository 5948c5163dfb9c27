import classes from './Badge.module.css'
import { badgeText } from './navigation.ts'

/** The red count of unread notifications; nothing at 0. `floating` sits on the corner of an icon. */
export function Badge({ count, floating = false }: { count: number; floating?: boolean }) {
  if (count <= 0) return null
  return (
    <span className={classes.badge} data-floating={floating || undefined}>
      <span aria-hidden>{badgeText(count)}</span>
      <span className="sr-only">{`${count} 条未读`}</span>
    </span>
  )
}
