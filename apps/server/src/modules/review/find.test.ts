import { audits } from '@shiliu/contract/admin/audits'
import { find } from '@shiliu/contract/admin/find'
import { moderate } from '@shiliu/contract/admin/moderation'
import * as comments from '@shiliu/contract/comments'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePendingAudits } from '#modules/admin/pending-audits.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { AppError } from '#platform/errors.ts'
import { makeAdmin, makePost, makeUser, type TestUser } from '#test/factories.ts'
import { openTestApp } from '#test/test-app.ts'
import { findAnything, namedIn } from './find.service.ts'

let test: Awaited<ReturnType<typeof openTestApp>>
let author: TestUser
let note: { id: number }
let said: number
let token: string
let viewer: string
beforeAll(async () => {
  test = await openTestApp()
  author = await makeUser(test.ctx, { user_id: 'chenyu', nickname: '陈雨' })
  note = await makePost(test.ctx, author, { title: '图书馆的晚霞', tags: ['晚霞摄影'] })
  // Its number is that of no comment.
  await makePost(test.ctx, author, { title: '食堂' })
  const body = { post_id: note.id, content: '加微信 <b>abc_1</b>' }
  said = (await test.ok(comments.create, { body, token: author.token })).id
  token = (await makeAdmin(test.ctx)).token
  viewer = (await makeAdmin(test.ctx, 'viewer')).token
})
afterAll(() => test.close())

/** `kind:id`, those that are exact with a star. */
const found = async (q: string, as = token) =>
  (await test.ok(find, { query: { q }, token: as })).groups.flatMap(({ kind, hits }) =>
    hits.map(({ id, exact }) => `${kind}:${id}${exact ? '*' : ''}`),
  )

it.each([
  ['https://shiliu.example/post?id=5', { ids: { posts: 5 } }],
  ['shiliu.example/post/5?from=x', { ids: { posts: 5 } }],
  ['http://10.0.0.1:3000/post?id=5&targetCommentId=9', { ids: { comments: 9 } }],
  ['/user/%E9%99%88', { ids: {}, publicId: '陈' }],
  ['/admin/users/7', { ids: { users: 7 } }],
  ['/admin/posts?id=8&view=8', { ids: { posts: 8 } }],
  ['/explore', null],
  ['/post?id=x', null],
  ['chenyu', null],
  ['晚/霞', null],
])('reads the address %s', (text, expected) => {
  expect(namedIn(text)).toEqual(expected)
})

it('leads from an address to what it shows, also where that is hidden or deleted', async () => {
  const address = `https://shiliu.example/post?id=${note.id}`
  expect(await found(address)).toEqual([`posts:${note.id}*`])
  expect(await found(`${address}&targetCommentId=${said}`)).toEqual([`comments:${said}*`])
  expect(await found('/user/CHENYU')).toEqual([`users:${author.id}*`])
  const gone = await makePost(test.ctx, author)
  await test.ok(moderate, { body: { target_type: 1, ids: [gone.id], action: 'delete', reason: '广告' }, token })
  const { groups } = await test.ok(find, { query: { q: `/post?id=${gone.id}` }, token })
  expect(groups).toMatchObject([{ kind: 'posts', hits: [{ id: gone.id, state: 'deleted', exact: true }] }])
  expect(await found('/post?id=999999')).toEqual([])
})

it('leads from an id, a public id and a name', async () => {
  expect(await found(String(note.id))).toContain(`posts:${note.id}*`)
  expect(await found('chenyu')).toEqual([`users:${author.id}*`])
  expect(await found('@陈雨')).toContain(`users:${author.id}*`)
  expect(await found('chen')).toEqual([`users:${author.id}`])
})

it('finds notes, comments and tags by a phrase', async () => {
  const all = await found('晚霞')
  expect(all).toContain(`posts:${note.id}`)
  expect(all.filter((hit) => hit.startsWith('tags:'))).toHaveLength(1)
  expect(await found('abc_1')).toEqual([`comments:${said}`])
  expect(await found('abcx1')).toEqual([])
  expect(await found('')).toEqual([])
})

