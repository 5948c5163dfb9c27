import { audits } from '@shiliu/contract/admin/audits'
import * as moderation from '@shiliu/contract/admin/moderation'
import { posts as adminPosts } from '@shiliu/contract/admin/posts'
import { importWords, tryWords, type WordAction, wordFindings, words } from '@shiliu/contract/admin/words'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { DAY_MS } from '#platform/clock.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { purgeFindings } from './word-findings.service.ts'

async function setUp(list: Record<string, WordAction> = {}) {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx, 'moderator')
  for (const [word, action] of Object.entries(list)) {
    await test.ok(words.create, { body: { word, action }, token: admin.token })
  }
  const author = await makeUser(test.ctx)
  const category_id = (await makeCategory(test.ctx)).id
  const write = (fields: object) =>
    test.call(posts.create, {
      body: { title: '标题', content: '正文', category_id, is_draft: false, ...fields },
      token: author.token,
    })
  const edit = (id: number, fields: object) =>
    test.call(posts.update, {
      params: { id: String(id) },
      body: { title: '标题', content: '正文', category_id, is_draft: false, ...fields },
      token: author.token,
    })
  const show = (id: number, token?: string) =>
    test.call(posts.get, { params: { id: String(id) }, ...(token && { token }) })
  const findings = async () => (await test.ok(wordFindings.list, { query: {}, token: admin.token })).data
  return { test, admin, author, write, edit, show, findings }
}

it.each([
  ['title', { title: '出售 枪-支' }],
  ['content', { content: '出售<b>枪</b><i>支</i>' }],
  ['tags', { tags: ['好', '枪支'] }],
])('refuse a note for its %s, without naming the word', async (field, fields) => {
  const { test, write } = await setUp({ 枪支: 'refuse' })
  const answer = await write(fields)
  expect(answer).toMatchObject({ status: 400, error: 'invalid_input', field })
  expect(answer.message).toMatch(/不能发布/)
  expect(answer.message).not.toContain('枪')
  expect(await test.ctx.db.selectFrom('posts').selectAll().execute()).toEqual([])
})

it('leave drafts alone until they are published, with their tags', async () => {
  const { write, edit } = await setUp({ 枪支: 'refuse' })
  const { data } = await write({ is_draft: true, title: '标题', tags: ['枪支'] })
  expect(await edit(data.id, {})).toMatchObject({ status: 400, field: 'tags' })
  expect(await edit(data.id, { tags: [] })).toMatchObject({ status: 200 })
})

it('mask words in what is stored, also over markup', async () => {
  const { write, show, author } = await setUp({ 傻瓜: 'mask', 坏: 'mask' })
  const { data } = await write({ title: '你这 傻 瓜！', content: '傻<br>瓜，[@大傻瓜:abc] &lt;坏&gt;', tags: ['傻瓜'] })
  const note = (await show(data.id, author.token)).data
  expect(note.title).toBe('你这 ＊＊！')
  expect(note.content).toBe('＊<br>＊，@大＊＊ &lt;＊&gt;')
  expect(note.tags.map(({ name }) => name)).toEqual(['＊＊'])
})

it('send notes to review, where a moderator sees for which word', async () => {
  const { test, write, show, author, admin, findings } = await setUp({ 兼职: 'review', 刷单: 'review' })
  const { data } = await write({ content: '兼 职，兼职', tags: ['刷单'] })
  expect(await show(data.id)).toMatchObject({ status: 404 })
  expect((await show(data.id, author.token)).data.moderation).toMatchObject({ state: 'pending', reason: null })
  const query = { target_type: '1', target_id: String(data.id) }
  const { history } = await test.ok(moderation.history, { query, token: admin.token })
  expect(history).toMatchObject([{ actor: '系统', action: 'submit', reason: '敏感词：兼职、刷单', to: 'pending' }])
  expect((await findings()).map(({ word, field }) => [word, field])).toEqual([
    ['刷单', 'tags'],
    ['兼职', 'content'],
  ])
  expect(await counterDrift(test.ctx)).toEqual([])
  const body = { target_type: 1, ids: [data.id], action: 'approve' as const }
  await test.ok(moderation.moderate, { body, token: admin.token })
  expect(await show(data.id)).toMatchObject({ status: 200 })
})

