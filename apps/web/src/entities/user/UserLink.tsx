import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { cardTrigger } from './card/user-card.ts'

type Props = {
  userId: string
  /** In notes and comments. */
  newTab?: boolean
  /** Opens the hover card. */
  card?: boolean
  className?: string | undefined
  /** The accessible name, for children that do not name the person. */
  label?: string
  tabIndex?: number
  children: ReactNode
}

/** A link to a person's page; the viewer's own is /user. */
export function UserLink({ userId, newTab = false, card = false, className, label, tabIndex, children }: Props) {
  const own = useViewer()?.user_id === userId
  return (
    <Link
      {...(card && cardTrigger(userId))}
      className={className}
      to={own ? paths.ownProfile() : paths.user(userId)}
      target={newTab ? '_blank' : undefined}
      aria-label={label}
      tabIndex={tabIndex}
    >
      {children}
    </Link>
  )
}
