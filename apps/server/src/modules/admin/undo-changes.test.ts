/** Edits are taken back from their lines of the audit trail (docs/product.md#admin-audit-trail). */
import { audits, undoChange } from '@shiliu/contract/admin/audits'
import { categories } from '@shiliu/contract/admin/categories'
import { comments } from '@shiliu/contract/admin/comments'
import { posts } from '@shiliu/contract/admin/posts'
import * as settings from '@shiliu/contract/admin/settings'
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import { POST } from '@shiliu/contract/limits'
import { expect, it } from 'vitest'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const params = (id: number) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const lines = async () => (await test.ok(audits.list, { query: { limit: 100, sortField: 'id' }, token })).data
  /** Takes back what the newest line says. */
  const undo = async (as = token) =>
    test.call(undoChange, { body: { audit_id: (await lines())[0]?.id ?? 0 }, token: as })
  return { test, token, lines, undo }
}

async function rows() {
  const { test, token, lines, undo } = await stage()
  const author = await makeUser(test.ctx)
  const note = await makePost(test.ctx, author, {
    title: '旧',
    content: '一<br>二',
    tags: ['二手', '考研'],
    pictures: 2,
  })
  const other = await makeCategory(test.ctx)
  const comment = await createComment(test.ctx, author.id, { post_id: note.id, content: '在吗', parent_id: null })
  const { id: category } = await test.ok(categories.create, { body: { name: '学习', category_title: 'study' }, token })
  const { id: tag } = await test.ok(tags.create, { body: { name: '期末' }, token })
  const changed = {
    title: '新',
    content: '三 &lt;b&gt;',
    tags: ['毕业'],
    category_id: other.id,
  }
  const cases = {
    posts: { api: posts, id: note.id, body: changed },
    'posts, to drafts': { api: posts, id: note.id, body: { is_draft: true } },
    comments: { api: comments, id: comment.id, body: { content: '不在' } },
    users: {
      api: users,
      id: author.id,
      body: {
        nickname: '新名',
        bio: '你好',
        location: '广东',
        gender: '女',
        interests: ['羽毛球'],
        is_active: false,
      },
    },
    categories: { api: categories, id: category, body: { name: '学业', category_title: 'studies' } },
    tags: { api: tags, id: tag, body: { name: '期中' } },
  }
  return { test, token, lines, undo, cases }
}

it.each(['posts', 'posts, to drafts', 'comments', 'users', 'categories', 'tags'] as const)(
  'gives %s back what they were, as a line of its own, once',
  async (name) => {
    const { test, token, lines, undo, cases } = await rows()
    const { api, id, body } = cases[name]
    const row = async () => {
      const found = (await test.ok(api.get as AnyEndpoint, { ...params(id), token })) as Record<string, unknown>
      const { updated_at: _, ...kept } = found
      return kept
    }
    const before = await row()
    await test.ok(api.update as AnyEndpoint, { ...params(id), body, token })
    expect(await row()).not.toEqual(before)
    const [edit] = await lines()
    expect(await undo()).toMatchObject({ status: 200, message: '已撤销' })
    expect(await row()).toEqual(before)
    const [line] = await lines()
    expect(line).toMatchObject({ action: 'undo', record_id: id, changed: edit?.changed })
    const again = await test.call(undoChange, { body: { audit_id: edit?.id ?? 0 }, token })
    expect(again).toMatchObject({ status: 409, error: 'conflict', message: expect.stringMatching(/之后又被改过/) })
    // What was taken back can be done again.
    expect(await undo()).toMatchObject({ status: 200 })
    expect(await row()).not.toEqual(before)
    expect(await counterDrift(test.ctx)).toEqual([])
  },
)

it('takes back some fields while others were changed since, and none of those that were', async () => {
  const { test, token, lines, undo } = await stage()
  const { id } = await makePost(test.ctx, await makeUser(test.ctx), { title: '一', content: '甲' })
  const edit = (body: object) => test.ok(posts.update, { ...params(id), body, token })
  await edit({ title: '二' })
  const [first] = await lines()
  await edit({ content: '乙' })
  const undoFirst = () => test.call(undoChange, { body: { audit_id: first?.id ?? 0 }, token })
  expect(await undoFirst()).toMatchObject({ status: 200 })
  expect(await test.ok(posts.get, { ...params(id), token })).toMatchObject({ title: '一', content: '乙' })
  await edit({ title: '三' })
  expect(await undoFirst()).toMatchObject({
    status: 409,
    message: '它之后又被改过，不能撤销这一次；请看较新的操作记录',
  })
  await test.ok(posts.remove, { ...params(id), token })
  expect(await undo()).toMatchObject({ status: 400, message: expect.stringMatching(/不是修改/) })
  expect(await undoFirst()).toMatchObject({ status: 404, error: 'record_not_found' })
})

