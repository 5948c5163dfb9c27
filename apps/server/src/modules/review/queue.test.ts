import * as moderation from '@shiliu/contract/admin/moderation'
import * as queue from '@shiliu/contract/admin/queue'
import * as settings from '@shiliu/contract/admin/settings'
import { words } from '@shiliu/contract/admin/words'
import * as comments from '@shiliu/contract/comments'
import { TARGET } from '@shiliu/contract/limits'
import * as posts from '@shiliu/contract/posts'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { makeAdmin, makeCategory, makePost, makeUser, type TestAdmin, type TestUser } from '#test/factories.ts'
import { planProblems, type Statement } from '#test/query-plan.ts'
import { anotherNode, openTestApp } from '#test/test-app.ts'
import { claimNext } from './queue.service.ts'

const POST = TARGET.post
const COMMENT = TARGET.comment

async function stage() {
  const statements: Statement[] = []
  const { close, ...test } = await openTestApp((text, parameters) => statements.push({ sql: text, parameters }))
  onTestFinished(close)
  const owner = await makeAdmin(test.ctx)
  const one = await makeAdmin(test.ctx, 'moderator')
  const two = await makeAdmin(test.ctx, 'moderator')
  await test.ok(settings.update, { body: { review: 'all' }, token: owner.token })
  const author = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx)
  const category_id = category.id
  const fields = { title: '晚霞', content: '正文', category_id }
  const write = async (more: object = {}, by: TestUser = author) =>
    (await test.ok(posts.create, { body: { ...fields, ...more }, token: by.token })).id
  const edit = (id: number, more: object) =>
    test.ok(posts.update, { params: { id: String(id) }, body: { ...fields, ...more }, token: author.token })
  const claim = (by: TestAdmin, body: { holding?: { target_type: 1 | 2; target_id: number }[]; take?: number } = {}) =>
    test.ok(queue.claim, { body, token: by.token })
  const decide = (by: TestAdmin, id: number, action: moderation.DecisionName, more: object = {}) =>
    test.call(moderation.moderate, {
      body: { target_type: POST, ids: [id], action, reason: '广告', ...more },
      token: by.token,
    })
  return { test, statements, owner, one, two, author, category, category_id, write, edit, claim, decide }
}

const idsOf = ({ items }: { items: { target_id: number }[] }) => items.map(({ target_id }) => target_id)
const post = (target_id: number) => ({ target_type: POST, target_id }) as const

describe('the queue', () => {
  it('has notes and comments that wait, the oldest first, with all that a decision needs', async () => {
    const { test, one, author, category, write, decide } = await stage()
    await test.ok(words.create, { body: { word: '兼职', action: 'review' }, token: one.token })
    const visible = await makePost(test.ctx, author, { title: '食堂', pictures: 1 })
    const first = await write({ title: '日结兼职', tags: ['兼职'] })
    const other = await makeUser(test.ctx)
    const asked = await test.ok(comments.create, {
      body: { post_id: visible.id, content: '几点开门' },
      token: other.token,
    })
    const said = await test.ok(comments.create, {
      body: { post_id: visible.id, content: '兼职加我', parent_id: asked.id },
      token: author.token,
    })
    const last = await write()
    await write({ is_draft: 1 })
    await decide(one, await write({ title: '广告' }), 'reject')
    const { data, pagination } = await test.ok(queue.list, { query: {}, token: one.token })
    expect(pagination).toMatchObject({ total: 3, pages: 1 })
    expect(data).toMatchObject([
      {
        target_type: POST,
        target_id: first,
        title: '日结兼职',
        why: '敏感词：兼职',
        category: category.name,
        tags: ['兼职'],
        words: [
          { word: '兼职', field: 'title' },
          { word: '兼职', field: 'tags' },
        ],
        claimed_by: null,
        author: { id: author.id, nickname: author.nickname, sanction: null, rejected: 1, hidden: 0 },
        earlier: [{ actor: '系统', action: 'submit' }],
      },
      {
        target_type: COMMENT,
        target_id: said.id,
        content: '兼职加我',
        post_id: visible.id,
        post_title: '食堂',
        // What it is said about, and what it answers.
        below: {
          title: '食堂',
          picture: { url: expect.any(String) },
          answers: { nickname: other.nickname, content: '几点开门' },
        },
      },
      { target_type: POST, target_id: last, why: '所有笔记先审后发', words: [] },
    ])
    expect(data[0]?.version).toBe(data[0]?.updated_at)
    const paged = await test.ok(queue.list, { query: { page: '2', limit: '2' }, token: one.token })
    expect(paged.data.map(({ target_id }) => target_id)).toEqual([last])
    expect((await test.ok(queue.list, { query: { page: '9' }, token: one.token })).data).toEqual([])
  })

  it('leaves out what waits of an author whose notes are hidden', async () => {
    const { test, one, write } = await stage()
    const id = await write()
    await test.ctx.db.updateTable('posts').set({ author_hidden: 1 }).where('id', '=', id).execute()
    expect((await test.ok(queue.list, { query: {}, token: one.token })).data).toEqual([])
  })
})

