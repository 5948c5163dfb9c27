import { requireLogin } from '#entities/user/require-login.ts'
import { createStore } from '#ui/state/store.ts'

/** What somebody is about to report. */
export type ReportTarget = { kind: 'post' | 'comment' | 'user'; id: number }

/** What the open dialog reports; null while it is closed. */
export const reportTarget = createStore<ReportTarget | null>(null)

export const closeReport = () => reportTarget.set(null)

/** Opens the dialog for who is signed in; leads others to signing in. */
export function openReport(target: ReportTarget) {
  if (requireLogin()) reportTarget.set(target)
}
