/** What one person does again and again tells another once (docs/product.md#notifications). */
import { follows as followRows } from '@shiliu/contract/admin/follows'
import { likes as likeRows } from '@shiliu/contract/admin/likes'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { expect, it, onTestFinished } from 'vitest'
import { like, unlike } from '#modules/likes/likes.service.ts'
import { openResources } from '#resources.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { purgeToldEvents } from './notifications.service.ts'

const HOUR = 3600 * 1000

async function stage() {
  const test = await createTestApp()
  const [reader, sender, author] = [await makeUser(test.ctx), await makeUser(test.ctx), await makeUser(test.ctx)]
  const note = await makePost(test.ctx, author)
  const received = async () => {
    const { notifications: rows } = await test.ok(notifications.list, { query: { limit: 100 }, token: reader.token })
    return rows.map(({ type, is_read }) => ({ type, is_read }))
  }
  return { test, reader, sender, author, note, received }
}

it('tells once an hour of one sender’s mentions in and below one note', async () => {
  const { test, reader, sender, author, note, received } = await stage()
  const content = `[@${reader.nickname}:${reader.user_id}] 来看`
  const comment = (by: { token: string }, post_id = note.id) =>
    test.ok(comments.create, { body: { post_id, content }, token: by.token })
  for (let i = 0; i < 3; i++) await comment(sender)
  expect(await received()).toHaveLength(1)
  await comment(author)
  expect(await received()).toHaveLength(2)
  await comment(sender, (await makePost(test.ctx, author)).id)
  expect(await received()).toHaveLength(3)
  test.clock.advance(HOUR - 60_000)
  await comment(sender)
  expect(await received()).toHaveLength(3)
  test.clock.advance(60_000)
  await comment(sender)
  await comment(sender)
  expect(await received()).toHaveLength(4)
})

it('tells of a note that mentions somebody, and an hour later of the author’s comments below it', async () => {
  const { test, reader, author, received } = await stage()
  const content = `[@${reader.nickname}:${reader.user_id}] 来看`
  const { id } = await makePost(test.ctx, author, { content })
  const comment = () => test.ok(comments.create, { body: { post_id: id, content }, token: author.token })
  const edit = async (text: string) => {
    const { category_id } = await test.ctx.db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const body = { title: '改过', content: text, category_id }
    await test.ok(posts.update, { params: { id: String(id) }, body, token: author.token })
  }
  await comment()
  expect(await received()).toHaveLength(1)
  test.clock.advance(HOUR)
  await edit('没有提到')
  await edit(content)
  expect(await received()).toHaveLength(1)
  await comment()
  expect(await received()).toHaveLength(2)
})

it('remembers for an hour what it told, on other nodes and over a restart', async () => {
  const { test, reader, sender, received } = await stage()
  const other = await openResources(test.ctx.config, { log: test.ctx.log, clock: test.clock })
  onTestFinished(() => other.close())
  const [one, two] = [await makePost(test.ctx, reader), await makePost(test.ctx, reader)]
  const target = ({ id }: { id: number }) => ({ target_type: 1, target_id: id }) as const
  const told = () => test.ctx.db.selectFrom('told_events').select('event_key').execute()
  await like(test.ctx, sender.id, target(one))
  await unlike(test.ctx, sender.id, target(one))
  await like(other.ctx, sender.id, target(one))
  expect(await received()).toEqual([{ type: 1, is_read: 1 }])
  for (const { ctx } of [test, other]) {
    await like(ctx, sender.id, target(two))
    expect(await received()).toHaveLength(2)
    await unlike(ctx, sender.id, target(two))
    test.clock.advance(HOUR)
    expect(await received()).toHaveLength(1)
  }
  expect(await told()).toHaveLength(2)
  await purgeToldEvents(test.ctx)
  expect(await told()).toEqual([])
  await like(test.ctx, sender.id, target(two))
  expect(await received()).toEqual([
    { type: 1, is_read: 0 },
    { type: 1, is_read: 1 },
  ])
})

it.each([
  ['likes', 1],
  ['follows', 6],
] as const)('tells once of %s that are switched on and off', async (what, type) => {
  const { test, reader, sender, received } = await stage()
  const { id } = await makePost(test.ctx, reader)
  const like = { body: { target_type: 1, target_id: id }, token: sender.token } as const
  const follow = { params: { id: reader.user_id }, token: sender.token }
  const on = () => (what === 'likes' ? test.ok(likes.create, like) : test.ok(follows.create, follow))
  const off = () => (what === 'likes' ? test.ok(likes.remove, like) : test.ok(follows.remove, follow))
  await on()
  expect(await received()).toEqual([{ type, is_read: 0 }])
  await off()
  expect(await received()).toEqual([])
  for (let i = 0; i < 3; i++) {
    await on()
    expect(await received()).toEqual([{ type, is_read: 1 }])
    await off()
  }
  const unread = await test.ok(notifications.unreadCount, { token: reader.token })
  expect(unread).toEqual({ count: 0 })
})

it('tells once of what an administrator takes back', async () => {
  const { test, reader, sender, received } = await stage()
  const { token } = await makeAdmin(test.ctx)
  const { id } = await makePost(test.ctx, reader)
  const like = { body: { target_type: 1, target_id: id }, token: sender.token } as const
  const follow = { params: { id: reader.user_id }, token: sender.token }
  for (let i = 0; i < 3; i++) {
    await test.ok(likes.create, like)
    await test.ok(follows.create, follow)
    const is_read = i === 0 ? 0 : 1
    expect(await received()).toEqual([
      { type: 6, is_read },
      { type: 1, is_read },
    ])
    for (const rows of [likeRows, followRows]) {
      const { data } = await test.ok(rows.list, { token })
      await test.ok(rows.removeMany, { body: { ids: data.map((row) => row.id) }, token })
    }
    if (i === 0) expect(await received()).toEqual([])
  }
})
