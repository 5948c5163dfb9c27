import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'
// Inlined: without a network it could not be fetched.
import offline from './illustrations/offline.svg?inline'

type Illustration = 'empty-notes' | 'empty-inbox' | 'empty-people' | 'offline' | 'not-found'

const files = import.meta.glob<string>(['./illustrations/*.svg', '!./illustrations/offline.svg'], {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

type Props = {
  illustration?: Illustration
  title: string
  /** Makes the title the page's heading, where nothing else is. */
  heading?: boolean
  hint?: string
  action?: ReactNode
}

export function EmptyState({ illustration = 'empty-notes', title, heading = false, hint, action }: Props) {
  const Title = heading ? 'h1' : 'p'
  const src = illustration === 'offline' ? offline : files[`./illustrations/${illustration}.svg`]
  return (
    <div className={classes.state}>
      <img className={classes.illustration} src={src} width={160} height={120} alt="" />
      <Title className={classes.title}>{title}</Title>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
