import classes from './MediaProblem.module.css'

type Props = { text: string; onRetry: () => void }

/** What went wrong with a picture or video, over it, with a way to try again. */
export function MediaProblem({ text, onRetry }: Props) {
  return (
    <p className={classes.problem} role="status">
      {text}
      <button type="button" className={classes.retry} onClick={onRetry}>
        重试
      </button>
    </p>
  )
}
