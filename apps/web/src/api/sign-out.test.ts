import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userSession } from './session.ts'
import { leadToSchool, signOut } from './sign-out.ts'

const viewer = { id: 1, user_id: 'shiliu01', nickname: '石榴', avatar: '', bio: '', location: '' }
const tokens = (name: string, expires_in = 3600) => ({ access_token: name, refresh_token: `r-${name}`, expires_in })

/** The requests: path and token or body. */
let requests: string[]
let accepted: string
let renewals: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  requests = []
  accepted = 'old'
  renewals = true
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    const token = (headers as Record<string, string>).authorization?.replace('Bearer ', '')
    requests.push(`${path} ${token ?? body}`)
    if (path === '/api/auth/refresh' && renewals) {
      accepted = 'new'
      return Response.json({ code: 200, message: 'ok', data: tokens('new') })
    }
    const status = token === accepted ? 200 : 401
    return Response.json({ code: status, message: '' }, { status })
  })
})
afterEach(() => {
  userSession.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('signs out before the server responds', async () => {
  userSession.signIn(tokens('old'), viewer)
  const done = signOut('user')
  expect(userSession.get()).toBeNull()
  await done
  expect(requests).toEqual(['/api/auth/logout old'])
})

test('renews an expired token for the request and does not store it', async () => {
  userSession.signIn(tokens('old', 3600), viewer)
  vi.advanceTimersByTime(3_600_000)
  const done = signOut('user')
  expect(userSession.get()).toBeNull()
  await done
  expect(requests).toEqual(['/api/auth/refresh {"refresh_token":"r-old"}', '/api/auth/logout new'])
  expect(userSession.get()).toBeNull()
})

test('renews a token that the server rejects', async () => {
  userSession.signIn(tokens('older'), viewer)
  await signOut('user')
  expect(requests.map((line) => line.split(' ')[0])).toEqual([
    '/api/auth/logout',
    '/api/auth/refresh',
    '/api/auth/logout',
  ])
})

test('ignores a missing response, a rejection and a second sign-out', async () => {
  await signOut('user')
  expect(requests).toEqual([])

  renewals = false
  userSession.signIn(tokens('older'), viewer)
  await signOut('user')
  expect(requests).toHaveLength(2)

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  userSession.signIn(tokens('old'), viewer)
  await signOut('user')
  expect(userSession.get()).toBeNull()
})

test('leads to the school that the session came from, once', async () => {
  const assign = vi.fn()
  vi.stubGlobal('window', { location: { assign } })
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    return Response.json({ code: 200, message: '', data: { url: 'https://school.test/logout' } })
  })
  userSession.signIn(tokens('old'), viewer)
  leadToSchool(true)
  const done = signOut('user')
  expect(userSession.get()).toBeNull()
  await done
  expect(assign.mock.calls).toEqual([['https://school.test/logout']])
  userSession.signIn(tokens('old'), viewer)
  await signOut('user')
  expect(requests).toEqual(['/api/auth/campus/logout', '/api/auth/logout'])
  expect(assign).toHaveBeenCalledTimes(1)
})
