import { NOTICE } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import { describe, expect, it } from 'vitest'
import { createPost } from '#modules/posts/post-mutations.service.ts'
import { tx } from '#platform/db/tx.ts'
import { makeUser, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type NewNotification, notificationTitle, notify, withdrawNotification } from './notifications.service.ts'

async function stage() {
  const test = await createTestApp()
  const [reader, sender] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  return { test, reader, sender, token: reader.token, post: await makePost(test, reader, '我的笔记') }
}

async function makePost(test: TestApp, author: TestUser, title: string, is_draft = false): Promise<number> {
  const { id } = (await test.ctx.db.selectFrom('categories').select('id').executeTakeFirst()) ?? {
    id: await insert(test, 'categories', {
      name: '学习',
      name_key: '学习',
      category_title: 'study',
      created_at: test.clock.now(),
    }),
  }
  return createPost(test.ctx, author.id, { title, content: '正文', category_id: id, is_draft })
}

async function insert(
  test: TestApp,
  table: 'categories' | 'comments' | 'media' | 'post_images' | 'likes',
  row: object,
) {
  const result = await test.ctx.db
    .insertInto(table)
    .values(row as never)
    .executeTakeFirstOrThrow()
  return Number(result.insertId)
}

const comment = (test: TestApp, user: TestUser, post: number, content: string, parent: number | null = null) =>
  insert(test, 'comments', {
    post_id: post,
    user_id: user.id,
    parent_id: parent,
    root_id: parent,
    content,
    created_at: test.clock.now(),
  })

const about = (reader: TestUser, sender: TestUser, fields: Partial<NewNotification> = {}): NewNotification => ({
  userId: reader.id,
  senderId: sender.id,
  type: NOTICE.likePost,
  targetId: null,
  commentId: null,
  eventKey: `like:1:1:${sender.id}`,
  ...fields,
})

const tell = (test: TestApp, notice: NewNotification) => tx(test.ctx, (t) => notify(t, notice))

