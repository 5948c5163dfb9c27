import classes from './LoadingOverlay.module.css'

/** Above what is shown while newer rows are on their way; it waits a moment, so that quick answers do not flicker. */
export function LoadingOverlay({ dim }: { dim: boolean }) {
  return (
    <div className={classes.overlay} role="status" data-dim={dim || undefined}>
      <span className={classes.word}>
        <span className={classes.ring} aria-hidden />
        加载中...
      </span>
    </div>
  )
}