it('says that pictures which an edit took away are gone', async () => {
  const { test, token, undo } = await stage()
  const { id } = await makePost(test.ctx, await makeUser(test.ctx), { pictures: 2 })
  const images = async () => (await test.ok(posts.get, { ...params(id), token })).images
  const [first = '', second = ''] = await images()
  await test.ok(posts.update, { ...params(id), body: { images: [second, first] }, token })
  expect(await undo()).toMatchObject({ status: 200 })
  expect(await images()).toEqual([first, second])
  await test.ok(posts.update, { ...params(id), body: { images: [second], title: '新' }, token })
  expect(await undo()).toMatchObject({ status: 400, field: 'audit_id', message: expect.stringContaining('图片已经') })
  expect(await test.ok(posts.get, { ...params(id), token })).toMatchObject({ title: '新', images: [second] })
})

it('takes back settings that nobody changed since', async () => {
  const { test, token, lines, undo } = await stage()
  const put = (body: object) => test.ok(settings.update, { body, token })
  const { notes_per_day, site_name } = test.ctx.settings.current
  await put({ notes_per_day: notes_per_day + 1, site_name: '别的名字' })
  const [first] = await lines()
  expect(await undo()).toMatchObject({ status: 200 })
  expect(test.ctx.settings.current).toMatchObject({ notes_per_day, site_name })
  expect((await lines())[0]).toMatchObject({ action: 'undo', resource: 'settings' })
  expect(await test.call(undoChange, { body: { audit_id: first?.id ?? 0 }, token })).toMatchObject({
    status: 409,
    error: 'conflict',
    message: expect.stringMatching(/这些设置之后又被改过/),
  })
})

it('asks for the role that the edit itself needs', async () => {
  const { test, token, undo } = await stage()
  const author = await makeUser(test.ctx)
  const editor = (await makeAdmin(test.ctx, 'editor')).token
  await test.ok(users.update, { ...params(author.id), body: { nickname: '新名' }, token })
  const refused = { status: 403, error: 'forbidden' }
  expect(await undo(editor)).toMatchObject({ ...refused, message: '这需要管理员或更高的权限，你是编辑' })
  await test.ok(settings.update, { body: { site_name: '别的名字' }, token })
  expect(await undo(editor)).toMatchObject(refused)
  const { id } = await test.ok(tags.create, { body: { name: '期末' }, token })
  await test.ok(tags.update, { ...params(id), body: { name: '期中' }, token })
  expect(await undo(editor)).toMatchObject({ status: 200 })
})

it('refuses in words what the trail does not hold', async () => {
  const { test, token, undo } = await stage()
  const author = await makeUser(test.ctx)
  await test.ok(users.update, { ...params(author.id), body: { password: 'another12' }, token })
  expect(await undo()).toMatchObject({ status: 400, field: 'audit_id', message: expect.stringMatching(/没有记下来/) })
  const long = '&amp;'.repeat(POST.contentMax - 5)
  const { id } = await makePost(test.ctx, author, { content: `${long}一` })
  await test.ok(posts.update, { ...params(id), body: { content: `${long}二` }, token })
  expect(await undo()).toMatchObject({ status: 400, message: expect.stringMatching(/太长/) })
  const taken = await test.ok(tags.create, { body: { name: '期末' }, token })
  await test.ok(tags.update, { ...params(taken.id), body: { name: '期中' }, token })
  const [line] = (await test.ok(audits.list, { query: { sortField: 'id' }, token })).data
  await test.ok(tags.create, { body: { name: '期末' }, token })
  expect(await test.call(undoChange, { body: { audit_id: line?.id ?? 0 }, token })).toMatchObject({
    status: 409,
    error: 'record_duplicate',
  })
})
