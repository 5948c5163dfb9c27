import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { ERRORS } from '@shiliu/contract/errors'
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { makeAdmin, makeUser } from './factories.ts'
import { readFirstPart } from './sse-client.ts'
import { createTestApp, openTestApp } from './test-app.ts'

const endpoints = await allEndpoints()
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe('every endpoint of the contract', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let tokens: { user: string; admin: string }
  beforeAll(async () => {
    test = await openTestApp()
  })
  // New tokens for each test, since some endpoints end a session.
  beforeEach(async () => {
    tokens = { user: (await makeUser(test.ctx)).token, admin: (await makeAdmin(test.ctx)).token }
  })
  afterAll(() => test.close())

  const status = async ({ method, path, raw, stream }: AnyEndpoint, token: string | null) => {
    const url = `${API_PREFIX}${path.replace(/:\w+/g, '999999')}`
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await readFirstPart(test.app, { method, url, headers })
    if ((raw || stream) && answer.status === 200) return 200
    const { code, message } = JSON.parse(answer.text)
    expect(code).toBe(answer.status)
    expect(message).toMatch(/\p{Script=Han}/u)
    return answer.status
  }

  it('is defined once', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
    expect(named.length).toBeGreaterThan(50)
  })

  it.each(named)('%s is served', (_, { method, path }) => {
    expect(test.app.hasRoute({ method, url: `${API_PREFIX}${path}` })).toBe(true)
  })

  it.each(named.filter(([, { role }]) => role === 'user'))('%s takes users only', async (_, endpoint) => {
    expect(await status(endpoint, null)).toBe(401)
    expect(await status(endpoint, 'broken')).toBe(401)
    expect(await status(endpoint, tokens.admin)).toBe(403)
    expect(await status(endpoint, tokens.user)).not.toBeOneOf([401, 403, 500])
  })

  it.each(named.filter(([, { role }]) => role === 'admin'))('%s takes administrators only', async (_, endpoint) => {
    expect(await status(endpoint, null)).toBe(401)
    expect(await status(endpoint, 'broken')).toBe(401)
    expect(await status(endpoint, tokens.user)).toBe(403)
  })

  it.each(named.filter(([, { role }]) => role === 'signed-in'))(
    '%s takes users and administrators',
    async (_, endpoint) => {
      expect(await status(endpoint, null)).toBe(401)
      expect(await status(endpoint, 'broken')).toBe(401)
      expect(await status(endpoint, tokens.user)).not.toBeOneOf([401, 403, 500])
      expect(await status(endpoint, tokens.admin)).not.toBeOneOf([401, 403, 500])
    },
  )

  it.each(named.filter(([, { role }]) => role === 'guest'))(
    '%s welcomes guests, with a broken token too',
    async (_, endpoint) => {
      // A missing input may be rejected, but not the caller; only refresh answers 401 to a missing token.
      const refused = endpoint.path.endsWith('/refresh') ? [403, 500] : [401, 403, 500]
      for (const token of [null, 'null', 'broken']) expect(await status(endpoint, token)).not.toBeOneOf(refused)
    },
  )
})

describe('responses', () => {
  it.each(['/api/posts/%zz', `/api/users/${'x'.repeat(300)}`, '/api/users/%ed%a0%80/posts', '/%zz'])(
    'are envelopes for the address %s, which no route can read',
    async (url) => {
      const test = await createTestApp()
      const answer = await test.app.inject({ url })
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { code: 404, message: '资源不存在', error: 'not_found' },
      ])
    },
  )

  it('are the same at an address that ends with a slash', async () => {
    const test = await createTestApp()
    const { user_id, token } = await makeUser(test.ctx)
    for (const path of ['/api/stats', '/api/posts', `/api/users/${user_id}`, '/api/auth/me']) {
      const headers = { authorization: `Bearer ${token}` }
      const [plain, slashed] = await Promise.all(
        [path, `${path}/`].map((url) => test.app.inject({ url, headers, query: { page: '1' } })),
      )
      expect([slashed?.statusCode, slashed?.json()]).toEqual([200, plain?.json()])
    }
    expect((await test.app.inject({ url: '/api/nope/' })).statusCode).toBe(404)
  })

  it('take an empty form as an empty body, and no other form', async () => {
    const test = await createTestApp()
    const [me, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload = '') =>
      test.app.inject({
        method,
        url: `${API_PREFIX}${url}`,
        headers: { authorization: `Bearer ${me.token}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    expect((await send('POST', `/users/${other.user_id}/follow`)).statusCode).toBe(200)
    expect((await send('DELETE', `/users/${other.user_id}/follow`)).statusCode).toBe(200)
    expect((await send('PUT', '/notifications/read-all')).statusCode).toBe(200)
    expect((await send('POST', '/comments')).json()).toMatchObject({ code: 400, field: 'post_id' })
    expect((await send('POST', '/comments', 'post_id=1')).json()).toMatchObject({
      code: 415,
      error: 'unsupported_media_type',
    })
    expect((await send('POST', '/auth/logout')).statusCode).toBe(200)
  })

  it('are envelopes also for an unknown route and malformed JSON', async () => {
    const test = await openTestApp()
    const unknown = await test.app.inject({ url: '/api/nope' })
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 404])
    const headers = { 'content-type': 'application/json' }
    const malformed = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers,
      payload: '{"user_id": ',
    })
    expect(malformed.json()).toMatchObject({ code: 400, message: ERRORS.bad_request[1] })
    const empty = await test.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: '' })
    expect(empty.json()).toMatchObject({ code: 400, message: '请输入密码' })
    const list = await test.app.inject({ method: 'POST', url: '/api/auth/login', payload: [1, 2] })
    expect(list.statusCode).toBe(400)
    const huge = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { password: 'x'.repeat(2_000_000) },
    })
    expect(huge.statusCode).toBe(413)
    await test.close()
  })
})
