/** What a single request may do to the event loop, and what is answered while it is late. */
import * as auth from '@shiliu/contract/auth'
import * as posts from '@shiliu/contract/posts'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { makeCategory, makeUser, type TestUser } from './factories.ts'
import { createTestApp } from './test-app.ts'

/** Occupies the processor. */
function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('refuses with 503 while the event loop is late, but not health, and recovers', async () => {
  const test = await createTestApp()
  const app = await buildApp(test.ctx, { pressure: { maxEventLoopDelay: 40, sampleInterval: 50 } })
  onTestFinished(() => app.close())
  const get = async (url: string) => {
    const { statusCode, headers, body } = await app.inject({ url })
    return { status: statusCode, retryAfter: headers['retry-after'], body }
  }
  // On a busy machine it is late from the start.
  await expect.poll(() => get('/api/posts')).toMatchObject({ status: 200 })
  while (!app.isUnderPressure()) {
    block(100)
    await new Promise((resolve) => setTimeout(resolve))
  }
  const refused = await get('/api/posts')
  expect(refused).toMatchObject({ status: 503, retryAfter: '2' })
  expect(JSON.parse(refused.body)).toMatchObject({
    code: 503,
    error: 'unavailable',
    message: '服务暂时不可用，请 2 秒后再试',
  })
  expect(await get('/api/health')).toMatchObject({ status: 200 })
  await expect.poll(() => get('/api/posts')).toMatchObject({ status: 200 })
})

it('lets others write between the notes that one account sends at once', async () => {
  const test = await createTestApp()
  const [flooder, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { id: category_id } = await makeCategory(test.ctx, '学习')
  const publish = ({ token }: TestUser) =>
    test.ok(posts.create, { body: { title: '笔记', content: '正文', category_id }, token })
  await Promise.all([...Array.from({ length: 30 }, () => publish(flooder)), publish(other)])
  const written = await test.ctx.db.selectFrom('posts').select('user_id').orderBy('id').execute()
  expect(written.findIndex(({ user_id }) => user_id === other.id)).toBeLessThan(15)
})

it.each([
  [posts.create.path, 128 * 1024],
  [auth.login.path, 16 * 1024],
])('%s takes a body of %i bytes at most', async (path, most) => {
  const test = await createTestApp()
  const { token } = await makeUser(test.ctx)
  const send = async (size: number) => {
    const payload = JSON.stringify({ content: '' })
    const filled = payload.replace('""', `"${'x'.repeat(size - payload.length)}"`)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (await test.app.inject({ method: 'POST', url: `/api${path}`, payload: filled, headers })).statusCode
  }
  expect(await send(most)).toBe(400)
  expect(await send(most + 1)).toBe(413)
})
