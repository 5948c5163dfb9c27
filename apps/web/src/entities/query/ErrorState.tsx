import { ApiError, messageOf } from '#api/error.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Button } from '#ui/form/Button.tsx'

type Props = {
  /** What was thrown; its message becomes the hint. */
  error?: unknown
  title?: string
  hint?: string
  retryLabel?: string
  onRetry?: () => void
}

export function ErrorState({ error, title, hint, retryLabel = '重新加载', onRetry }: Props) {
  const offline = error instanceof ApiError && error.status === 0
  return (
    <div role="alert">
      <EmptyState
        illustration="offline"
        title={title ?? (offline ? '网络好像断开了' : '加载失败')}
        hint={hint ?? (error ? messageOf(error, '稍后再试一次') : undefined)}
        action={
          onRetry && (
            <Button variant="plain" onClick={onRetry}>
              {retryLabel}
            </Button>
          )
        }
      />
    </div>
  )
}
