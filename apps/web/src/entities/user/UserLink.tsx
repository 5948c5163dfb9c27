import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useViewer } from '#api/session.ts'
import { paths } from '#app/paths.ts'
import { cardTrigger } from './card/user-card.ts'

type Props = {
  /** The public id. */
  userId: string
  /** Notes and comments open people beside themselves (spec section 2). */
  newTab?: boolean
  /** Resting on it shows who this is. */
  card?: boolean
  className?: string | undefined
  /** Where what is inside does not name the person. */
  label?: string
  tabIndex?: number
  children: ReactNode
}

/** Leads to a person's page; one's own is /user. */
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
