/** An upload that nothing published shows is its uploader's alone. */
import * as adminPosts from '@shiliu/contract/admin/posts'
import * as auth from '@shiliu/contract/auth'
import * as comments from '@shiliu/contract/comments'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { expect, it } from 'vitest'
import { makeAdmin, makeCategory, makePost, makeUser, PASSWORD, storePicture, type TestUser } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'

async function setUp() {
  const test = await createTestApp()
  const [ann, ben] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const note = await makePost(test.ctx, ann)
  const category_id = (await makeCategory(test.ctx)).id
  const upload = async (user: TestUser) => (await storePicture(test.ctx, user.id, await smallFile())).url

  const post = (user: TestUser, url: string, is_draft = false) =>
    test.call(posts.create, {
      body: { title: '题目', content: '正文', category_id, images: [url], is_draft },
      token: user.token,
    })
  const comment = (user: TestUser, url: string) =>
    test.call(comments.create, { body: { post_id: note.id, content: `<img src="${url}">` }, token: user.token })
  const avatar = (user: TestUser, url: string) =>
    test.call(users.update, {
      params: { id: user.user_id },
      body: { nickname: user.nickname, avatar: url },
      token: user.token,
    })
  /** The statuses of using the picture in everything that shows one. */
  const use = async (user: TestUser, url: string) => {
    const answers = [
      await post(user, url, true),
      await comment(user, url),
      await avatar(user, url),
      await post(user, url),
    ]
    return answers.map(({ status, error }) => error ?? status)
  }
  return { test, ann, ben, category_id, upload, use, post, comment, avatar }
}

const REFUSED = Array(4).fill('image_foreign')
const TAKEN = Array(4).fill(200)

it('can be used by its uploader, and by nobody else', async () => {
  const { ann, ben, upload, use } = await setUp()
  const url = await upload(ann)
  expect(await use(ben, url)).toEqual(REFUSED)
  expect(await use(ann, url)).toEqual(TAKEN)
  expect(await use(ben, url)).toEqual(TAKEN)
})

it('stays one’s own in a draft, and becomes so again with a note that is taken back', async () => {
  const { test, ann, ben, category_id, upload, post, use } = await setUp()
  const url = await upload(ann)
  const { data } = await post(ann, url, true)
  expect(await use(ben, url)).toEqual(REFUSED)
  const change = (is_draft: boolean) =>
    test.ok(posts.update, {
      params: { id: String(data.id) },
      body: { title: '题目', content: '正文', category_id, is_draft },
      token: ann.token,
    })
  await change(false)
  expect((await post(ben, url, true)).status).toBe(200)
  await change(true)
  expect(await use(ben, url)).toEqual(REFUSED)
})

it.each(['comment', 'avatar'] as const)('is published by a %s', async (kind) => {
  const stage = await setUp()
  const url = await stage.upload(stage.ann)
  expect((await stage[kind](stage.ann, url)).status).toBe(200)
  expect(await stage.use(stage.ben, url)).toEqual(TAKEN)
})

it('is nobody’s avatar at registration', async () => {
  const { test, ann, upload } = await setUp()
  const url = await upload(ann)
  const captcha = await test.ok(auth.captcha)
  const { answer } = await test.ctx.db
    .selectFrom('captchas')
    .select('answer')
    .where('id', '=', captcha.captchaId)
    .executeTakeFirstOrThrow()
  const body = { user_id: 'newcomer', nickname: '新同学', password: PASSWORD, avatar: url }
  const { user } = await test.ok(auth.register, {
    body: { ...body, captchaId: captcha.captchaId, captchaText: answer },
  })
  expect(user.avatar).not.toBe(url)
})

it('belongs to both who uploaded the same bytes', async () => {
  const { ann, ben, upload, use } = await setUp()
  const [first, second] = [await upload(ann), await upload(ben)]
  expect(await use(ann, first)).toEqual(TAKEN)
  expect(await use(ben, second)).toEqual(TAKEN)
})

it('is open to administrators, and whoever they give it to may keep it', async () => {
  const { test, ann, ben, category_id, upload, use } = await setUp()
  const url = await upload(ann)
  const admin = await makeAdmin(test.ctx)
  const fields = { title: '题目', content: '正文', category_id, is_draft: true }
  const { id } = await test.ok(adminPosts.posts.create, {
    body: { ...fields, user_id: ben.id, images: [url] },
    token: admin.token,
  })
  const keep = { params: { id: String(id) }, body: { ...fields, images: [url] }, token: ben.token }
  expect(await test.call(posts.update, keep)).toMatchObject({ status: 200 })
  expect(await use(ben, url)).toEqual(REFUSED)
})
