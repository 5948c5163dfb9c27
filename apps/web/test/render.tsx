/** Mounts components as the app does, on an API that answers what a test says. */

import { MantineProvider } from '@mantine/core'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import type { AnyEndpoint, OutputOf } from '@shiliu/contract/endpoint'
import type { ErrorCode } from '@shiliu/contract/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import { queryClient as client } from '#api/query-client.ts'
import { adminSession, userSession, type Viewer } from '#api/session.ts'
import { clearRecords } from '#data/records.ts'
import { Toaster } from '#ui/feedback/Toaster.tsx'

export const viewer: Viewer = { id: 1, user_id: 'me', nickname: '我', avatar: '', bio: '', location: '' }

/** Signs the viewer in until the end of the test. */
export function signIn(): void {
  userSession.signIn({ access_token: 'token', refresh_token: 'refresh', expires_in: 3600 }, viewer)
  onTestFinished(() => userSession.clear())
}

/** Signs an administrator in until the end of the test. */
export function signInAdmin(role: AdminRole = 'owner'): void {
  adminSession.signIn(
    { access_token: 'token', refresh_token: 'refresh', expires_in: 3600 },
    { id: 1, username: 'admin', role },
  )
  onTestFinished(() => adminSession.clear())
}

/** Mounts `ui` in StrictMode with the providers of the app, at `path`. */
export function renderInApp(ui: ReactNode, { path = '/' } = {}) {
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retry: false } })
  onTestFinished(() => {
    client.clear()
    clearRecords()
  })
  const result = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>{ui}</MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...result, client, user: userEvent.setup() }
}

type Request = { method: string; path: string; query: Record<string, string>; body: unknown; key: string | null }
/** `retryAfter` in seconds; `lost` where the server works and its answer does not arrive. */
type Reply = {
  status?: number
  message?: string
  error?: ErrorCode
  field?: string
  ticket?: string
  data?: unknown
  retryAfter?: number
  lost?: true
}

type Answer<E extends AnyEndpoint> = (
  request: Request,
) => (Reply & { data?: OutputOf<E> }) | Promise<Reply & { data?: OutputOf<E> }>

/**
 * Stands for the server at the network: `reply` answers an endpoint until the end of the test, and a request to any
 * other one fails. `requests` lists what was sent.
 */
export function fakeServer() {
  const replies = new Map<string, (request: Request) => Reply | Promise<Reply>>()
  const requests: Request[] = []
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init = {}) => {
    const { pathname, searchParams } = new URL(String(input), 'http://localhost')
    const request = {
      method: init.method ?? 'GET',
      path: pathname.replace(/^\/api/, ''),
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      key: new Headers(init.headers).get('idempotency-key'),
    }
    requests.push(request)
    const reply = [...replies].find(([pattern]) => new RegExp(`^${pattern}$`).test(`${request.method} ${request.path}`))
    if (!reply) throw new TypeError(`no reply for ${request.method} ${request.path}`)
    const { status = 200, message = 'success', data = null, retryAfter, lost, ...detail } = await reply[1](request)
    if (lost) throw new TypeError('Failed to fetch')
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return new Response(JSON.stringify({ code: status, message, data, ...detail }), { status, headers })
  }
  onTestFinished(() => {
    globalThis.fetch = realFetch
  })
  function reply<E extends AnyEndpoint>({ method, path }: E, answer: Answer<E>) {
    replies.set(`${method} ${path.replace(/:\w+/g, '[^/]+')}`, answer)
  }
  return {
    requests,
    reply,
    /** Like `reply`, but the answers wait for a call of the returned function. */
    hold<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>): () => void {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      reply(endpoint, async (request) => {
        await released
        return answer(request)
      })
      return release
    },
  }
}
