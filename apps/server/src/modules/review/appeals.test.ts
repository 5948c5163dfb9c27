/** Appeals, from the author to the answer and what ends them otherwise (docs/product.md#appeals). */
import * as admin from '@shiliu/contract/admin/appeals'
import * as moderation from '@shiliu/contract/admin/moderation'
import { words } from '@shiliu/contract/admin/words'
import { appealComment, appealPost, mine } from '@shiliu/contract/appeals'
import * as comments from '@shiliu/contract/comments'
import { TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { mute } from '#modules/sanctions/sanctions.service.ts'
import { tx } from '#platform/db/tx.ts'
import { emptyTrash, makeAdmin, makePost, makeUser, type TestAdmin, type TestUser } from '#test/factories.ts'
import { openTestApp } from '#test/test-app.ts'

const REASON = '看不出违规，恢复'

let test: Awaited<ReturnType<typeof openTestApp>>
let moderator: TestAdmin
let author: TestUser
let note: { id: number }
beforeAll(async () => {
  test = await openTestApp()
  moderator = await makeAdmin(test.ctx, 'moderator')
})
afterAll(() => test.close())
beforeEach(async () => {
  author = await makeUser(test.ctx)
  note = await makePost(test.ctx, author, { title: '兼职日结' })
})

const param = (id: number) => ({ params: { id: String(id) } })

const decide = (action: moderation.DecisionName, id = note.id, target_type: 1 | 2 = TARGET.post) =>
  test.ok(moderation.moderate, {
    body: { target_type, ids: [id], action, reason: '含有广告' },
    token: moderator.token,
  })

const undo = (undo_id: number | null) =>
  test.call(moderation.undo, { body: { undo_id: undo_id as number }, token: moderator.token })

const appeal = (by = author, id = note.id, text = '不是广告') =>
  test.call(appealPost, { ...param(id), body: { text }, token: by.token })

const resolve = (id: number, action: admin.AppealAnswer, by = moderator) =>
  test.call(admin.resolve, { ...param(id), body: { action, reason: REASON }, token: by.token })

async function entryOf(targetId: number, target_type = 1) {
  const query = { limit: '100', target_type: String(target_type) }
  const { data } = await test.ok(admin.list, { query, token: moderator.token })
  const [entry] = data.filter((one) => one.target_id === targetId).toSorted((a, b) => b.id - a.id)
  if (!entry) throw new Error('nobody appealed')
  return entry
}

const own = async (query = {}) => (await test.ok(mine, { query, token: author.token })).items

const told = async () =>
  (await test.ok(notifications.system, { token: author.token })).notifications.map(({ title }) => title)

const stateOf = async (id = note.id) =>
  (await test.ctx.db.selectFrom('posts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const moderationOf = async () =>
  (await test.ok(posts.get, { ...param(note.id), query: {}, token: author.token })).moderation

describe('appealing', () => {
  it('is for what is withheld, once', async () => {
    expect(await appeal()).toMatchObject({ status: 409, error: 'appeal_impossible' })
    await decide('hide')
    expect((await moderationOf())?.can_appeal).toBe(true)
    expect(await appeal()).toMatchObject({ status: 200, data: { state: 'open', text: '不是广告', answer: null } })
    expect(await moderationOf()).toMatchObject({ state: 'hidden', can_appeal: false, appeal: { state: 'open' } })
    expect(await appeal()).toMatchObject({ status: 409, message: '已经申诉过了，请等待处理' })
    const entry = await entryOf(note.id)
    expect(entry).toMatchObject({ state: 'open', text: '不是广告', against: { state: 'hidden', reason: '含有广告' } })
    expect(entry.target).toMatchObject({ title: '兼职日结', state: 'hidden', author: { id: author.id } })
  })

  it('makes one appeal of two at the same time', async () => {
    await decide('reject')
    const answers = await Promise.all([appeal(), appeal(), appeal()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('is not for others, nor for what its author deleted', async () => {
    const other = await makeUser(test.ctx)
    expect(await appeal(other)).toMatchObject({ status: 403, error: 'forbidden' })
    await decide('hide')
    expect(await appeal(other)).toMatchObject({ status: 404, error: 'post_not_found' })
    await test.ok(posts.remove, { ...param(note.id), token: author.token })
    expect(await appeal()).toMatchObject({ status: 404, error: 'post_not_found' })
  })

  it('is for muted people, too', async () => {
    await decide('hide')
    const by = { key: `admin:${moderator.id}`, name: moderator.username, adminId: moderator.id }
    await tx(test.ctx, (t) => mute(t, author.id, by, { reason: '刷屏', note: '', until: null }))
    expect((await appeal()).status).toBe(200)
  })

  it('ends with the account', async () => {
    await decide('hide')
    await appeal()
    const query = { state: 'open', limit: '100' } as const
    const ids = async () =>
      (await test.ok(admin.list, { query, token: moderator.token })).data.map(({ target_id }) => target_id)
    expect(await ids()).toContain(note.id)
    await deleteUserAccount(test.ctx, author.id)
    expect(await ids()).not.toContain(note.id)
  })
})

describe('an answer', () => {
  it('that accepts shows the note again and tells its author once', async () => {
    await decide('hide')
    await appeal()
    const { id } = await entryOf(note.id)
    expect(await resolve(id, 'accept')).toMatchObject({ status: 200, data: { undo_id: expect.any(Number) } })
    expect(await stateOf()).toBe('visible')
    expect(await moderationOf()).toBeUndefined()
    expect(await told()).toEqual([
      `你的笔记《兼职日结》申诉通过了，已恢复：${REASON}`,
      '你的笔记《兼职日结》被隐藏了：含有广告',
    ])
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'accept', answer: REASON })
  })

  it.each(['reject', 'delete'] as const)('that accepts shows a note again after %s', async (action) => {
    await decide('hide')
    if (action === 'reject') await decide('restore')
    await decide(action)
    await appeal()
    await resolve((await entryOf(note.id)).id, 'accept')
    expect(await stateOf()).toBe('visible')
  })

  it('that refuses tells the author why, and is the last one', async () => {
    await decide('hide')
    await appeal()
    const { id } = await entryOf(note.id)
    const body = { action: 'refuse', reason: ' ' } as const
    const without = await test.call(admin.resolve, { ...param(id), body, token: moderator.token })
    expect(without).toMatchObject({ status: 400, field: 'reason', message: '请填写原因' })
    expect(await resolve(id, 'refuse')).toMatchObject({ status: 200, data: { undo_id: expect.any(Number) } })
    expect(await stateOf()).toBe('hidden')
    expect((await told())[0]).toBe(`你的笔记《兼职日结》申诉没有通过：${REASON}`)
    expect(await moderationOf()).toMatchObject({ can_appeal: false, appeal: { state: 'refused', answer: REASON } })
    expect(await appeal()).toMatchObject({ status: 409, message: '申诉没有通过，不能再次申诉' })
  })

  it('that refuses is taken back, and given again', async () => {
    await decide('hide')
    await appeal()
    const { id } = await entryOf(note.id)
    const { undo_id } = (await resolve(id, 'refuse')).data
    expect(await undo(undo_id)).toMatchObject({ status: 200, data: { changed: 1, skipped: 0, job_id: null } })
    expect(await entryOf(note.id)).toMatchObject({ id, state: 'open', outcome: null, answer: null, resolved_by: null })
    expect(await stateOf()).toBe('hidden')
    expect(await moderationOf()).toMatchObject({ can_appeal: false, appeal: { state: 'open' } })
    expect((await told())[0]).toBe('你的笔记《兼职日结》申诉重新打开了，处理好会通知你')
    expect(await undo(undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
    expect((await resolve(id, 'refuse')).status).toBe(200)
    expect((await told())[0]).toBe(`你的笔记《兼职日结》申诉没有通过：${REASON}`)
  })

  it('that refuses keeps no decision from being undone, and stays where there is nothing to answer', async () => {
    const hidden = await decide('hide')
    await appeal()
    const { undo_id } = (await resolve((await entryOf(note.id)).id, 'refuse')).data
    expect((await undo(hidden.undo_id)).status).toBe(200)
    expect(await stateOf()).toBe('visible')
    expect(await undo(undo_id)).toMatchObject({ status: 409, error: 'already_undone' })
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'refuse' })
  })

  it('that accepts is of the version that was seen', async () => {
    await decide('hide')
    await appeal()
    const { id, target } = await entryOf(note.id)
    const { title, content, category_id } = await test.ok(posts.get, { ...param(note.id), token: author.token })
    const body = { title, content: `${content}换掉了`, category_id }
    await test.ok(posts.update, { ...param(note.id), body, token: author.token })
    const accept = (version: string | undefined) =>
      test.call(admin.resolve, { ...param(id), body: { action: 'accept', version }, token: moderator.token })
    expect(await accept(target?.updated_at)).toMatchObject({ status: 409, error: 'changed_since_seen' })
    expect(await stateOf()).toBe('hidden')
    expect(await accept((await entryOf(note.id)).target?.updated_at)).toMatchObject({ status: 200 })
    expect(await stateOf()).toBe('visible')
  })

  it('tells a moderator who comes second who was first', async () => {
    await decide('hide')
    await appeal()
    const { id } = await entryOf(note.id)
    const second = await makeAdmin(test.ctx, 'moderator')
    const answers = await Promise.all([resolve(id, 'accept'), resolve(id, 'refuse', second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      error: 'appeal_resolved',
      message: expect.stringMatching(/^这个申诉已经由 admin\d+ 处理过了/),
    })
    expect(await told()).toHaveLength(2)
  })

  it('that is undone waits again, and a later decision may be appealed anew', async () => {
    await decide('hide')
    await appeal()
    const { id } = await entryOf(note.id)
    const { data } = await resolve(id, 'accept')
    await undo(data.undo_id)
    expect(await stateOf()).toBe('hidden')
    expect(await entryOf(note.id)).toMatchObject({ id, state: 'open', outcome: null, answer: null, resolved_by: null })
    expect(await appeal()).toMatchObject({ status: 409, error: 'appeal_used' })
    await resolve(id, 'accept')
    await decide('hide')
    expect((await appeal(author, note.id, '又来')).status).toBe(200)
    expect((await entryOf(note.id)).id).not.toBe(id)
    // The answer before it has no say in the new one.
    expect(await undo(data.undo_id)).toMatchObject({ status: 409 })
    expect(await entryOf(note.id)).toMatchObject({ state: 'open', text: '又来' })
  })
})

describe('an appeal ends by itself', () => {
  it('where a moderator restores the note otherwise, until that is undone', async () => {
    await decide('hide')
    await appeal()
    const { id } = await entryOf(note.id)
    const { undo_id } = await decide('restore')
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'closed' })
    expect(await resolve(id, 'accept')).toMatchObject({
      status: 409,
      message: expect.stringContaining(`已经由 ${moderator.username} 恢复`),
    })
    await undo(undo_id)
    expect(await entryOf(note.id)).toMatchObject({ id, state: 'open' })
    expect((await resolve(id, 'refuse')).status).toBe(200)
  })

  it('where the author sends it to review again or deletes it, and waits again where that is taken back', async () => {
    await decide('hide')
    await appeal()
    await test.ok(posts.remove, { ...param(note.id), token: author.token })
    expect((await entryOf(note.id)).outcome).toBe('closed')
    await test.ok(posts.restore, { ...param(note.id), token: author.token })
    expect((await entryOf(note.id)).state).toBe('open')

    await decide('restore')
    await decide('reject')
    await appeal()
    const { title, content, category_id } = await test.ok(posts.get, {
      ...param(note.id),
      query: {},
      token: author.token,
    })
    await test.ok(posts.update, { ...param(note.id), body: { title, content, category_id }, token: author.token })
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'closed' })
    await decide('reject')
    expect((await moderationOf())?.can_appeal).toBe(true)
  })

  it('where undoing a restoration brings back what its author deleted', async () => {
    await decide('hide')
    await appeal()
    await test.ok(posts.remove, { ...param(note.id), token: author.token })
    const { undo_id } = await decide('restore')
    expect((await entryOf(note.id)).state).toBe('open')
    await undo(undo_id)
    expect(await entryOf(note.id)).toMatchObject({ state: 'resolved', outcome: 'closed' })
    // The moderator did not delete it: it is no decision to object to.
    expect(await appeal()).toMatchObject({ status: 404, error: 'post_not_found' })
    expect(await own()).toEqual([])
    const trashed = test.ctx.db.selectFrom('trash').select('actor').where('target_id', '=', note.id)
    expect(await trashed.where('target_type', '=', TARGET.post).execute()).toEqual([{ actor: `user:${author.id}` }])
  })

  it('where what it is about is purged, comments with their note', async () => {
    const { id } = await test.ok(comments.create, {
      body: { post_id: note.id, content: '加我' },
      token: author.token,
    })
    await decide('hide', id, TARGET.comment)
    expect(
      await test.call(appealComment, { ...param(id), body: { text: '开玩笑的' }, token: author.token }),
    ).toMatchObject({
      status: 200,
    })
    await decide('delete')
    await appeal()
    await emptyTrash(test)
    for (const type of [TARGET.post, TARGET.comment]) {
      const entry = await entryOf(type === TARGET.post ? note.id : id, type)
      expect(entry).toMatchObject({ state: 'resolved', outcome: 'closed', target: null })
      expect(await resolve(entry.id, 'accept')).toMatchObject({ status: 409, error: 'appeal_resolved' })
    }
  })
})

describe('a comment', () => {
  it('comes back where its author’s appeal is accepted', async () => {
    const body = { post_id: note.id, content: '加我' }
    const { id } = await test.ok(comments.create, { body, token: author.token })
    await decide('hide', id, TARGET.comment)
    const said = { ...param(id), body: { text: '开玩笑的' }, token: author.token }
    expect((await test.call(appealComment, said)).status).toBe(200)
    expect(await test.call(appealComment, said)).toMatchObject({ status: 409, error: 'appeal_used' })
    expect((await own())[0]?.moderation).toMatchObject({ can_appeal: false, appeal: { text: '开玩笑的' } })
    await resolve((await entryOf(id, TARGET.comment)).id, 'accept')
    const { comments: threads } = await test.ok(comments.listOfPost, { ...param(note.id), query: {} })
    expect(threads.map((thread) => thread.id)).toEqual([id])
    expect(await own()).toEqual([])
    expect((await told())[0]).toBe(`你的评论申诉通过了，已恢复：${REASON}`)
  })
})

describe('one’s own withheld notes and comments', () => {
  it('have a comment that waits for review, as its author is told at once', async () => {
    const word = { word: '待审', action: 'review', whole: false } as const
    await test.ok(words.create, { body: word, token: moderator.token })
    const say = (content: string) =>
      test.ok(comments.create, { body: { post_id: note.id, content }, token: author.token })
    expect((await say('没事')).moderation).toBeUndefined()
    const { id, moderation: told } = await say('待审的话')
    expect(told).toEqual({ state: 'pending', reason: null, can_appeal: false })
    expect(await own()).toMatchObject([{ target_id: id, moderation: told }])
  })

  it('are listed with state, reason and what may be done', async () => {
    expect(await own()).toEqual([])
    const say = async (content: string) =>
      (await test.ok(comments.create, { body: { post_id: note.id, content }, token: author.token })).id
    const [hidden, deleted, own1] = [await say('一'), await say('二'), await say('三')]
    await decide('hide', hidden, TARGET.comment)
    await decide('delete', deleted, TARGET.comment)
    await test.ok(comments.remove, { ...param(own1), token: author.token })
    const gone = await makePost(test.ctx, author, { title: '删掉的' })
    await decide('delete', gone.id)
    await decide('reject')
    const items = await own()
    expect(items.map(({ target_id, moderation: { state, can_appeal } }) => ({ target_id, state, can_appeal }))).toEqual(
      [
        { target_id: gone.id, state: 'deleted', can_appeal: true },
        { target_id: deleted, state: 'deleted', can_appeal: true },
        { target_id: hidden, state: 'hidden', can_appeal: true },
        { target_id: note.id, state: 'rejected', can_appeal: true },
      ],
    )
    expect(items[0]).toMatchObject({ purge_at: expect.any(String), post: { title: '删掉的' }, comment: null })
    expect(items[2]).toMatchObject({ purge_at: null, post: { id: note.id }, comment: { content: '一' } })
    expect((await own({ post_id: String(note.id) })).map(({ target_id }) => target_id)).toEqual([deleted, hidden])
    expect((await test.ok(mine, { token: (await makeUser(test.ctx)).token })).items).toEqual([])
  })

  it('are paged by cursor and by number alike, also those of the same time', async () => {
    const made = [note.id]
    for (let i = 0; i < 4; i++) made.push((await makePost(test.ctx, author)).id)
    const said = await test.ok(comments.create, { body: { post_id: note.id, content: '一' }, token: author.token })
    await decide('hide', said.id, TARGET.comment)
    for (const id of made) await decide('hide', id)
    for (const table of ['posts', 'comments'] as const) {
      await test.ctx.db.updateTable(table).set({ created_at: 1000 }).where('user_id', '=', author.id).execute()
    }
    const all = await own()
    expect(all).toHaveLength(6)
    const keys = (items: typeof all) => items.map(({ target_type, target_id }) => `${target_type}:${target_id}`)
    const byCursor: string[] = []
    let cursor: string | null = ''
    for (let page = 1; cursor !== null; page++) {
      const found: Awaited<ReturnType<typeof test.ok<typeof mine>>> = await test.ok(mine, {
        query: { limit: '2', cursor },
        token: author.token,
      })
      expect(keys(await own({ limit: '2', page: String(page) }))).toEqual(keys(found.items))
      byCursor.push(...keys(found.items))
      expect(found.pagination.total).toBe(6)
      cursor = found.pagination.next_cursor
    }
    expect(byCursor).toEqual(keys(all))
  })
})
