import classes from './MediaError.module.css'

type Props = { text: string; onRetry: () => void }

export function MediaError({ text, onRetry }: Props) {
  return (
    <p className={classes.error} role="status">
      {text}
      <button type="button" className={classes.retry} onClick={onRetry}>
        重试
      </button>
    </p>
  )
}
