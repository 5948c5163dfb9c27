import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { deleteUserAccount } from '#modules/account/deletion.service.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { createUser, isUserIdFree } from './users.service.ts'

it('show the present nickname, and an unknown id as text, in notes, comments and introductions', async () => {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const friend = await makeUser(test.ctx, { user_id: 'Friend', nickname: '旧名' })
  const content = '你好 [@假名:friend] 和 [@谁:nobody1]<br>再见'
  const note = await makePost(test.ctx, author, { content })
  const params = { id: String(note.id) }
  await test.ok(comments.create, { body: { post_id: note.id, content, parent_id: null }, token: author.token })
  const body = { nickname: author.nickname, bio: content }
  await test.ok(users.update, { params: { id: author.user_id }, body, token: author.token })
  const shown = async () => [
    (await test.ok(posts.get, { params })).content,
    (await test.ok(comments.listOfPost, { params, query: {} })).comments[0]?.content,
    (await test.ok(users.get, { params: { id: author.user_id } })).bio,
  ]
  const as = (first: string, second = '@谁') => Array(3).fill(`你好 ${first} 和 ${second}<br>再见`)
  expect(await shown()).toEqual(as('[@旧名:friend]'))
  const rename = { params: { id: friend.user_id }, body: { nickname: '新名' }, token: friend.token }
  await test.ok(users.update, rename)
  expect(await shown()).toEqual(as('[@新名:friend]'))
  await makeUser(test.ctx, { user_id: 'nobody1', nickname: '来了' })
  expect(await shown()).toEqual(as('[@新名:friend]', '[@来了:nobody1]'))
  await deleteUserAccount(test.ctx, friend.id)
  expect(await shown()).toEqual(as('@假名', '[@来了:nobody1]'))
})

it('a deleted account’s public id is never given out again', async () => {
  const test = await createTestApp()
  const gone = await makeUser(test.ctx, { user_id: 'OnceMine' })
  expect(await isUserIdFree(test.ctx, 'oncemine')).toBe(false)
  await deleteUserAccount(test.ctx, gone.id)
  expect(await isUserIdFree(test.ctx, 'oncemine')).toBe(false)
  const again = createUser(test.ctx, { user_id: 'onceMINE', nickname: '别人', password_hash: 'x' })
  await expect(again).rejects.toMatchObject({ code: 'user_id_taken' })
  expect(await test.ctx.db.selectFrom('users').select('id').where('user_id_key', '=', 'oncemine').execute()).toEqual([])
})
