/** A POST that is sent again with its `Idempotency-Key` makes nothing twice (docs/api.md#idempotency-keys). */
import * as comments from '@shiliu/contract/comments'
import * as likes from '@shiliu/contract/likes'
import { IDEMPOTENCY, TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import type { FastifyInstance } from 'fastify'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { deleteAccount } from '#modules/account/trash.service.ts'
import { purgeRequests } from '#platform/db/idempotent-requests.ts'
import { emptyTrash, makeAdmin, makeCategory, makePost, makeUser } from './factories.ts'
import { multipart, smallPicture } from './pictures.ts'
import { storedMedia } from './stored-media.ts'
import { createTestApp } from './test-app.ts'

/** Of a small picture. */
const FILES = 2

type Sent = { token: string; key?: string; headers?: object; app?: FastifyInstance }

async function setUp() {
  const test = await createTestApp()
  const [author, reader] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const category_id = (await makeCategory(test.ctx)).id
  const note = { title: '只发一次', content: '正文', category_id, tags: ['一次'] }
  const post = async (url: string, payload: object, { token, key, headers, app = test.app }: Sent) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api${url}`,
      payload,
      headers: { ...headers, authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
    })
    return { status: response.statusCode, retryAfter: response.headers['retry-after'], ...response.json() }
  }
  const count = async (table: 'posts' | 'comments' | 'media' | 'idempotent_requests') =>
    (await test.ctx.db.selectFrom(table).select('id').execute()).length
  return { test, author, reader, note, post, count }
}

it('publishes a note once', async () => {
  const { author, note, post, count } = await setUp()
  const sent = { token: author.token, key: 'a-key' }
  const first = await post('/posts', note, sent)
  expect(first).toMatchObject({ status: 200, data: { id: expect.any(Number) } })
  expect(await post('/posts', note, sent)).toEqual(first)
  expect(await count('posts')).toBe(1)
  // Another key, and none at all, are other notes.
  expect((await post('/posts', note, { ...sent, key: 'b-key' })).data.id).not.toBe(first.data.id)
  expect((await post('/posts', note, { token: author.token })).status).toBe(200)
  expect((await post('/posts', note, { ...sent, key: '' })).status).toBe(200)
  expect(await count('posts')).toBe(4)
})

it('answers a comment as it was answered first, and notifies once', async () => {
  const { test, author, reader, post, count } = await setUp()
  const { id } = await makePost(test.ctx, author)
  const body = { post_id: id, content: '只说一次' }
  const sent = { token: reader.token, key: 'a-key' }
  const first = await post('/comments', body, sent)
  await test.ok(likes.create, { body: { target_type: TARGET.comment, target_id: first.data.id }, token: author.token })
  expect(await post('/comments', body, sent)).toEqual(first)
  expect(await count('comments')).toBe(1)
  expect(await test.ok(notifications.unreadByType, { token: author.token })).toMatchObject({ comments: 1 })
  const { pagination } = await test.ok(comments.listOfPost, { params: { id: String(id) } })
  expect(pagination.total).toBe(1)
})

it.each([
  ['single', 'file', 1],
  ['image', 'image', 1],
  ['multiple', 'files', 2],
  ['images', 'images', 2],
])('stores what is sent to /upload/%s once', async (path, field, pictures) => {
  const { test, author, post } = await setUp()
  const bodies = await Promise.all(Array.from({ length: pictures }, (_, i) => smallPicture(i)))
  const parts = bodies.map((body, i) => ({ field, name: `${i}.png`, body }))
  const { payload, headers } = multipart(parts)
  const sent = { token: author.token, key: 'a-key', headers }
  const first = await post(`/upload/${path}`, payload, sent)
  expect(first.status).toBe(200)
  expect(await post(`/upload/${path}`, payload, sent)).toEqual(first)
  expect(await storedMedia(test)).toEqual({ rows: pictures, files: FILES * pictures })
  const other = multipart(parts.map((part) => ({ ...part, body: bodies.at(-1) ?? '', name: 'other.png' })))
  expect(await post(`/upload/${path}`, other.payload, sent)).toMatchObject({ status: 422 })
})

it('stores pictures that are sent as base64 once', async () => {
  const { test, author, post } = await setUp()
  const payload = { images: [(await smallPicture()).toString('base64')] }
  const sent = { token: (await makeAdmin(test.ctx)).token, key: 'a-key' }
  const first = await post('/upload/base64', payload, sent)
  expect(await post('/upload/base64', payload, sent)).toEqual(first)
  expect(await storedMedia(test)).toEqual({ rows: 1, files: FILES })
  expect((await post('/upload/base64', payload, { ...sent, token: author.token })).data.urls).not.toEqual(
    first.data.urls,
  )
})

it.each([
  ['/categories', { name: '只建一次', category_title: 'once' }],
  ['/auth/admin/admins', { username: '只建一次', password: 'secret12' }],
])('makes what existing clients create at %s once', async (url, body) => {
  const { test, post } = await setUp()
  const sent = { token: (await makeAdmin(test.ctx)).token, key: 'a-key' }
  const first = await post(url, body, sent)
  expect(first.status).toBe(200)
  expect(await post(url, body, sent)).toEqual(first)
})

it('keeps nothing by which the password of a body could be guessed', async () => {
  const body = { username: '新管理员', password: 'secret12' }
  const fingerprints = [1, 2].map(async () => {
    const { test, post } = await setUp()
    await post('/admin/admins', body, { token: (await makeAdmin(test.ctx)).token, key: 'a-key' })
    return test.ctx.db.selectFrom('idempotent_requests').select('fingerprint').executeTakeFirstOrThrow()
  })
  const [one, other] = await Promise.all(fingerprints)
  expect(one).not.toEqual(other)
})

describe('a key', () => {
  it('belongs to one account, endpoint and body', async () => {
    const { test, author, reader, note, post, count } = await setUp()
    const sent = { token: author.token, key: 'a-key' }
    const first = await post('/posts', note, sent)
    const reused = { status: 422, error: 'idempotency_key_reused', message: expect.stringContaining('Idempotency-Key') }
    expect(await post('/posts', { ...note, title: '别的' }, sent)).toMatchObject(reused)
    expect(await post('/comments', { post_id: first.data.id, content: '好' }, sent)).toMatchObject(reused)
    expect(await post('/posts', note, { ...sent, token: reader.token })).toMatchObject({ status: 200 })
    expect([await count('posts'), await count('comments')]).toEqual([2, 0])
    // Where keys mean nothing they are not looked at.
    const collected = await test.app.inject({
      method: 'POST',
      url: `/api/posts/${first.data.id}/collect`,
      headers: { authorization: `Bearer ${author.token}`, 'idempotency-key': 'a-key' },
    })
    expect(collected.statusCode).toBe(200)
  })

  it('tells bodies apart that list the same words', async () => {
    const { author, note, post } = await setUp()
    const sent = { token: author.token, key: 'a-key' }
    expect((await post('/posts', { ...note, tags: ['一次'], images: [] }, sent)).status).toBe(200)
    expect((await post('/posts', { ...note, tags: ['一次', 'images'] }, sent)).status).toBe(422)
  })

  it('tells large pictures apart by their last byte', async () => {
    const { author, post } = await setUp()
    const picture = await smallPicture()
    const body = (last: number) => ({
      images: [Buffer.concat([picture, Buffer.alloc(2_000_000), Buffer.of(last)]).toString('base64')],
    })
    const sent = { token: author.token, key: 'a-key' }
    const first = await post('/upload/base64', body(1), sent)
    expect(first.status).toBe(200)
    expect(await post('/upload/base64', body(1), sent)).toEqual(first)
    expect((await post('/upload/base64', body(2), sent)).status).toBe(422)
  })

  it.each(['x'.repeat(IDEMPOTENCY.keyMax + 1), 'a b', 'clé'])('like «%s» is refused', async (key) => {
    const { author, note, post, count } = await setUp()
    expect(await post('/posts', note, { token: author.token, key })).toMatchObject({
      status: 400,
      error: 'idempotency_key_invalid',
    })
    expect(await count('posts')).toBe(0)
  })

  it('is free again after a refusal', async () => {
    const { author, note, post, count } = await setUp()
    const sent = { token: author.token, key: 'a-key' }
    expect(await post('/posts', { ...note, title: '' }, sent)).toMatchObject({ status: 400, field: 'title' })
    expect(await post('/posts', { ...note, images: ['https://example.com/a.jpg'] }, sent)).toMatchObject({
      status: 400,
    })
    expect(await count('idempotent_requests')).toBe(0)
    expect(await post('/posts', note, sent)).toMatchObject({ status: 200 })
  })

  it('is remembered for a day, and not beyond the account', async () => {
    const { test, author, reader, note, post, count } = await setUp()
    const sent = { token: author.token, key: 'a-key' }
    const first = await post('/posts', note, sent)
    test.clock.advance(IDEMPOTENCY.keepMs - 60_000)
    await purgeRequests(test.ctx)
    expect((await post('/posts', note, { ...sent, token: reader.token })).status).toBe(200)
    expect(await count('idempotent_requests')).toBe(2)
    test.clock.advance(120_000)
    await purgeRequests(test.ctx)
    expect(await count('idempotent_requests')).toBe(1)
    await deleteAccount(test.ctx, reader.id, reader.user_id)
    await emptyTrash(test)
    expect(await count('idempotent_requests')).toBe(0)
    expect((await post('/posts', note, sent)).data.id).not.toBe(first.data.id)
  })
})

describe('the same request', () => {
  it('is refused with a time to wait while the first still runs', async () => {
    const { test, author, post } = await setUp()
    const { payload, headers } = multipart([{ field: 'file', name: 'a.png', body: await smallPicture() }])
    const sent = { token: author.token, key: 'a-key', headers }
    const put = test.ctx.storage.put.bind(test.ctx.storage)
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const begun = new Promise<void>((resolve) => {
      test.ctx.storage.put = async (...file) => {
        resolve()
        await held
        await put(...file)
      }
    })
    const first = post('/upload/single', payload, sent)
    await begun
    expect(await post('/upload/single', payload, sent)).toMatchObject({
      status: 409,
      retryAfter: '1',
      message: '上一次提交还在处理，请 1 秒后再试',
    })
    goOn()
    const stored = await first
    expect(stored).toMatchObject({ status: 200 })
    expect(await post('/upload/single', payload, sent)).toEqual(stored)
    expect(await storedMedia(test)).toEqual({ rows: 1, files: FILES })
  })

  // SQLite has one process, whose transactions wait for each other.
  if (inject('engine') === 'mysql') {
    it('is refused where another node works on it for long', async () => {
      const { test, author, note, post, count } = await setUp()
      const sent = { token: author.token, key: 'a-key' }
      await test.ctx.db.transaction().execute(async (other) => {
        const row = { account: `user:${author.id}`, request_key: 'a-key', fingerprint: '', answer: '', created_at: 1 }
        await other.insertInto('idempotent_requests').values(row).execute()
        expect(await post('/posts', note, sent)).toMatchObject({ status: 409, retryAfter: '1' })
        await other.deleteFrom('idempotent_requests').execute()
      })
      expect(await post('/posts', note, sent)).toMatchObject({ status: 200 })
      expect(await count('posts')).toBe(1)
    })
  }

  it('makes one thing however often it is sent at once to several nodes', async () => {
    const { test, author, reader, note, post, count } = await setUp()
    const nodes = await Promise.all(Array.from({ length: 3 }, () => buildApp(test.ctx)))
    onTestFinished(() => Promise.all(nodes.map((node) => node.close())).then(() => undefined))
    const { id } = await makePost(test.ctx, author)
    const { payload, headers } = multipart([{ field: 'file', name: 'a.png', body: await smallPicture() }])
    const sent = { token: reader.token, app: test.app }
    const sends = [
      (app: FastifyInstance) => post('/posts', note, { ...sent, app, key: 'note' }),
      (app: FastifyInstance) => post('/comments', { post_id: id, content: '一次' }, { ...sent, app, key: 'comment' }),
      (app: FastifyInstance) => post('/upload/single', payload, { ...sent, app, headers, key: 'upload' }),
    ]
    for (const send of sends) {
      const answers = await Promise.all([...nodes, ...nodes, ...nodes].map(send))
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      const made = answers.filter(({ status }) => status === 200).map(({ data }) => JSON.stringify(data))
      expect(new Set(made).size).toBe(1)
    }
    expect([await count('posts'), await count('comments'), await storedMedia(test)]).toEqual([
      2,
      1,
      { rows: 1, files: FILES },
    ])
  })
})
