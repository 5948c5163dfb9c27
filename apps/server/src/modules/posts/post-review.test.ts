import * as moderation from '@shiliu/contract/admin/moderation'
import * as settings from '@shiliu/contract/admin/settings'
import { NOTICE, TARGET } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { describe, expect, it } from 'vitest'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser, storePicture } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'

const param = (id: number) => ({ params: { id: String(id) } })

async function stage(body: { review: 'off' | 'new_accounts' | 'all'; review_first_notes?: number }) {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  await test.ok(settings.update, { body, token })
  const author = await makeUser(test.ctx)
  const category_id = (await makeCategory(test.ctx)).id
  const fields = { title: '标题', content: '正文', category_id }
  const write = (more: object = {}) => test.ok(posts.create, { body: { ...fields, ...more }, token: author.token })
  const edit = (id: number, more: object = {}) =>
    test.ok(posts.update, { ...param(id), body: { ...fields, ...more }, token: author.token })
  const decide = (id: number, action: moderation.DecisionName) =>
    test.ok(moderation.moderate, {
      body: { target_type: TARGET.post, ids: [id], action, reason: '不合适' },
      token,
    })
  const isFound = async (id: number) => (await test.call(posts.get, { ...param(id), query: {} })).status === 200
  const history = async (id: number) => {
    const query = { target_type: String(TARGET.post), target_id: String(id) }
    return (await test.ok(moderation.history, { query, token })).history
  }
  return { test, token, author, write, edit, decide, isFound, history }
}

describe('review of all notes', () => {
  it('hides a note until it is approved, and tells its author', async () => {
    const { test, author, write, decide, isFound, history } = await stage({ review: 'all' })
    const written = await write()
    expect(written).toEqual({ id: expect.any(Number), state: 'pending' })
    expect(await isFound(written.id)).toBe(false)
    const own = await test.ok(posts.get, { ...param(written.id), query: {}, token: author.token })
    expect(own.moderation).toMatchObject({ state: 'pending', reason: null })
    expect(await history(written.id)).toMatchObject([{ actor: '系统', action: 'submit', reason: '所有笔记先审后发' }])
    expect(await counterDrift(test.ctx)).toEqual([])
    await decide(written.id, 'approve')
    expect(await isFound(written.id)).toBe(true)
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('leaves drafts alone, and takes them when they are published', async () => {
    const { write, edit, isFound } = await stage({ review: 'all' })
    const draft = await write({ is_draft: 1 })
    expect(draft).toEqual({ id: draft.id })
    expect(await edit(draft.id)).toEqual({ id: draft.id, state: 'pending' })
    expect(await isFound(draft.id)).toBe(false)
  })

  it('takes an approved note again when what others read changes', async () => {
    const { test, author, write, edit, decide } = await stage({ review: 'all' })
    const { id } = await write({ tags: ['校园'] })
    const picture = await storePicture(test.ctx, author.id, await smallFile(1))
    const changes: object[] = [
      { title: '新标题' },
      { content: '新正文' },
      { images: [picture.url] },
      { images: [] },
      { tags: ['别的'] },
      { tags: [] },
    ]
    for (const change of changes) {
      await decide(id, 'approve')
      expect([change, (await edit(id, change)).state]).toEqual([change, 'pending'])
    }
  })

  it('lets a note be that only changes its category, or nothing', async () => {
    const { test, write, edit, decide } = await stage({ review: 'all' })
    const { id } = await write({ tags: ['校园'] })
    await decide(id, 'approve')
    expect(await edit(id)).toEqual({ id })
    expect(await edit(id, { category_id: (await makeCategory(test.ctx)).id, tags: ['校园'] })).toEqual({ id })
  })

  it('takes back what was taken back, changed and published again', async () => {
    const { write, edit, decide } = await stage({ review: 'all' })
    const { id } = await write()
    await decide(id, 'approve')
    expect(await edit(id, { is_draft: 1, title: '别的' })).toEqual({ id })
    expect(await edit(id, { title: '别的' })).toEqual({ id, state: 'pending' })
  })

  it('does not show what a moderator hid', async () => {
    const { write, edit, decide, isFound } = await stage({ review: 'all' })
    const { id } = await write()
    await decide(id, 'hide')
    for (const is_draft of [0, 1, 0]) await edit(id, { is_draft, title: `第${is_draft}次` })
    expect(await edit(id)).toEqual({ id, state: 'hidden' })
    expect(await isFound(id)).toBe(false)
  })
})

describe('review of new accounts', () => {
  it('ends with so many visible notes, and does not count rejected ones', async () => {
    const { write, decide, history } = await stage({ review: 'new_accounts', review_first_notes: 2 })
    const first = await write()
    expect(first.state).toBe('pending')
    expect(await history(first.id)).toMatchObject([{ reason: '新账号的前 2 篇笔记' }])
    await decide(first.id, 'reject')
    const [second, third] = [await write(), await write()]
    await decide(second.id, 'approve')
    expect((await write()).state).toBe('pending')
    await decide(third.id, 'approve')
    const free = await write()
    expect(free.state).toBeUndefined()
    // As soon as a visible one is hidden there are too few again.
    await decide(free.id, 'hide')
    await decide(third.id, 'hide')
    expect((await write()).state).toBe('pending')
  })

  it('takes changes, too, while there are too few', async () => {
    const { write, edit, decide } = await stage({ review: 'new_accounts', review_first_notes: 2 })
    const { id } = await write()
    await decide(id, 'approve')
    expect(await edit(id)).toEqual({ id })
    expect(await edit(id, { title: '换成广告' })).toEqual({ id, state: 'pending' })
    await decide(id, 'approve')
    const other = await write()
    await decide(other.id, 'approve')
    expect(await edit(id, { title: '又换' })).toEqual({ id })
  })

  it('lets accounts be that have enough, and everything once it is off', async () => {
    const { test, token, author, write } = await stage({ review: 'new_accounts', review_first_notes: 1 })
    await makePost(test.ctx, author)
    expect((await write()).state).toBeUndefined()
    await test.ok(settings.update, { body: { review_first_notes: 5 }, token })
    expect((await write()).state).toBe('pending')
    await test.ok(settings.update, { body: { review: 'off' }, token })
    expect((await write()).state).toBeUndefined()
  })
})

it('tells whom notes mention when they are approved, by as many statements for many as for few', async () => {
  const { test, token, write } = await stage({ review: 'all' })
  const approve = async (many: number) => {
    const people = await Promise.all(Array.from({ length: many }, () => makeUser(test.ctx)))
    const ids: number[] = []
    for (const { nickname, user_id } of people) ids.push((await write({ content: `[@${nickname}:${user_id}] 来` })).id)
    test.countStatements()
    await test.ok(moderation.moderate, { body: { target_type: TARGET.post, ids, action: 'approve' }, token })
    const statements = test.countStatements()
    const of = await test.ctx.db
      .selectFrom('notifications')
      .select('user_id')
      .where('type', '=', NOTICE.mention)
      .execute()
    for (const { id } of people) expect(of.filter(({ user_id }) => user_id === id)).toHaveLength(1)
    return statements
  }
  const few = await approve(2)
  expect(await approve(12)).toBeLessThanOrEqual(few)
})
