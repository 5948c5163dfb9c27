import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import classes from './EmptyState.module.css'

type Props = {
  drawing?: DrawingName
  title: string
  hint?: string
  /** One button or link. */
  action?: ReactNode
}

/** A list with nothing in it: a drawing, one sentence, one thing to do. */
export function EmptyState({ drawing = 'empty-notes', title, hint, action }: Props) {
  return (
    <div className={classes.state}>
      <Drawing name={drawing} />
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
