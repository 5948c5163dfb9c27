import { waitTime } from '@shiliu/contract/text'
import { useWaiting } from '#data/patience.ts'
import classes from './WaitingLine.module.css'

/** Says what the step called `name` waits for and how long, with a button to call it off; nothing while it does not. */
export function WaitingLine({ name, className = '' }: { name: string; className?: string | undefined }) {
  const waiting = useWaiting(name)
  return (
    // Stays in the page, since screen readers read out only what changes in a status that is there.
    <div className={`${classes.line} ${className}`} role="status" data-waiting={waiting ? true : undefined}>
      {waiting && (
        <>
          <span>
            {waiting.reason}，{/* Read out once, not with every second. */}
            <span aria-hidden>{waitTime(waiting.seconds)}后自动再试</span>
            <span className="sr-only">稍后自动再试</span>
          </span>
          <button type="button" className={classes.cancel} onClick={waiting.cancel}>
            不等了
          </button>
        </>
      )}
    </div>
  )
}