describe('notify', () => {
  it('creates one notification per event, none for one’s own, and publishes the change', async () => {
    const { test, reader, sender, token } = await stage()
    const live: number[] = []
    test.ctx.bus.subscribe('user-notified', ({ userId }) => live.push(userId))
    await tell(test, about(reader, reader))
    await Promise.all(Array.from({ length: 10 }, () => tell(test, about(reader, sender))))
    expect(await test.ok(notifications.unreadCount, { token })).toEqual({ count: 1 })
    expect(live).toEqual([reader.id])
  })

  it('creates notifications that can be listed by type', async () => {
    const { test, reader, sender, token } = await stage()
    const types = [NOTICE.likePost, NOTICE.follow, NOTICE.likePost, NOTICE.mention]
    for (const [i, type] of types.entries()) await tell(test, about(reader, sender, { type, eventKey: `event ${i}` }))
    const list = (query: object) => test.ok(notifications.list, { query, token })
    const shown = async (type: string) => (await list({ type })).notifications.map((notice) => notice.type)
    expect(await shown('')).toEqual([7, 1, 6, 1])
    expect(await shown('1')).toEqual([1, 1])
    expect(await shown('7')).toEqual([7])
    for (const type of ['3', '8', 'abc', '%']) expect(await shown(type)).toEqual([])
    const first = await list({ type: '1', limit: 1 })
    expect(first).toMatchObject({ pagination: { total: 2, pages: 2 }, unread: 4 })
    const cursor = String(first.pagination.next_cursor)
    expect((await list({ type: '1', limit: 1, cursor })).notifications).toMatchObject([{ type: 1 }])
    expect(await test.call(notifications.list, { query: { type: '6', cursor }, token })).toMatchObject({
      status: 400,
      field: 'cursor',
    })
  })

  it('is rolled back with its transaction', async () => {
    const { test, reader, sender, token } = await stage()
    const live: number[] = []
    test.ctx.bus.subscribe('user-notified', ({ userId }) => live.push(userId))
    const failing = tx(test.ctx, async (t) => {
      await notify(t, about(reader, sender))
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await test.ok(notifications.unreadCount, { token })).toEqual({ count: 0 })
    expect(live).toEqual([])
  })

  it('withdraws an unread one; a read one stays and prevents a second one', async () => {
    const { test, reader, sender, token } = await stage()
    const notice = about(reader, sender)
    await tell(test, notice)
    await withdrawNotification(test.ctx, reader.id, notice.eventKey)
    expect((await test.ok(notifications.list, { token })).notifications).toEqual([])
    await tell(test, notice)
    await test.ok(notifications.readAll, { token })
    await withdrawNotification(test.ctx, reader.id, notice.eventKey)
    await tell(test, notice)
    expect(await test.ok(notifications.list, { token })).toMatchObject({ notifications: [{ is_read: 1 }], unread: 0 })
  })

  it('has a title for every type', () => {
    expect(Object.values(NOTICE).map((type) => notificationTitle(type))).not.toContain(undefined)
    expect([notificationTitle(7), notificationTitle(7, true)]).toEqual(['在笔记中提到了你', '在评论中提到了你'])
  })
})

describe('the tabs', () => {
  it('show a like with the post’s card picture, and a liked comment with its text', async () => {
    const { test, reader, sender, token, post } = await stage()
    const key = `ab/${'ab'.repeat(16)}`
    const size = { width: 3, height: 4, thumbhash: '', bytes: 9, created_at: test.clock.now() }
    const media_id = await insert(test, 'media', { media_key: key, owner_id: reader.id, ...size })
    await insert(test, 'post_images', { post_id: post, position: 2, url: 'https://example.org/2.webp' })
    await insert(test, 'post_images', { post_id: post, position: 1, media_id })
    // A video has no card picture.
    await insert(test, 'post_images', { post_id: post, position: 0, url: 'https://example.org/1.mp4' })
    const comment_id = await comment(test, reader, post, '好的')
    await tell(test, about(reader, sender, { targetId: post }))
    const liked = { type: NOTICE.likeComment, targetId: post, commentId: comment_id, eventKey: 'like:2' }
    await tell(test, about(reader, sender, liked))
    const { notifications: list, pagination } = await test.ok(notifications.likes, { token })
    expect(pagination).toMatchObject({ page: 1, limit: 20, total: 2, pages: 1 })
    const image = { post_title: '我的笔记', post_image: test.ctx.storage.url(`${key}-card.webp`) }
    expect(list).toMatchObject([
      {
        type: 2,
        target_type: 2,
        comment_id,
        target_id: post,
        comment_content: '好的',
        title: '赞了你的评论',
        ...image,
      },
      { type: 1, target_type: 1, comment_id: null, comment_content: null, title: '赞了你的笔记', is_read: 0, ...image },
    ])
    expect(list[0]).toMatchObject({
      user_id: reader.id,
      sender_id: sender.id,
      from_user_auto_id: sender.id,
      from_user_id: sender.user_id,
      from_nickname: sender.nickname,
    })
  })

  it('show a reply with its parent and the reader’s own like', async () => {
    const { test, reader, sender, token, post } = await stage()
    const parent = await comment(test, reader, post, '原话')
    const reply = await comment(test, sender, post, '回复', parent)
    await insert(test, 'likes', {
      user_id: reader.id,
      target_type: 2,
      target_id: reply,
      comment_id: reply,
      created_at: test.clock.now(),
    })
    await tell(test, about(reader, sender, { type: NOTICE.replyComment, targetId: post, commentId: reply }))
    const mention = { type: NOTICE.mention, targetId: post, eventKey: 'mention' }
    await tell(test, about(reader, sender, mention))
    const { notifications: list } = await test.ok(notifications.comments, { token })
    expect(list).toMatchObject([
      { type: 7, title: '在笔记中提到了你', comment_content: null, comment_created_at: null, comment_is_liked: 0 },
      {
        type: 5,
        comment_content: '回复',
        parent_comment_content: '原话',
        comment_is_liked: 1,
        comment_like_count: 0,
        comment_created_at: expect.stringMatching(/Z$/),
        post_image: null,
      },
    ])
  })

  it('hide a post that became a draft', async () => {
    const { test, reader, sender, token } = await stage()
    const post = await makePost(test, sender, '秘密', true)
    const commentId = await comment(test, sender, post, '私下')
    await tell(test, about(reader, sender, { type: NOTICE.mention, targetId: post, commentId }))
    const { notifications: list } = await test.ok(notifications.comments, { token })
    expect(list).toMatchObject([{ target_id: post, post_title: null, post_image: null, comment_content: null }])
  })

  it('contain their own types and count them separately', async () => {
    const { test, reader, sender, token, post } = await stage()
    for (const type of Object.values(NOTICE)) {
      await tell(test, about(reader, sender, { type, targetId: post, eventKey: `event:${type}` }))
    }
    const types = async (endpoint: typeof notifications.list) =>
      (await test.ok(endpoint, { token })).notifications.map((notice) => notice.type)
    expect(await types(notifications.list)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await types(notifications.comments as never)).toEqual([7, 5, 4])
    expect(await types(notifications.likes as never)).toEqual([2, 1])
    expect(await types(notifications.collections as never)).toEqual([3])
    expect(await types(notifications.follows as never)).toEqual([6])
    expect(await types(notifications.system as never)).toEqual([9, 8])
    expect(await test.ok(notifications.unreadByType, { token })).toEqual({
      comments: 3,
      likes: 2,
      collections: 1,
      follows: 1,
      system: 2,
      total: 9,
    })
    const second = await test.ok(notifications.comments, { token, query: { page: 2, limit: 2 } })
    expect(second).toMatchObject({ notifications: [{ type: 4 }], pagination: { total: 3, pages: 2 } })
  })

  it('take a constant number of statements', async () => {
    const { test, reader, token, post } = await stage()
    const tabs = [
      notifications.comments,
      notifications.likes,
      notifications.collections,
      notifications.follows,
      notifications.system,
    ]
    const cost = async () => {
      const statements = []
      for (const tab of [notifications.list, ...tabs]) {
        test.countStatements()
        await test.call(tab, { token })
        statements.push(test.countStatements())
      }
      return statements
    }
    const grow = async () => {
      const sender = await makeUser(test.ctx)
      const commentId = await comment(test, sender, post, '评论')
      for (const type of Object.values(NOTICE)) {
        await tell(test, about(reader, sender, { type, targetId: post, commentId, eventKey: `${type}:${sender.id}` }))
      }
    }
    await grow()
    await cost()
    const one = await cost()
    for (let i = 0; i < 5; i++) await grow()
    expect(await cost()).toEqual(one)
  })
})

describe('reading and deleting', () => {
  it('marks one as read, repeatedly, marks all, and deletes one', async () => {
    const { test, reader, sender, token } = await stage()
    for (let i = 0; i < 3; i++) await tell(test, about(reader, sender, { eventKey: `event:${i}` }))
    const { notifications: list } = await test.ok(notifications.list, { token })
    const params = { id: String(list[0]?.id) }
    await test.ok(notifications.read, { params, token })
    await test.ok(notifications.read, { params, token })
    expect(await test.ok(notifications.unreadCount, { token })).toEqual({ count: 2 })
    await test.ok(notifications.remove, { params, token })
    await test.ok(notifications.readAll, { token })
    expect(await test.ok(notifications.list, { token })).toMatchObject({ unread: 0, pagination: { total: 2 } })
    expect(await test.call(notifications.remove, { params, token })).toMatchObject({ status: 404 })
  })

  it('answers 404 for another user’s notification', async () => {
    const { test, reader, sender, token } = await stage()
    await tell(test, about(reader, sender))
    const { notifications: list } = await test.ok(notifications.list, { token })
    const params = { id: String(list[0]?.id) }
    for (const endpoint of [notifications.read, notifications.remove]) {
      const refused = await test.call(endpoint, { params, token: sender.token })
      expect(refused).toMatchObject({ status: 404, error: 'notification_not_found' })
    }
    await test.ok(notifications.readAll, { token: sender.token })
    expect(await test.ok(notifications.list, { token })).toMatchObject({ unread: 1 })
    expect(await test.call(notifications.list)).toMatchObject({ status: 401 })
  })
})