it('finds administrators for owners only', async () => {
  expect((await found('admin')).every((hit) => hit.startsWith('admins:'))).toBe(true)
  expect(await found('admin')).not.toEqual([])
  expect(await found('admin', viewer)).toEqual([])
})

describe('by a phrase', () => {
  const decide = (target_type: 1 | 2, id: number, action: 'hide' | 'delete') =>
    test.ok(moderate, { body: { target_type, ids: [id], action, reason: '广告' }, token })

  it('finds notes that others do not see, by their words in any order', async () => {
    const write = (title: string, content: string) => makePost(test.ctx, author, { title, content })
    const hidden = await write('转让显卡', '价格私聊 100% 全新')
    const deleted = await write('转让显卡二', '已出')
    const draft = await makePost(test.ctx, author, { title: '转让显卡三', is_draft: true })
    const shown = await write('转让显卡四', '在的')
    await decide(1, hidden.id, 'hide')
    await decide(1, deleted.id, 'delete')
    await decide(1, draft.id, 'delete')
    const { groups } = await test.ok(find, { query: { q: '显卡 转让' }, token })
    const [notes] = groups
    expect(new Map(notes?.hits.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [shown.id, 'visible'],
        [draft.id, 'deleted'],
        [deleted.id, 'deleted'],
        [hidden.id, 'hidden'],
      ]),
    )
    expect(await found('私聊 显卡')).toEqual([`posts:${hidden.id}`])
    expect(await found('100% 显卡')).toEqual([`posts:${hidden.id}`])
    expect(await found('1000% 显卡')).toEqual([])
  })

  it('leaves them a place among many that all see', async () => {
    const hidden = await makePost(test.ctx, author, { title: '失物招领' })
    await decide(1, hidden.id, 'hide')
    for (let i = 0; i < 6; i++) await makePost(test.ctx, author, { title: `失物招领${i}` })
    const hits = await found('失物招领')
    expect(hits).toHaveLength(5)
    expect(hits).toContain(`posts:${hidden.id}*`)
  })

  it('finds comments of any age, hidden ones too', async () => {
    const body = (content: string) => ({ body: { post_id: note.id, content }, token: author.token })
    const { id } = await test.ok(comments.create, body('代写论文 加我'))
    await decide(2, id, 'hide')
    const now = test.clock.now()
    const many = Array.from({ length: 2500 }, (_, n) => ({
      post_id: note.id,
      user_id: author.id,
      content: `第 ${n} 条`,
      created_at: now,
    }))
    for (const some of chunks(many)) await test.ctx.db.insertInto('comments').values(some).execute()
    expect(await found('论文 代写')).toEqual([`comments:${id}`])
  })

  it('answers with the rest where reading all takes too long', async () => {
    const slow: KyselyPlugin = {
      transformQuery({ node }) {
        const text = JSON.stringify(node)
        if (text.includes('LimitNode') && text.includes('"name":"comments"')) throw new AppError('query_too_long')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const viewer = { role: 'admin', id: 1, sessionId: 1, adminRole: 'viewer' } as const
    const answer = await findAnything({ ...test.ctx, db: test.ctx.db.withPlugin(slow) }, viewer, '晚霞')
    expect(answer).toMatchObject({ incomplete: true, groups: [{ kind: 'posts' }, { kind: 'tags' }] })
  })

  it('leaves a line for each that others do not see', async () => {
    const hidden = await makePost(test.ctx, author, { title: '出售答案' })
    await decide(1, hidden.id, 'hide')
    await found('出售答案')
    await found('出售')
    await writePendingAudits(test.ctx)
    const query = { action: 'view', resource: 'posts', record_id: String(hidden.id) }
    expect((await test.ok(audits.list, { query, token })).data).toMatchObject([{ record_name: '出售答案' }])
  })
})
