import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { makeUser } from '#test/factories.ts'
import { readFirstPart } from '#test/sse-client.ts'
import { createTestApp } from '#test/test-app.ts'

type Method = 'GET' | 'POST' | 'PUT'

/** An application with the limits of a real site. */
async function setUp() {
  const test = await createTestApp()
  const app = await buildApp({ ...test.ctx, config: { ...test.ctx.config, limitFactor: 1 } })
  onTestFinished(() => app.close())
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const response = await app.inject({ method: 'POST', url, payload, headers })
    return { status: response.statusCode, headers: response.headers, ...response.json() }
  }
  const times = async (n: number, method: Method, url: string, token?: string, payload?: object) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answers = await Promise.all(
      Array.from({ length: n }, () => app.inject({ method, url, headers, ...(payload && { payload }) })),
    )
    return answers.map(({ statusCode }) => statusCode)
  }
  return { test, app, post, times }
}

it('counts writes per account', async () => {
  const { test, post } = await setUp()
  const [busy, calm] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { user_id } = await makeUser(test.ctx)
  const follow = ({ token }: { token: string }) =>
    post(`/api/users/${user_id}/follow`, {}, { authorization: `Bearer ${token}` })
  const statuses = await Promise.all(Array.from({ length: 300 }, async () => (await follow(busy)).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await follow(busy)).status).toBe(429)
  expect((await follow(calm)).status).toBe(200)
})

it.each<[name: string, Method, url: string, allowed: number, body?: object]>([
  ['uploads', 'POST', '/api/upload/single', 120],
  ['renewals of one session', 'POST', '/api/auth/refresh', 10, { refresh_token: 'the same' }],
  ['guesses of a password', 'PUT', '/api/users/ME/password', 20, {}],
  ['captchas', 'GET', '/api/auth/captcha', 300],
])('limits the number of %s', async (_, method, url, allowed, body) => {
  const { test, times } = await setUp()
  const user = await makeUser(test.ctx)
  // One after another: few uploads of an account may wait at once.
  const send = async (n: number) => {
    const statuses: number[] = []
    for (let i = 0; i < n; i++)
      statuses.push(...(await times(1, method, url.replace('ME', user.user_id), user.token, body)))
    return statuses
  }
  expect(await send(allowed)).not.toContain(429)
  expect(await send(5)).toEqual(Array(5).fill(429))
})

it('limits how often a client reopens its stream', async () => {
  const { test, app } = await setUp()
  const { token } = await makeUser(test.ctx)
  const request = { url: '/api/notifications/stream', headers: { authorization: `Bearer ${token}` } }
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push((await readFirstPart(app, request)).status)
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
})

it('does not limit the reads of a campus behind one address', async () => {
  const { test, times } = await setUp()
  const { token } = await makeUser(test.ctx)
  for (const [url, as] of [
    ['/api/auth/me', token],
    ['/api/notifications/unread-count', token],
    ['/api/notifications/unread-count-by-type', token],
    ['/api/categories', undefined],
    ['/api/posts', undefined],
  ] as const) {
    expect(new Set(await times(400, 'GET', url, as))).toEqual(new Set([200]))
  }
})

it('takes 30 reports of browser errors a minute from one address', async () => {
  const { times } = await setUp()
  const report = { message: 'TypeError: x', page: '/explore' }
  const statuses = await times(31, 'POST', '/api/browser-errors', undefined, report)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses).toContain(429)
})
