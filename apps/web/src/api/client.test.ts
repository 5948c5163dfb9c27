import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import * as posts from '@shiliu/contract/posts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { adminSession, onSessionEnd, userSession } from './session.ts'
import { readItem, writeItem } from './storage.ts'
import { sendOnce } from './unanswered.ts'

const viewer = { id: 1, user_id: 'shiliu01', nickname: '石榴', avatar: '', bio: '', location: '' }
const tokens = (name: string, expires_in = 3600) => ({ access_token: name, refresh_token: `r-${name}`, expires_in })

type Answer = { status: number; body?: object; headers?: HeadersInit }
type Handler = (path: string, token: string | null, init: RequestInit) => Answer | Error
let handler: Handler
const requests: string[] = []
const ended = vi.fn()
onSessionEnd(ended)

const ok = (data?: unknown) => ({ status: 200, body: { code: 200, message: 'ok', data } })
const rejected = { status: 401, body: { code: 401, message: '未授权访问', error: 'unauthorized' } }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(path)
    const token = (init.headers as Record<string, string>).authorization?.replace('Bearer ', '') ?? null
    await new Promise((resolve) => setTimeout(resolve, 10))
    const response = handler(path, token, init)
    if (response instanceof Error) throw response
    const { status, body, headers = {} } = response
    return new Response(body ? JSON.stringify(body) : 'oops', { status, headers })
  })
})