describe('a claim', () => {
  it('keeps others away for five minutes, and is renewed while it is held', async () => {
    const { test, one, two, write, claim } = await stage()
    const ids = [await write(), await write(), await write()]
    expect(idsOf(await claim(one, { take: 2 }))).toEqual(ids.slice(0, 2))
    expect(await claim(two)).toMatchObject({ items: [{ target_id: ids[2] }], waiting: 3 })
    const { data } = await test.ok(queue.list, { query: {}, token: two.token })
    expect(data.map(({ claimed_by }) => claimed_by)).toEqual([one.username, one.username, null])
    test.clock.advance(4 * 60_000)
    const holding = ids.slice(0, 2).map(post)
    expect(idsOf(await claim(one, { holding, take: 0 }))).toEqual(ids.slice(0, 2))
    test.clock.advance(4 * 60_000)
    expect(idsOf(await claim(two, { take: 20 }))).toEqual([ids[2]])
    test.clock.advance(60_001)
    expect(idsOf(await claim(two, { take: 20 }))).toEqual(ids)
    const late = await claim(one, { holding, take: 20 })
    expect(late.items).toEqual([])
    expect(late.gone).toMatchObject(
      holding.map((ref) => ({ ...ref, state: 'pending', by: two.username, action: null })),
    )
  })

  it('ends when the screen is left, and only the own ones', async () => {
    const { test, one, two, write, claim } = await stage()
    const ids = [await write(), await write()]
    await claim(one, { take: 1 })
    await claim(two, { take: 1 })
    await test.ok(queue.release, { token: one.token })
    const third = await makeAdmin(test.ctx, 'moderator')
    expect(idsOf(await claim(third))).toEqual([ids[0]])
  })

  it('is the same again after a reload', async () => {
    const { one, write, claim } = await stage()
    const ids = [await write(), await write()]
    expect(idsOf(await claim(one))).toEqual(ids)
    expect(idsOf(await claim(one))).toEqual(ids)
    expect(idsOf(await claim(one, { holding: [post(ids[1] ?? 0)] }))).toEqual(ids.toReversed())
  })

  it('says what became of what another decided meanwhile', async () => {
    const { one, two, write, claim, decide } = await stage()
    const [approved, rejected, purged] = [await write(), await write(), 999_999]
    await claim(one)
    await decide(two, approved, 'approve')
    await decide(two, rejected, 'reject')
    expect(await claim(one, { holding: [approved, rejected, purged].map(post) })).toMatchObject({
      items: [],
      gone: [
        { target_id: approved, state: 'visible', by: two.username, action: 'approve' },
        { target_id: rejected, state: 'rejected', by: two.username, action: 'reject' },
        { target_id: purged, state: null, by: null, action: null },
      ],
      waiting: 0,
    })
  })

  it('comes back to who undoes the decision', async () => {
    const { test, one, two, write, claim, decide } = await stage()
    const id = await write()
    await claim(one)
    const { data } = await decide(one, id, 'approve')
    await test.ok(moderation.undo, { body: { undo_id: data.undo_id }, token: one.token })
    expect(idsOf(await claim(two))).toEqual([])
    expect(idsOf(await claim(one, { holding: [post(id)] }))).toEqual([id])
  })

  it('never gives two moderators the same, however many ask at once, on two nodes', async () => {
    const { test, one, two, write } = await stage()
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await write({ title: `第${i}篇` }, await makeUser(test.ctx)))
    const third = await makeAdmin(test.ctx, 'moderator')
    const other = await anotherNode(test)
    const ask = (ctx: Ctx, { id }: TestAdmin) => claimNext(ctx, id, { holding: [], take: 4 })
    const answers = await Promise.all([ask(test.ctx, one), ask(other, two), ask(test.ctx, third)])
    expect(answers.flatMap(idsOf).toSorted((a, b) => a - b)).toEqual(ids)
  })
})

