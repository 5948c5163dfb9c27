/** Who signed in, was refused or changed what can be read from files of their own (docs/operations.md#安全日志). */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { users as adminUsers } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { makeAdmin, makePost, makeUser } from './factories.ts'
import { createTestApp, type TestApp } from './test-app.ts'

const PASSWORD = 'shiliu123'
const dirOf = ({ ctx }: TestApp) => join(ctx.config.dataDir, 'logs')

function linesOf(test: TestApp): Record<string, unknown>[] {
  const dir = dirOf(test)
  if (!existsSync(dir)) return []
  const text = readdirSync(dir).map((file) => readFileSync(join(dir, file), 'utf8'))
  return text.flatMap((lines) => lines.trim().split('\n')).map((line) => JSON.parse(line))
}

const signIn = ({ app }: TestApp, user_id: string, password: string) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '203.0.113.9',
    payload: { user_id, password },
  })

it('notes sign-ins and refusals with account, address and the request id of the answer', async () => {
  const test = await createTestApp()
  const user = await makeUser(test.ctx)
  const wrong = await signIn(test, user.user_id, 'wrong123')
  const right = await signIn(test, user.user_id, PASSWORD)
  expect([wrong.statusCode, right.statusCode]).toEqual([400, 200])
  const shared = { event: 'sign-in', address: '203.0.113.9', name: user.user_id, time: expect.any(String) }
  expect(linesOf(test)).toEqual([
    expect.objectContaining({ ...shared, outcome: 'credentials_wrong', requestId: wrong.headers['x-request-id'] }),
    expect.objectContaining({
      ...shared,
      outcome: 'done',
      account: `user:${user.id}`,
      requestId: right.headers['x-request-id'],
    }),
  ])
  expect(JSON.stringify(linesOf(test))).not.toMatch(/shiliu123|wrong123/)
  const dir = dirOf(test)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600)
})

it('notes a token that is used again', async () => {
  const test = await createTestApp()
  const user = await makeUser(test.ctx)
  const { refresh_token } = (await signIn(test, user.user_id, PASSWORD)).json().data.tokens
  const renew = (token: string) => test.call(auth.refresh, { body: { refresh_token: token } })
  const second = (await renew(refresh_token)).data.refresh_token
  await renew(second)
  expect((await renew(refresh_token)).status).toBe(401)
  expect(linesOf(test)).toContainEqual(
    expect.objectContaining({ event: 'token replay', account: `user:${user.id}`, address: '127.0.0.1' }),
  )
})

it('notes deletions, and what administrators write and take away', async () => {
  const test = await createTestApp()
  const [user, admin] = [await makeUser(test.ctx), await makeAdmin(test.ctx)]
  const { id } = await makePost(test.ctx, user)
  const { token } = user
  const body = { post_id: id, content: '好', parent_id: null }
  const comment = await test.ok(comments.create, { body, token })
  await test.ok(comments.remove, { params: { id: String(comment.id) }, token })
  await test.ok(posts.remove, { params: { id: String(id) }, token })
  await test.app.inject({ url: '/api/admin/users/export', headers: { authorization: `Bearer ${admin.token}` } })
  await test.ok(adminUsers.update, {
    params: { id: String(user.id) },
    body: { nickname: '新名字' },
    token: admin.token,
  })
  await test.call(adminUsers.remove, { params: { id: '999999' }, token: admin.token })
  await test.call(adminUsers.remove, { params: { id: String(user.id) }, token })
  await test.ok(users.remove, { params: { id: user.user_id }, body: { password: PASSWORD }, token })
  const by = { user: `user:${user.id}`, admin: `admin:${admin.id}` }
  expect(linesOf(test).map(({ event, outcome, account, endpoint }) => [event, outcome, account, endpoint])).toEqual([
    ['deletion', 'done', by.user, 'DELETE /api/comments/:id'],
    ['deletion', 'done', by.user, 'DELETE /api/posts/:id'],
    ['export', 'done', by.admin, 'GET /api/admin/users/export'],
    ['administration', 'done', by.admin, 'PUT /api/admin/users/:id'],
    ['administration', 'record_not_found', by.admin, 'DELETE /api/admin/users/:id'],
    ['administration', 'forbidden', undefined, 'DELETE /api/admin/users/:id'],
    ['deletion', 'done', by.user, 'DELETE /api/users/:id'],
  ])
})

it('notes limits that were hit, and of a flood only the first of a minute', async () => {
  const test = await createTestApp()
  test.ctx.settings.current.reactions_per_minute = 0
  const user = await makeUser(test.ctx)
  const { id } = await makePost(test.ctx, user)
  const like = () =>
    test.app.inject({
      method: 'POST',
      url: '/api/likes',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { target_type: 1, target_id: id },
    })
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await like()).statusCode)
  expect(statuses.at(-1)).toBe(429)
  const limit = { event: 'limit', outcome: 'too_many_requests', account: `user:${user.id}` }
  expect(linesOf(test)).toEqual([expect.objectContaining(limit)])
  test.clock.advance(60_000)
  await like()
  expect(linesOf(test)).toHaveLength(2)
})

it('knows the address and port that a trusted proxy tells, and no other', async () => {
  const note = async (settings: Record<string, string>) => {
    const test = await createTestApp(settings)
    await test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-real-port': '40123' },
      payload: { user_id: 'nobody', password: PASSWORD },
    })
    const [{ address, port } = {}] = linesOf(test)
    return { address, port }
  }
  expect(await note({ TRUST_PROXY: '127.0.0.1' })).toEqual({ address: '203.0.113.7', port: 40_123 })
  expect(await note({})).toMatchObject({ address: '127.0.0.1', port: null })
})

it('keeps a file for each day and deletes them after the set time, and nothing else', async () => {
  const test = await createTestApp()
  await signIn(test, 'nobody', PASSWORD)
  test.clock.advance(24 * 3600 * 1000)
  await signIn(test, 'nobody', PASSWORD)
  const dir = dirOf(test)
  expect(readdirSync(dir)).toEqual(['security-2026-09-01.log', 'security-2026-09-02.log'])
  writeFileSync(join(dir, 'notes.log'), '')
  test.ctx.securityLog.purgeBefore(test.clock.now())
  expect(readdirSync(dir)).toEqual(['notes.log', 'security-2026-09-02.log'])
})

it('answers also where the log cannot be written', async () => {
  const test = await createTestApp()
  const user = await makeUser(test.ctx)
  writeFileSync(dirOf(test), '')
  expect((await signIn(test, user.user_id, PASSWORD)).statusCode).toBe(200)
})
