import { reportBrowserError } from '@shiliu/contract/site'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, renderInApp } from '#test/render.tsx'

function Crash({ error }: { error: Error }): never {
  throw error
}

/** The boundary with nothing reported yet. */
async function freshBoundary() {
  vi.resetModules()
  return (await import('./ErrorBoundary.tsx')).ErrorBoundary
}

describe('ErrorBoundary', () => {
  // React logs what a boundary catches.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

  it('shows a message instead of the broken page and reports the error once', async () => {
    const server = fakeServer()
    server.reply(reportBrowserError, () => ({}))
    const ErrorBoundary = await freshBoundary()
    const page = (key: string) => (
      <ErrorBoundary key={key} resetKey="/">
        <Crash error={new TypeError('note is undefined')} />
      </ErrorBoundary>
    )
    renderInApp([page('one'), page('two')])
    expect(screen.getAllByText('页面出了点问题')).toHaveLength(2)
    await waitFor(() => expect(server.requests).toHaveLength(1))
    expect(server.requests[0]?.body).toMatchObject({ message: 'TypeError: note is undefined', page: '/' })
  })

  it('does not report a chunk that failed to load', async () => {
    const server = fakeServer()
    const ErrorBoundary = await freshBoundary()
    renderInApp(
      <ErrorBoundary resetKey="/">
        <Crash error={new TypeError('Failed to fetch dynamically imported module: /assets/page.js')} />
      </ErrorBoundary>,
    )
    expect(screen.getByText('页面没能加载出来')).toBeVisible()
    expect(server.requests).toEqual([])
  })

  it('renders again when its key changes', async () => {
    fakeServer().reply(reportBrowserError, () => ({}))
    const ErrorBoundary = await freshBoundary()
    const { rerender } = renderInApp(
      <ErrorBoundary resetKey="/broken">
        <Crash error={new Error('broken')} />
      </ErrorBoundary>,
    )
    expect(screen.getByText('页面出了点问题')).toBeVisible()
    rerender(<ErrorBoundary resetKey="/fine">内容</ErrorBoundary>)
    expect(screen.getByText('内容')).toBeVisible()
  })
})
