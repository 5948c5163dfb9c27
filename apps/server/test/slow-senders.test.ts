/** Rights are checked when something is done: a request whose body takes its time, and a file that is read slowly. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { admins } from '@shiliu/contract/admin/admins'
import * as moderation from '@shiliu/contract/admin/moderation'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import * as comments from '@shiliu/contract/comments'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import { expect, it, onTestFinished } from 'vitest'
import { makeAdmin, makePost, makeUser } from './factories.ts'
import { createTestApp } from './test-app.ts'

async function stage() {
  const test = await createTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = test.app.server.address() as AddressInfo
  const [owner, moderator, author] = [
    await makeAdmin(test.ctx),
    await makeAdmin(test.ctx, 'moderator'),
    await makeUser(test.ctx),
  ]
  const note = await makePost(test.ctx, author)

  /** Sends the head of a request and half of its body; the rest when it is told to. */
  async function begin({ method, path }: AnyEndpoint, body: object, token: string) {
    const bytes = Buffer.from(JSON.stringify(body))
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': bytes.length,
      expect: '100-continue',
    }
    const sent = request({ port, method, path: API_PREFIX + path, headers })
    onTestFinished(() => void sent.destroy())
    const answered = once(sent, 'response')
    answered.catch(() => {})
    sent.flushHeaders()
    await once(sent, 'continue')
    sent.write(bytes.subarray(0, 5))
    // Its head was read: the server knows who asks.
    await test.ok(moderation.history, { query: { target_type: '1', target_id: '1' }, token: owner.token })
    return async () => {
      sent.end(bytes.subarray(5))
      const [response] = await answered
      return { status: response.statusCode as number, ...JSON.parse(await text(response)) }
    }
  }
  const demote = (role: 'viewer') =>
    test.ok(admins.update, { params: { id: String(moderator.id) }, body: { role }, token: owner.token })
  return { test, owner, moderator, author, note, begin, demote, port }
}

it('a decision is refused to who lost the role before all of it had arrived', async () => {
  const { moderator, note, begin, demote } = await stage()
  const body = { target_type: 1, ids: [note.id], action: 'hide', reason: '广告' }
  const finish = await begin(moderation.moderate, body, moderator.token)
  await demote('viewer')
  expect(await finish()).toMatchObject({ status: 403, error: 'forbidden' })
})

it('a comment is refused to who was banned or muted before all of it had arrived', async () => {
  const { test, owner, author, note, begin } = await stage()
  const other = await makeUser(test.ctx)
  const body = { post_id: note.id, content: '最后一句' }
  const [first, second] = [
    await begin(comments.create, body, author.token),
    await begin(comments.create, body, other.token),
  ]
  const sanction = { reason: '刷屏', until: null }
  await test.ok(sanctions.ban, { params: { id: String(author.id) }, body: sanction, token: owner.token })
  await test.ok(sanctions.mute, { params: { id: String(other.id) }, body: sanction, token: owner.token })
  expect(await first()).toMatchObject({ status: 401 })
  expect(await second()).toMatchObject({ status: 403, error: 'muted' })
  expect(await test.ctx.db.selectFrom('comments').select('id').execute()).toEqual([])
})

it('an export breaks off for who loses the role while it is read', async () => {
  const { test, owner, author, port } = await stage()
  const administrator = await makeAdmin(test.ctx, 'administrator')
  for (let i = 0; i < 12; i++) await makePost(test.ctx, author, { content: '长'.repeat(1900) })
  const rows = await test.ctx.db.selectFrom('posts').selectAll().execute()
  const many = Array.from({ length: 100 }, () => rows.map(({ id: _, ...row }) => row))
  for (const some of many) await test.ctx.db.insertInto('posts').values(some).execute()
  const headers = { authorization: `Bearer ${administrator.token}` }
  const sent = request({ port, path: `${API_PREFIX}/admin/posts/export`, headers })
  onTestFinished(() => void sent.destroy())
  sent.end()
  const [response] = await once(sent, 'response')
  await once(response, 'readable')
  await test.ok(admins.update, {
    params: { id: String(administrator.id) },
    body: { role: 'editor' },
    token: owner.token,
  })
  // The reader gets what was on the way, and then an end that is none.
  await expect(text(response)).rejects.toThrow()
})