it('send a visible note to review when an edit adds a word, and leave a hidden one hidden', async () => {
  const { test, write, edit, show, author, admin } = await setUp({ 兼职: 'review' })
  const { data } = await write({})
  expect(await show(data.id)).toMatchObject({ status: 200 })
  await edit(data.id, { title: '兼职' })
  expect((await show(data.id, author.token)).data.moderation).toMatchObject({ state: 'pending' })
  const body = { target_type: 1, ids: [data.id], action: 'hide' as const, reason: '广告' }
  await test.ok(moderation.moderate, { body, token: admin.token })
  await edit(data.id, { title: '兼职啊' })
  expect((await show(data.id, author.token)).data.moderation).toMatchObject({ state: 'hidden', reason: '广告' })
})

it('note what stays visible', async () => {
  const { test, write, show, findings } = await setUp({ 考试答案: 'flag' })
  const { data } = await write({ title: '考试 答案' })
  expect(await show(data.id)).toMatchObject({ status: 200, data: { title: '考试 答案' } })
  expect(await findings()).toMatchObject([
    { word: '考试答案', action: 'flag', target_type: 1, target_id: data.id, field: 'title' },
  ])
  const rows = () => test.ctx.db.selectFrom('word_findings').selectAll().execute()
  test.clock.advance(179 * DAY_MS)
  await purgeFindings(test.ctx)
  expect(await rows()).toHaveLength(1)
  test.clock.advance(2 * DAY_MS)
  await purgeFindings(test.ctx)
  expect(await rows()).toEqual([])
})

it('treat comments as notes', async () => {
  const { test, author, findings } = await setUp({ 枪支: 'refuse', 傻瓜: 'mask', 兼职: 'review' })
  const post = await makePost(test.ctx, author)
  const say = (content: string, parent_id: number | null = null) =>
    test.call(comments.create, { body: { post_id: post.id, content, parent_id }, token: author.token })
  expect(await say('枪-支')).toMatchObject({ status: 400, field: 'content' })
  const shown = await say('傻瓜好')
  expect(shown.data.content).toBe('＊＊好')
  const pending = await say('兼职', shown.data.id)
  expect(pending.status).toBe(200)
  const { comments: listed } = await test.ok(comments.listOfPost, { params: { id: String(post.id) }, query: {} })
  expect(listed.map(({ id }) => id)).toEqual([shown.data.id])
  expect(await findings()).toMatchObject([{ target_type: 2, target_id: pending.data.id, post_id: post.id }])
  expect(await counterDrift(test.ctx)).toEqual([])
})

it('refuse, mask and note nicknames and introductions', async () => {
  const { test, author, findings } = await setUp({ 枪支: 'refuse', 傻瓜: 'mask', 兼职: 'review' })
  const change = (body: object) =>
    test.call(users.update, { params: { id: author.user_id }, body, token: author.token })
  expect(await change({ nickname: '枪支' })).toMatchObject({ status: 400, field: 'nickname' })
  expect(await change({ nickname: '小明', bio: '卖枪支' })).toMatchObject({ status: 400, field: 'bio' })
  expect((await change({ nickname: '大傻瓜', bio: '找兼职' })).data).toMatchObject({
    nickname: '大＊＊',
    bio: '找兼职',
  })
  expect(await findings()).toMatchObject([{ word: '兼职', target_type: 3, target_id: author.id, field: 'bio' }])
})

it('refuse and note what else of a profile is written freely', async () => {
  const { test, author, findings } = await setUp({ 枪支: 'refuse', 傻瓜: 'mask', 兼职: 'flag' })
  const change = (body: object) =>
    test.call(users.update, {
      params: { id: author.user_id },
      body: { nickname: author.nickname, ...body },
      token: author.token,
    })
  expect(await change({ major: '枪-支' })).toMatchObject({ status: 400, field: 'major' })
  expect(await change({ interests: ['跑步', '枪支'] })).toMatchObject({ status: 400, field: 'interests' })
  expect((await change({ major: '傻瓜学', interests: ['兼职'] })).data).toMatchObject({
    major: '＊＊学',
    interests: ['兼职'],
  })
  expect(await findings()).toMatchObject([{ word: '兼职', target_type: 3, target_id: author.id, field: 'interests' }])
})