afterEach(() => {
  userSession.clear()
  requests.length = 0
  ended.mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function settle<T>(promise: Promise<T>) {
  const settled = promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(1000)
  return settled
}

/** A server that never responds. */
function neverRespond(_: string, { signal }: RequestInit) {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

const me = () => call(auth.me)

describe('a POST that must not be done twice', () => {
  const body = { title: '标题', content: '正文', category_id: 1 }
  const publish = (changes = {}) => {
    const sent = { ...body, ...changes }
    return settle(sendOnce(sent, (headers) => call(posts.create, { body: sent, headers })))
  }
  const keys: (string | undefined)[] = []
  const answer = (response: ReturnType<Handler>) => {
    handler = (_path, _token, { headers }) => {
      keys.push((headers as Record<string, string>)['idempotency-key'])
      return response
    }
  }
  beforeEach(() => {
    keys.length = 0
    writeItem('unanswered', null)
    userSession.signIn(tokens('token'), viewer)
  })

  test('keeps its key until it is answered', async () => {
    answer(new TypeError('offline'))
    await publish()
    answer({ status: 502 })
    await publish()
    answer({ status: 200 })
    await publish()
    answer({ status: 429, body: { code: 429 } })
    await publish()
    answer({ status: 409, body: { code: 409, error: 'request_running' } })
    await publish()
    answer(ok({ id: 1 }))
    await publish()
    await publish()
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys.slice(0, 6)).size).toBe(1)
    expect(keys[6]).not.toBe(keys[0])
    expect(readItem('unanswered')).toBeNull()
  })

  test('keeps its key when the session ends before an answer came', async () => {
    answer(new TypeError('offline'))
    await publish()
    answer(rejected)
    await publish()
    expect(userSession.get()).toBeNull()
    userSession.signIn(tokens('again'), viewer)
    answer(ok({ id: 1 }))
    await publish()
    // Renewing the token is sent without a key.
    expect(new Set(keys.filter((key) => key !== undefined)).size).toBe(1)
    expect(readItem('unanswered')).toBeNull()
  })

  test('gets another key with another text or account, and after a refusal', async () => {
    answer(new TypeError('offline'))
    await publish()
    await publish({ title: '别的' })
    userSession.signIn(tokens('token'), { ...viewer, id: 2 })
    await publish()
    expect(new Set(keys).size).toBe(3)
    answer({ status: 400, body: { code: 400 } })
    await publish()
    await publish()
    expect(new Set(keys).size).toBe(4)
  })

  test('stores no text and forgets its key after a day', async () => {
    answer(new TypeError('offline'))
    await publish()
    expect(readItem('unanswered')).not.toContain('标题')
    vi.setSystemTime(1_000_000 + 24 * 3600 * 1000)
    userSession.signIn(tokens('token'), viewer)
    await publish()
    expect(new Set(keys).size).toBe(2)
  })
})

describe('a rejected token', () => {
  test('is renewed once for concurrent calls, which then succeed', async () => {
    userSession.signIn(tokens('old'), viewer)
    handler = (path, token) =>
      path === '/api/auth/refresh' ? ok(tokens('new')) : token === 'new' ? ok(viewer) : rejected
    const { value } = (await settle(Promise.all([me(), me(), me()]))) as { value: unknown[] }
    expect(value).toHaveLength(3)
    expect(requests.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
    expect(userSession.get()).toMatchObject({ token: 'new', refreshToken: 'r-new', info: viewer })
    expect(ended).not.toHaveBeenCalled()
  })

  test('ends the session once when it cannot be renewed', async () => {
    userSession.signIn(tokens('old'), viewer)
    handler = () => rejected
    const results = await settle(Promise.allSettled([me(), me()]))
    expect(JSON.stringify(results)).toContain('session_ended')
    expect(userSession.get()).toBeNull()
    expect(ended).toHaveBeenCalledExactlyOnceWith('user')
  })

  test('stays when the renewal gets no response', async () => {
    userSession.signIn(tokens('old'), viewer)
    handler = (path) => (path === '/api/auth/refresh' ? new TypeError('offline') : rejected)
    expect(await settle(me())).toMatchObject({ error: { status: 0, message: '网络连接失败，请检查网络设置' } })
    expect(userSession.get()?.token).toBe('old')
  })

  test.each([200, 401, 403])('stays when something else on the way answers the renewal with %i', async (status) => {
    userSession.signIn(tokens('old'), viewer)
    handler = (path) => (path === '/api/auth/refresh' ? { status } : rejected)
    await settle(me())
    expect(userSession.get()?.token).toBe('old')
    expect(ended).not.toHaveBeenCalled()
  })

  test('is only an error for a guest', async () => {
    handler = () => rejected
    expect(await settle(me())).toMatchObject({ error: { status: 401, message: '未授权访问' } })
    expect(ended).not.toHaveBeenCalled()
  })

  test('does not restore a session that was signed out meanwhile', async () => {
    userSession.signIn(tokens('old'), viewer)
    handler = (path) => {
      if (path !== '/api/auth/refresh') return rejected
      userSession.clear()
      return ok(tokens('new'))
    }
    await settle(me())
    expect(userSession.get()).toBeNull()
  })
})

describe('another user who signs in during a call', () => {
  const other = { ...viewer, id: 2, user_id: 'shiliu02' }

  test.each([
    ['after the rejection', 3600],
    ['during the renewal', 30],
  ])('does not send it: %s', async (_, expiresIn) => {
    userSession.signIn(tokens('mine', expiresIn), viewer)
    const sent: (string | null)[] = []
    handler = (path, token) => {
      if (path !== '/api/auth/refresh') sent.push(token)
      userSession.signIn(tokens('theirs'), other)
      return rejected
    }
    expect(await settle(me())).toMatchObject({ error: { status: 401, error: 'session_ended' } })
    expect(sent).not.toContain('theirs')
    expect(userSession.get()).toMatchObject({ token: 'theirs', info: other })
    expect(ended).not.toHaveBeenCalled()
  })

  test('is not signed out by a response to the previous user', async () => {
    userSession.signIn(tokens('old'), viewer)
    handler = (path, token) => {
      if (path === '/api/auth/refresh') return ok(tokens('new'))
      if (token === 'new') userSession.signIn(tokens('theirs'), other)
      return rejected
    }
    expect(await settle(me())).toMatchObject({ error: { status: 401 } })
    expect(userSession.get()?.token).toBe('theirs')
    expect(ended).not.toHaveBeenCalled()
  })
})

test('a token about to expire is renewed before the call', async () => {
  userSession.signIn(tokens('old', 90), viewer)
  handler = (path) => (path === '/api/auth/refresh' ? ok(tokens('new')) : ok({ posts: [] }))
  await settle(call(posts.list))
  expect(requests).toEqual(['/api/posts'])
  vi.advanceTimersByTime(60_000)
  await settle(call(posts.list))
  expect(requests.slice(1)).toEqual(['/api/auth/refresh', '/api/posts'])
})

test('a token about to expire is renewed once for concurrent calls', async () => {
  userSession.signIn(tokens('old', 30), viewer)
  const sent: (string | null)[] = []
  handler = (path, token) => {
    if (path === '/api/auth/refresh') return ok(tokens('new'))
    sent.push(token)
    return ok(viewer)
  }
  await settle(Promise.all([me(), me(), me()]))
  expect(requests.filter((path) => path === '/api/auth/refresh')).toHaveLength(1)
  expect(sent).toEqual(['new', 'new', 'new'])
})

test('an administrator’s session ends without affecting the user’s', async () => {
  userSession.signIn(tokens('user'), viewer)
  adminSession.signIn(tokens('admin'), { id: 1, username: 'admin', role: 'owner' })
  handler = () => rejected
  expect(await settle(call(adminAuth.me))).toMatchObject({ error: { message: '会话已过期，已自动退出登录' } })
  expect(requests).toEqual(['/api/auth/admin/me', '/api/auth/admin/refresh'])
  expect(ended).toHaveBeenCalledExactlyOnceWith('admin')
  expect(adminSession.get()).toBeNull()
  expect(userSession.get()?.token).toBe('user')
})

test('encodes parameters and omits empty query fields', async () => {
  handler = () => ok({ posts: [] })
  await settle(call(posts.list, { query: { page: 2, keyword: '石榴 & 花', category: '', user_id: null } }))
  await settle(call(posts.get, { params: { id: 7 } }))
  expect(requests).toEqual(['/api/posts?page=2&keyword=%E7%9F%B3%E6%A6%B4+%26+%E8%8A%B1', '/api/posts/7'])
})

describe('the message of an error', () => {
  test.each([
    [{ status: 400, body: { code: 400, message: '请输入昵称', field: 'nickname' } }, '请输入昵称', 'nickname'],
    [{ status: 404 }, '资源不存在', undefined],
    [{ status: 418 }, '请求失败 (418)', undefined],
    [{ status: 429 }, '操作太频繁，请稍后再试', undefined],
    [{ status: 503, headers: { 'retry-after': '600' } }, '服务暂时不可用，请 10 分钟后再试', undefined],
    [{ status: 502 }, '服务暂时不可用，请稍后再试', undefined],
    // The page of a network that wants to be signed in to.
    [{ status: 200 }, '网络连接失败，请检查网络设置', undefined],
  ])('%o', async (response, message, field) => {
    handler = () => response
    expect(await settle(call(posts.list))).toMatchObject({ error: { message, field } })
  })

  test('after a minute without a response', async () => {
    vi.stubGlobal('fetch', neverRespond)
    const pending = settle(call(posts.list))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await pending).toMatchObject({ error: { status: 0, message: '网络连接失败，请检查网络设置' } })
  })

  test('is the signal’s reason for an aborted call', async () => {
    vi.stubGlobal('fetch', neverRespond)
    const abort = new AbortController()
    const pending = settle(call(posts.list, { signal: abort.signal }))
    abort.abort()
    expect(await pending).toMatchObject({ error: { name: 'AbortError' } })
  })
})
