import { Component, type ReactNode } from 'react'
import { useRetryOnRecovery } from '#api/network.ts'
import { ErrorState } from '#entities/query/ErrorState.tsx'
import { scrollLockCount } from '#ui/overlay/overlay.ts'
import { isLoadFailure, reportError } from './error-reports.ts'

type Props = {
  /** A new key retries. */
  resetKey: string
  /** Called instead of showing the failure, where the page beneath is intact. */
  onError?: () => void
  children: ReactNode
}

type State = { error: unknown; failed: boolean; resetKey: string }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State) {
    return props.resetKey === state.resetKey ? null : { error: null, failed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    reportError(error)
    this.props.onError?.()
  }

  override render() {
    const { error, failed } = this.state
    if (!failed) return this.props.children
    if (this.props.onError) return null
    const reload = () => window.location.reload()
    if (isLoadFailure(error)) return <LoadFailure onRetry={reload} />
    return <ErrorState title="页面出了点问题" hint="刷新一下，多半就好了" retryLabel="刷新页面" onRetry={reload} />
  }
}

/** Once the network is back the page is loaded anew: a chunk or its style sheet that failed is not fetched again. */
function LoadFailure({ onRetry }: { onRetry: () => void }) {
  // What is open above the page may hold input.
  useRetryOnRecovery(true, () => scrollLockCount() === 0 && onRetry())
  return <ErrorState title="页面没能加载出来" hint="检查网络后再试一次" onRetry={onRetry} />
}
