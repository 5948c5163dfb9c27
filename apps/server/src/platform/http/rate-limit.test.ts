import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

/** The application with the limits that a real site has. */
async function setUp() {
  const test = await createTestApp()
  const app = await buildApp(test.ctx)
  onTestFinished(() => app.close())
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const response = await app.inject({ method: 'POST', url, payload, headers })
    return { status: response.statusCode, headers: response.headers, ...response.json() }
  }
  return { test, post }
}

it.each([
  ['/api/auth/login', (i: number) => ({ user_id: 'victim', password: `wrong${i}` })],
  ['/api/auth/login', (i: number) => ({ other: `x${i}`, user_id: 'victim', password: 'wrong' })],
  ['/api/auth/login', (i: number) => ({ username: `x${i}`, user_display_id: 'victim', password: 'wrong' })],
  [
    '/api/auth/login',
    (i: number) => ({ user_id: `${' '.repeat(i)}${i % 2 ? 'Victim' : 'victim'}`, password: 'wrong' }),
  ],
  ['/api/auth/admin/login', (i: number) => ({ user_id: `x${i}`, username: 'admin', password: 'wrong1' })],
])('%s lets nobody go on guessing one password', async (url, body) => {
  const { post } = await setUp()
  const answers = await Promise.all(Array.from({ length: 22 }, (_, i) => post(url, body(i))))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(20)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused).toMatchObject({ code: 429, message: '操作太频繁，请稍后再试', headers: { 'retry-after': '300' } })
  // The neighbour behind the same address signs in as before.
  const neighbour = await post('/api/auth/login', { user_id: 'neighbour', password: 'wrong' })
  expect(neighbour.status).toBe(400)
})

it('counts writes per account', async () => {
  const { test, post } = await setUp()
  const [busy, calm] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { id } = await makePost(test.ctx, calm)
  const collect = ({ token }: { token: string }) =>
    post(`/api/posts/${id}/collect`, {}, { authorization: `Bearer ${token}` })
  const statuses = await Promise.all(Array.from({ length: 301 }, async () => (await collect(busy)).status))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect((await collect(calm)).status).toBe(200)
})
