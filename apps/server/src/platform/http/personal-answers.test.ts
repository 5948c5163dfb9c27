/** What browsers and proxies may keep of an answer, and how an answer is found again in the log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp, openTestApp } from '#test/test-app.ts'

let test: Awaited<ReturnType<typeof openTestApp>>
let tokens: Record<'guest' | 'user' | 'admin', string>
let userId: string
beforeAll(async () => {
  test = await openTestApp()
  const user = await makeUser(test.ctx)
  await makePost(test.ctx, user)
  userId = user.user_id
  tokens = { guest: 'null', user: user.token, admin: (await makeAdmin(test.ctx)).token }
})
afterAll(() => test.close())

const get = (url: string, as: keyof typeof tokens, headers = {}) =>
  test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${tokens[as]}`, ...headers } })

describe('answers', () => {
  it.each([
    ['user', '/posts'],
    ['user', '/posts?is_draft=1'],
    ['user', '/posts/1'],
    ['user', '/posts/1/comments'],
    ['user', '/search?keyword=a'],
    ['user', '/users'],
    ['user', '/auth/me'],
    ['user', '/notifications'],
    ['admin', '/admin/sessions'],
    ['admin', '/admin/users/export'],
    ['guest', '/auth/me'],
    ['guest', '/admin/users'],
    ['user', '/admin/users'],
  ] as const)('to a %s of %s are kept by nobody', async (as, url) => {
    expect((await get(url, as)).headers['cache-control']).toBe('no-store')
  })

  it('that carry tokens are kept by nobody', async () => {
    const payload = { user_id: userId, password: 'shiliu123' }
    const { statusCode, headers } = await test.app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it.each(['/posts', '/posts/1', '/posts/1/comments', '/search?keyword=a', '/users', '/posts/999'])(
    'to a guest of %s are kept by that browser, until somebody signs in',
    async (url) => {
      const { headers } = await get(url, 'guest')
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: expect.stringMatching('authorization'),
      })
    },
  )

  it('that are the same for everybody are asked for by their tag', async () => {
    for (const [as, url] of [
      ['guest', '/posts'],
      ['guest', `/users/${userId}`],
      ['user', `/users/${userId}`],
    ] as const) {
      const { headers } = await get(url, as)
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: expect.stringMatching('authorization'),
      })
      expect((await get(url, as, { 'if-none-match': headers.etag })).statusCode).toBe(304)
    }
  })
})

describe('the id of a request', () => {
  it('is in every answer', async () => {
    for (const url of ['/api/posts', '/api/nope', '/api/posts/%E0%A4%A', '/explore', '/api/auth/me'])
      expect((await test.app.inject(url)).headers['x-request-id'], url).toMatch(/^[\w-]{8}-\w+$/)
  })

  it('is never that of another, also after a restart, whatever the client says', async () => {
    const again = await createTestApp()
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = await Promise.all(
      [test, test, again, again].map(async ({ app }) => {
        return (await app.inject({ url: '/api/stats', headers })).headers['x-request-id']
      }),
    )
    expect(new Set([...ids, 'mine']).size).toBe(5)
  })
})
