import * as auth from '@shiliu/contract/auth'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as account from '@shiliu/contract/users'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makePost, makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { openSseClient, type SseClient } from '#test/sse-client.ts'
import { createTestApp } from '#test/test-app.ts'
import { openSession } from '../auth/sessions.service.ts'

const NOTHING = { comments: 0, likes: 0, collections: 0, follows: 0, system: 0, total: 0 }

async function stage() {
  const test = await createTestApp()
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const [reader, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const note = await makePost(test.ctx, reader)
  const open = ({ token }: Pick<TestUser, 'token'> = reader) =>
    openSseClient<notifications.UnreadByType>(`${address}${API_PREFIX}${notifications.stream.path}`, token)
  const like = { body: { target_type: 1, target_id: note.id }, token: other.token } as const
  return { test, reader, other, note, open, like }
}

/** The counts that are told next, by what differs from nothing. */
const counts = async (events: SseClient<notifications.UnreadByType>) => {
  const told = await events.next()
  return told && Object.fromEntries(Object.entries(told).filter(([, n]) => n > 0))
}

afterEach(() => void vi.useRealTimers())

describe('the stream of unread counts', () => {
  it('sends the counts at once, with headers that prevent proxy buffering', async () => {
    const { open } = await stage()
    const events = await open()
    expect(await events.next()).toEqual(NOTHING)
    expect(Object.fromEntries(events.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(events.headers.has('content-encoding')).toBe(false)
  })

  it('sends every change', async () => {
    const { test, reader, other, note, open, like } = await stage()
    const events = await open()
    await events.next()
    const token = other.token
    const params = { id: String(note.id) }
    const notice = async () => {
      const { notifications: rows } = await test.ok(notifications.list, { token: reader.token })
      return { params: { id: String(rows[0]?.id) }, token: reader.token }
    }

    await test.ok(likes.create, like)
    expect(await counts(events)).toEqual({ likes: 1, total: 1 })
    await test.ok(likes.remove, like)
    expect(await counts(events)).toEqual({})
    await test.ok(collections.create, { params, token })
    expect(await counts(events)).toEqual({ collections: 1, total: 1 })
    await test.ok(notifications.read, await notice())
    expect(await counts(events)).toEqual({})
    await test.ok(follows.create, { params: { id: reader.user_id }, token })
    expect(await counts(events)).toEqual({ follows: 1, total: 1 })
    await test.ok(notifications.remove, await notice())
    expect(await counts(events)).toEqual({})
    // Within the hour it would not be told again.
    test.clock.advance(3600 * 1000)
    await test.ok(likes.create, like)
    expect(await counts(events)).toEqual({ likes: 1, total: 1 })
    await test.ok(notifications.readAll, { token: reader.token })
    expect(await counts(events)).toEqual({})
  })

  it('sends changes caused by deleted comments, posts and accounts', async () => {
    const { test, reader, other, note, open } = await stage()
    const events = await open()
    await events.next()
    const say = async (author: TestUser, post_id: number, content = '好', parent_id: number | null = null) =>
      (await test.ok(comments.create, { body: { post_id, content, parent_id }, token: author.token })).id

    const comment = await say(other, note.id)
    expect(await counts(events)).toEqual({ comments: 1, total: 1 })
    await test.ok(comments.remove, { params: { id: String(comment) }, token: other.token })
    expect(await counts(events)).toEqual({})

    const othersNote = await makePost(test.ctx, other)
    await say(other, othersNote.id, `[@${reader.nickname}:${reader.user_id}]`)
    expect(await counts(events)).toEqual({ comments: 1, total: 1 })
    await test.ok(posts.remove, { params: { id: String(othersNote.id) }, token: other.token })
    expect(await counts(events)).toEqual({})

    // Below a third person's note: an answer goes because the account goes that was answered.
    const third = await makeUser(test.ctx)
    const thirdsNote = await makePost(test.ctx, third)
    const doomed = await say(other, thirdsNote.id)
    const answer = await say(reader, thirdsNote.id, '嗯', doomed)
    await say(third, thirdsNote.id, '是', answer)
    expect(await counts(events)).toEqual({ comments: 1, total: 1 })
    await test.ok(account.remove, { params: { id: other.user_id }, token: other.token })
    expect(await counts(events)).toEqual({})
  })

  it('merges bursts and sends nothing where nothing changed', async () => {
    const { test, note, open } = await stage()
    const events = await open()
    await events.next()
    const fans = await Promise.all(Array.from({ length: 30 }, () => makeUser(test.ctx)))
    await Promise.all(
      fans.map(({ token }) => test.ok(likes.create, { body: { target_type: 1, target_id: note.id }, token })),
    )
    const told: number[] = []
    while (told.at(-1) !== fans.length) told.push((await events.next())?.likes ?? 0)
    expect(told).toEqual([...new Set(told)].toSorted((a, b) => a - b))
    expect(told.length).toBeLessThan(15)
  })

  it('ends with its session: signed out, password changed elsewhere, account deleted', async () => {
    const { test, reader, other, open } = await stage()
    const { access_token } = await openSession(test.ctx, { role: 'user', id: reader.id }, 'another device')
    const [here, there, elsewhere] = [await open(), await open({ token: access_token }), await open(other)]
    for (const events of [here, there, elsewhere]) await events.next()
    await test.ok(account.changePassword, {
      params: { id: reader.user_id },
      body: { currentPassword: PASSWORD, newPassword: 'another1' },
      token: reader.token,
    })
    expect(await there.next()).toBeUndefined()
    await test.ok(auth.logout, { token: reader.token })
    expect(await here.next()).toBeUndefined()
    await test.ok(account.remove, { params: { id: other.user_id }, token: other.token })
    expect(await elsewhere.next()).toBeUndefined()
    await expect(open()).rejects.toThrow('401')
  })

  it('sends heartbeats and notices an unpublished ban', async () => {
    const { test, reader, open } = await stage()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const events = await open()
    await events.next()
    await vi.advanceTimersByTimeAsync(25_000)
    await test.ctx.db.updateTable('users').set({ is_active: 0 }).where('id', '=', reader.id).execute()
    test.clock.advance(20_000)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await events.next()).toBeUndefined()
    expect(events.asides).toEqual([':'])
  })

  it('allows five streams per account and closes the oldest with a retry delay', async () => {
    const { test, open, like } = await stage()
    const oldest = await open()
    await oldest.next()
    const others = []
    for (let i = 0; i < 5; i++) others.push(await open())
    expect(await oldest.next()).toBeUndefined()
    expect(oldest.asides).toEqual(['retry: 60000'])
    await test.ok(likes.create, like)
    for (const events of others) {
      expect(await counts(events)).toEqual({})
      expect(await counts(events)).toEqual({ likes: 1, total: 1 })
    }
  })

  it('does not delay the server’s shutdown', async () => {
    const { test, open } = await stage()
    const events = await open()
    await events.next()
    const before = performance.now()
    await test.app.close()
    expect(performance.now() - before).toBeLessThan(2000)
    expect(await events.next()).toBeUndefined()
  })
})
