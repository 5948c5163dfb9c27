import classes from './ProofHint.module.css'

/** Shown while the browser computes a proof of work. */
export function ProofHint() {
  return (
    <p className={classes.proving} role="status">
      正在做安全验证，通常一两秒
    </p>
  )
}