it('are named to nobody who may not read their list, neither in the trail nor in a history', async () => {
  const { test, write, admin } = await setUp({ 兼职: 'review' })
  const { data } = await write({ title: '兼职' })
  const viewer = await makeAdmin(test.ctx, 'viewer')
  const seen = async (token: string) => ({
    history: (
      await test.ok(moderation.history, { query: { target_type: '1', target_id: String(data.id) }, token })
    ).history.map(({ reason }) => reason),
    trail: (await test.ok(audits.list, { query: { resource: 'words' }, token })).data.map(
      ({ id: _, created_at: _at, admin_id: _by, username: _name, ...line }) => line,
    ),
  })
  const line = { action: 'create', resource: 'words', record_id: expect.any(Number) }
  expect(await seen(admin.token)).toEqual({
    history: ['敏感词：兼职'],
    trail: [
      expect.objectContaining({ ...line, record_name: '兼职', after: expect.objectContaining({ word: '兼职' }) }),
    ],
  })
  expect(await seen(viewer.token)).toEqual({
    history: ['敏感词'],
    trail: [expect.objectContaining({ ...line, record_name: '', before: null, after: null, changed: [] })],
  })
  const [first] = (await test.ok(audits.list, { query: { resource: 'words' }, token: viewer.token })).data
  const one = await test.ok(audits.get, { params: { id: String(first?.id) }, token: viewer.token })
  expect(JSON.stringify(one)).not.toContain('兼职')
})

it('let administrators write what they want', async () => {
  const { test, author } = await setUp({ 枪支: 'refuse' })
  const { token } = await makeAdmin(test.ctx)
  const { id: category_id } = await makeCategory(test.ctx)
  const body = { title: '禁止枪支', content: '通知', category_id, user_id: author.id }
  await test.ok(adminPosts.create, { body, token })
})

it('are one word in all their spellings, in force when they change', async () => {
  const { test, admin, write } = await setUp({ Viagra: 'refuse' })
  const { token } = admin
  const again = await test.call(words.create, { body: { word: 'ＶＩ agra', action: 'mask' }, token })
  expect(again).toMatchObject({ status: 409, field: 'word', message: '这个词已经在列表里' })
  const [row] = (await test.ok(words.list, { query: {}, token })).data
  const params = { id: String(row?.id) }
  await test.ok(words.update, { params, body: { action: 'flag' }, token })
  expect(await write({ title: 'viagra' })).toMatchObject({ status: 200 })
  await test.ok(words.update, { params, body: { action: 'refuse', whole: true }, token })
  expect(await write({ title: 'viagras' })).toMatchObject({ status: 200 })
  expect(await write({ title: 'viagra' })).toMatchObject({ status: 400 })
  await test.ok(words.remove, { params, token })
  expect(await write({ title: 'viagra' })).toMatchObject({ status: 200 })
})

it('are seen by moderators only', async () => {
  const { test } = await setUp()
  const { token } = await makeAdmin(test.ctx, 'editor')
  expect(await test.call(words.list, { query: {}, token })).toMatchObject({ status: 403 })
  expect(await test.call(wordFindings.list, { query: {}, token })).toMatchObject({ status: 403 })
})

it('are imported as text, which says what each does, and tried on a text', async () => {
  const { test, admin } = await setUp({ 旧词: 'flag' })
  const text = '枪支\n旧 词\tmask\nass\trefuse\twhole\n…\n坏\tdelete\n\n'
  const imported = await test.ok(importWords, { body: { text, action: 'review' }, token: admin.token })
  expect(imported).toMatchObject({ added: 2, changed: 1 })
  expect(imported.problems).toEqual([expect.stringMatching(/^第 4 行：/), expect.stringMatching(/^第 5 行：处理方式/)])
  const again = await test.ok(importWords, { body: { text, action: 'review' }, token: admin.token })
  expect(again).toMatchObject({ added: 0, changed: 0 })
  const tried = await test.ok(tryWords, { body: { text: '旧词和枪支，class' }, token: admin.token })
  expect(tried.masked).toBe('＊＊和枪支，class')
  expect(tried.found).toEqual([
    { word: '旧词', action: 'mask' },
    { word: '枪支', action: 'review' },
  ])
})
