import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import classes from './EmptyState.module.css'

type Props = {
  drawing?: DrawingName
  title: string
  /** Makes the title the page's heading, where nothing else is. */
  heading?: boolean
  hint?: string
  /** One button or link. */
  action?: ReactNode
}

/** A list with nothing in it: a drawing, one sentence, one thing to do. */
export function EmptyState({ drawing = 'empty-notes', title, heading = false, hint, action }: Props) {
  const Title = heading ? 'h1' : 'p'
  return (
    <div className={classes.state}>
      <Drawing name={drawing} />
      <Title className={classes.title}>{title}</Title>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
