/** Reports errors of the web app to the server, which shows them among the faults of the back office. */
import { BROWSER_ERROR } from '@shiliu/contract/limits'
import { reportBrowserError } from '@shiliu/contract/site'
import { send } from '#api/send.ts'

/** A fault that repeats on every frame must not flood the server. */
const MAX_REPORTS = 5
const reported = new Set<string>()

/** Whether a chunk could not be fetched: offline, or gone after a new release. Only loading the page anew helps. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module|preload/i.test(error.message)
}

/** The path without what names somebody or something: `/explore`, `/user`, `/admin/users`. */
function pageOf(pathname: string): string {
  const parts = pathname.split('/').slice(1, pathname.startsWith('/admin/') ? 3 : 2)
  return `/${parts.join('/').replace(/[^\w/-]/g, '')}`.slice(0, BROWSER_ERROR.pageMax)
}

/** Sends an error once per page load. Without a network nothing is sent. */
export function reportError(error: unknown): void {
  if (isLoadFailure(error)) return
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).trim()
  if (!message || reported.has(message) || reported.size >= MAX_REPORTS) return
  reported.add(message)
  const body = {
    message: message.slice(0, BROWSER_ERROR.messageMax),
    page: pageOf(window.location.pathname),
    stack: error instanceof Error ? error.stack?.slice(0, BROWSER_ERROR.stackMax) : undefined,
  }
  const { method, path } = reportBrowserError
  send({ method, path, body }, null).catch(() => undefined)
}

/** Listens for errors that nothing catches; React passes those of components without a boundary to the window, too. */
export function reportUncaughtErrors(): void {
  // No `error`: a script of another origin, or a notice such as "ResizeObserver loop completed".
  window.addEventListener('error', ({ error }) => error && reportError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
