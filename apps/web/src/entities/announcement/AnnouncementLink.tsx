import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = { to: string; className?: string | undefined; children: ReactNode }

/** Leads to a page of the site, or to another site in a new tab. */
export function AnnouncementLink({ to, children, ...rest }: Props) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} {...rest}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow" {...rest}>
      {children}
    </a>
  )
}
