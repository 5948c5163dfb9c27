/** The tables' filters find what others do not see: the search index, which answers them, leaves that out. */
import { comments } from '@shiliu/contract/admin/comments'
import { moderate } from '@shiliu/contract/admin/moderation'
import { posts } from '@shiliu/contract/admin/posts'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { users } from '@shiliu/contract/admin/users'
import { TARGET } from '@shiliu/contract/limits'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx, 'owner')
  const author = await makeUser(test.ctx, { nickname: '兼职小助手' })
  const note = await makePost(test.ctx, author, { title: '日结兼职招人', content: '躺着把钱挣了 <b>不用经验' })
  await makePost(test.ctx, await makeUser(test.ctx, { nickname: '路过的人' }), { title: '晚霞', content: '好看' })
  const found = async (table: typeof users | typeof posts, query: object) =>
    (await test.ok(table.list, { query: query as never, token })).data.map(({ id }) => id)
  return { test, token, author, note, found }
}

describe('an account that a ban hides', () => {
  it('is found by name, by 小石榴号 and by what it wrote', async () => {
    const { test, token, author, note, found } = await stage()
    const body = { reason: '广告', until: null, note: '', hide_content: true }
    await test.ok(sanctions.ban, { token, params: { id: String(author.id) }, body })
    expect(await found(users, { nickname: '兼职' })).toEqual([author.id])
    expect(await found(users, { user_id: author.user_id.slice(0, -1) })).toContain(author.id)
    expect(await found(users, { search: '小助手' })).toEqual([author.id])
    expect(await found(users, { nickname: '没有这个' })).toEqual([])
    expect(await found(posts, { user_display_id: author.user_id })).toEqual([note.id])
    expect(await found(posts, { title: '兼职招人' })).toEqual([note.id])
    await test.ok(comments.list, { query: { user_display_id: author.user_id }, token })
  })

  it('is found in the trash', async () => {
    const { test, token, author, found } = await stage()
    await test.ok(users.remove, { token, params: { id: String(author.id) } })
    expect(await found(users, { nickname: '兼职' })).toEqual([])
    expect(await found(users, { nickname: '兼职', state: 'deleted' })).toEqual([author.id])
  })
})

describe('a note that moderators withhold', () => {
  it.each(['hide', 'reject', 'delete'] as const)('is found by title and text after %s', async (action) => {
    const { test, token, note, found } = await stage()
    await test.ok(moderate, { token, body: { target_type: TARGET.post, ids: [note.id], action, reason: '广告' } })
    const state = { hide: 'hidden', reject: 'rejected', delete: 'deleted' }[action]
    expect(await found(posts, { title: '日结', state })).toEqual([note.id])
    expect(await found(posts, { search: '不用经验', state })).toEqual([note.id])
    expect(await found(posts, { search: '招人', state })).toEqual([note.id])
    expect(await found(posts, { title: '不用经验', state })).toEqual([])
    expect(await found(posts, { title: '日结', state: 'visible' })).toEqual([])
  })
})