describe('the state that a moderator saw', () => {
  it('is the only one that is decided about: what another has just rejected is not approved', async () => {
    const { one, two, write, decide } = await stage()
    const id = await write()
    expect((await decide(two, id, 'reject')).status).toBe(200)
    const late = await decide(one, id, 'approve', { state: 'pending' })
    expect(late).toMatchObject({ status: 409, error: 'already_moderated' })
    // From the table, which shows that it is rejected, it may be.
    expect((await decide(one, id, 'approve', { state: 'rejected' })).status).toBe(200)
  })
})

describe('the version that a moderator saw', () => {
  it('is what is approved, or nothing', async () => {
    const { one, write, edit, claim, decide } = await stage()
    const id = await write()
    const [seen] = (await claim(one)).items
    await edit(id, { content: '偷偷换掉' })
    const late = await decide(one, id, 'approve', { version: seen?.version })
    expect(late).toMatchObject({ status: 409, error: 'changed_since_seen', message: '内容刚被作者改过，请再看一遍' })
    expect(await decide(one, id, 'reject', { version: seen?.version })).toMatchObject({ status: 409 })
    const [now] = (await claim(one, { holding: [post(id)] })).items
    expect(now?.content).toBe('偷偷换掉')
    expect(await decide(one, id, 'approve', { version: now?.version })).toMatchObject({ status: 200 })
  })

  it('also tells an earlier change from the one that was seen', async () => {
    const { test, one, write, claim, decide } = await stage()
    const id = await write()
    const [seen] = (await claim(one)).items
    // Written by a node whose clock is late.
    await test.ctx.db
      .updateTable('posts')
      .set({ updated_at: Date.parse(seen?.version ?? '') - 5 })
      .execute()
    expect(await decide(one, id, 'approve', { version: seen?.version })).toMatchObject({ status: 409 })
  })

  it('is of one note', async () => {
    const { one, write, decide } = await stage()
    const ids = [await write(), await write()]
    const answer = await decide(one, 0, 'approve', { ids, version: '2026-09-01T00:00:00.000Z' })
    expect(answer).toMatchObject({ status: 400, field: 'version' })
  })
})

it('hands out ten thousand along an index', async () => {
  const { test, one, author, category_id, claim, statements } = await stage()
  const row = {
    user_id: author.id,
    category_id,
    title: '等着',
    content: '正文',
    is_draft: 0,
    is_private: 1,
    state: 'pending' as const,
    state_reason: null,
    location: null,
  }
  for (let from = 0; from < 10_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, i) => ({ ...row, created_at: from + i, updated_at: from + i }))
    await test.ctx.db.insertInto('posts').values(rows).execute()
  }
  if (test.ctx.engine === 'mysql') await sql`analyze table posts, comments, review_claims`.execute(test.ctx.db)
  statements.length = 0
  const { items, waiting } = await claim(one)
  expect(items.map(({ waiting_since }) => Date.parse(waiting_since))).toEqual([0, 1, 2, 3, 4])
  expect(waiting).toBe(10_000)
  // The others read the notes of one page, as lists do.
  const ours = statements.filter(({ sql: text }) =>
    /review_claims|author_hidden.*(limit|count)|moderation_|word_/.test(text),
  )
  expect(ours.length).toBeGreaterThan(5)
  for (const statement of ours) {
    expect([statement.sql, await planProblems(test.ctx.db, test.ctx.engine, statement)]).toEqual([statement.sql, []])
  }
})
