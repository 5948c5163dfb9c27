/** The switch for a raid or a move: what people may do meanwhile (docs/product.md#settings). */
import * as settings from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import { expect, it } from 'vitest'
import { makeAdmin, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

async function inMode(site_mode: (typeof settings.SITE_MODES)[number]) {
  const test = await createTestApp()
  const [admin, user] = [await makeAdmin(test.ctx), await makeUser(test.ctx)]
  const { id } = await makePost(test.ctx, user)
  const set = (mode: typeof site_mode) => test.ok(settings.update, { token: admin.token, body: { site_mode: mode } })
  await set(site_mode)
  const like = () => test.call(likes.create, { token: user.token, body: { target_type: 1, target_id: id } })
  const register = () =>
    test.call(auth.register, {
      body: { user_id: 'newcomer', nickname: '新来的', password: 'pomegranate7', captchaId: 'x', captchaText: 'y' },
    })
  return { test, admin, user, id, set, like, register }
}

it('read only refuses all writes of users, and not reading, signing in and out, or administrators', async () => {
  const { test, admin, user, id, set, like, register } = await inMode('read_only')
  const refused = { status: 403, error: 'read_only', message: '网站正在维护，现在只能看，不能发布或修改' }
  expect(await like()).toMatchObject(refused)
  const note = { token: user.token, body: { title: '题', content: '文', category_id: 1 } }
  expect(await test.call(posts.create, note)).toMatchObject(refused)
  expect(await register()).toMatchObject({ status: 403, error: 'registration_closed' })
  expect((await test.ok(auth.registration)).mode).toBe('closed')
  await test.ok(posts.get, { params: { id: String(id) } })
  await test.ok(auth.me, { token: user.token })
  const signedIn = await test.ok(auth.login, { body: { user_id: user.user_id, password: PASSWORD } })
  await test.ok(auth.logout, { token: signedIn.tokens.access_token })
  await test.ok(settings.update, { token: admin.token, body: { notes_per_day: 9 } })
  await set('open')
  expect((await like()).status).toBe(200)
})

it('without new accounts everything else goes on', async () => {
  const { test, set, like, register } = await inMode('no_new_accounts')
  expect((await like()).status).toBe(200)
  expect(await register()).toMatchObject({ status: 403, error: 'registration_closed' })
  expect((await test.ok(auth.registration)).mode).toBe('closed')
  await set('open')
  expect((await test.ok(auth.registration)).mode).toBe('open')
  expect(await register()).toMatchObject({ error: 'captcha_expired' })
})
