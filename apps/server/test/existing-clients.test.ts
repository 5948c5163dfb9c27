/** Whole tasks of existing clients, by the requests they send (docs/api.md). For single calls see compatibility/. */
import type { FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { urlsBelow } from '#platform/storage/storage.ts'
import { makeAdmin, makeCategory, makePost, makeUser, PASSWORD, storePicture } from './factories.ts'
import { smallFile } from './pictures.ts'
import { createTestApp } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const HOST = 'shiliu.example.edu.cn'
const HOUR_MS = 3_600_000

/** A browser with the token that it has stored, or with none. */
function browser(app: FastifyInstance, token: string | null = null) {
  return async (call: `${Method} ${string}`, body?: object) => {
    const [method, url] = call.split(' ', 2) as [Method, string]
    // Without a body the client's library sends writes as an empty form.
    const type = body ? 'application/json' : 'application/x-www-form-urlencoded'
    const response = await app.inject({
      method,
      url: `/api${url}`,
      headers: {
        host: HOST,
        accept: 'application/json, text/plain, */*',
        authorization: `Bearer ${token}`,
        ...(method !== 'GET' && { 'content-type': type }),
      },
      payload: body ?? (method === 'GET' ? undefined : ''),
    })
    const { code, message, data } = response.json()
    expect(code, call).toBe(response.statusCode)
    return { status: response.statusCode, message, data }
  }
}

describe('the draft box', () => {
  it('lists, edits, publishes and deletes the drafts of who asks', async () => {
    const { app, ctx } = await createTestApp()
    const [me, other] = [await makeUser(ctx), await makeUser(ctx)]
    const category = await makeCategory(ctx)
    const theirs = await makePost(ctx, other, { is_draft: true, title: '别人的' })
    const picture = `https://${HOST}${(await storePicture(ctx, me.id, await smallFile())).url}`
    const send = browser(app, me.token)
    const box = async (user: string | number, rest = '') => {
      const query = `page=1&limit=10&sort=created_at&user_id=${user}&is_draft=1&keyword=&category=${rest}`
      return (await send(`GET /posts?${query}`)).data
    }
    const draft = { title: '期末复习', content: '', images: [picture], tags: ['学习'], category_id: '', is_draft: true }
    const { id } = (await send('POST /posts', { ...draft, category_id: null })).data
    const second = (await send('POST /posts', { ...draft, title: '第二篇', category_id: null })).data.id

    // The page sends the public id that it has stored.
    for (const user of [me.user_id, me.id, other.user_id, other.id, 'undefined', '']) {
      const { posts, pagination } = await box(user)
      expect(posts.map((post: { id: number }) => post.id)).toEqual([second, id])
      expect(pagination).toMatchObject({ page: 1, limit: 10, total: 2, pages: 1 })
    }
    expect((await box(me.user_id)).posts[1]).toMatchObject({
      title: '期末复习',
      is_draft: 1,
      category: null,
      images: [expect.stringMatching(/^\/uploads\//)],
      tags: [{ name: '学习' }],
    })
    expect((await browser(app)(`GET /posts?user_id=${me.user_id}&is_draft=1`)).status).toBe(401)
    expect((await send(`GET /posts/${theirs.id}`)).status).toBe(404)

    const opened = (await send(`GET /posts/${id}?skipViewCount=true`)).data
    const edited = { ...opened, content: '第一行<br>第二行', category_id: String(category.id) }
    expect((await send(`PUT /posts/${id}`, { ...edited, is_draft: true })).status).toBe(200)
    expect((await box(me.user_id)).posts[1]).toMatchObject({ content: '第一行<br>第二行', category: category.name })
    expect((await send(`PUT /posts/${id}`, { ...edited, is_draft: undefined })).status).toBe(200)
    expect((await box(me.user_id)).pagination.total).toBe(1)
    expect((await browser(app)(`GET /posts/${id}`)).data).toMatchObject({ is_draft: 0, images: opened.images })
    expect((await send(`DELETE /posts/${second}`)).status).toBe(200)
    expect((await box(me.user_id)).posts).toEqual([])
  })
})

describe('the user form of the back office', () => {
  it('creates an account without a password, finds it, and sets one with the whole row', async () => {
    const { app, ctx } = await createTestApp()
    const admin = await makeAdmin(ctx)
    const { access_token } = (
      await browser(app)('POST /auth/admin/login', { username: admin.username, password: PASSWORD })
    ).data.tokens
    const send = browser(app, access_token)
    const form = { user_id: 'newcomer_7', nickname: '新同学', avatar: '', bio: '', location: '', is_active: true }
    const created = await send('POST /admin/users', form)
    expect(created).toMatchObject({ status: 200, data: { id: expect.any(Number) } })
    expect(await send('POST /admin/users', form)).toMatchObject({
      status: 409,
      message: expect.stringMatching('已存在'),
    })

    const find = async (user_id: string) =>
      (
        await send(
          `GET /admin/users?page=1&limit=20&user_id=${user_id}&nickname=&location=&is_active=&sortField=&sortOrder=`,
        )
      ).data.data
    const [row] = await find('comer_7')
    expect(row).toMatchObject({ id: created.data.id, user_id: 'newcomer_7', is_active: 1, interests: null })

    const signIn = (password: string) => browser(app)('POST /auth/login', { user_id: 'newcomer_7', password })
    for (const password of ['', 'undefined', 'null', PASSWORD]) expect((await signIn(password)).status).toBe(400)

    // The form sends the row as it was listed, with what was changed.
    expect((await send(`PUT /admin/users/${row.id}`, { ...row, password: '', nickname: '改名' })).status).toBe(200)
    expect((await signIn('undefined')).status).toBe(400)
    expect(
      (await send(`PUT /admin/users/${row.id}`, { ...row, version: undefined, password: 'secret12' })).status,
    ).toBe(200)
    const signedIn = await signIn('secret12')
    expect(signedIn).toMatchObject({ status: 200, data: { user: { user_id: 'newcomer_7', nickname: '新同学' } } })

    // Other tables find what belongs to the account by a part of its public id.
    const notes = browser(app, signedIn.data.tokens.access_token)
    const { id } = await makeCategory(ctx)
    const note = (await notes('POST /posts', { title: '你好', content: '大家好', category_id: id })).data
    const query = 'page=1&limit=20&title=&category_id=&is_draft=&user_display_id=COMER&sortField=&sortOrder='
    expect((await send(`GET /admin/posts?${query}`)).data.data).toMatchObject([{ id: note.id }])
    expect((await send(`GET /admin/sessions?user_display_id=comer_7&is_active=`)).data.total).toBe(1)
    expect((await send(`GET /admin/sessions?user_display_id=nobody&is_active=`)).data.total).toBe(0)

    const own = `PUT /auth/admin/admins/${admin.id}/password` as const
    expect((await send(own, { password: 'another12' })).status).toBe(400)
    expect((await send(own, { password: 'another12', currentPassword: PASSWORD })).status).toBe(200)
    expect((await send(`DELETE /admin/users/${row.id}`)).status).toBe(200)
    expect(await find('newcomer_7')).toEqual([])
  })
})

describe('a day signed in', () => {
  const at = (time: number) => vi.setSystemTime(time)

  it('needs no new token where tokens live for a week', async () => {
    const { app, ctx, clock } = await createTestApp({ ACCESS_TOKEN_HOURS: '168' })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const start = Date.now()
    const [me, author] = [await makeUser(ctx), await makeUser(ctx)]
    const { id } = await makePost(ctx, author, { pictures: 1 })
    const signedIn = (await browser(app)('POST /auth/login', { user_id: me.user_id, password: PASSWORD })).data
    expect(signedIn.tokens.expires_in).toBe(168 * 3600)
    const send = browser(app, signedIn.tokens.access_token)

    for (let hour = 0; hour < 24; hour++) {
      at(start + hour * HOUR_MS)
      clock.advance(HOUR_MS)
      for (const call of [
        'GET /auth/me',
        'GET /notifications/unread-count',
        'GET /categories',
        'GET /posts?page=1&limit=20&category=recommend',
        `GET /posts/${id}?skipViewCount=true`,
        `GET /posts/${id}/comments?page=1&limit=5&sort=desc`,
        `POST /posts/${id}/collect`,
        `DELETE /posts/${id}/collect`,
        `POST /users/${author.user_id}/follow`,
        'PUT /notifications/read-all',
      ] as const) {
        expect({ hour, call, status: (await send(call)).status }).toEqual({ hour, call, status: 200 })
      }
      const like = { target_type: 1, target_id: id }
      expect((await send('POST /likes', like)).data).toEqual({ liked: true, likeCount: 1 })
      expect((await send('POST /comments', { post_id: id, content: `第${hour}个小时`, parent_id: null })).status).toBe(
        200,
      )
    }

    at(start + 168 * HOUR_MS - 1000)
    expect((await send('GET /auth/me')).status).toBe(200)
    at(start + 168 * HOUR_MS + 1000)
    expect((await send('GET /auth/me')).status).toBe(401)
    // The client shows the community as to a guest until somebody signs in again.
    expect((await send('GET /posts?page=1&limit=20')).status).toBe(200)
  })

  it('ends for all of an account’s tokens with its session, however long they live', async () => {
    const { app, ctx } = await createTestApp({ ACCESS_TOKEN_HOURS: '168' })
    const [me, admin] = [await makeUser(ctx), await makeAdmin(ctx)]
    const signIn = async (password: string) =>
      browser(app, (await browser(app)('POST /auth/login', { user_id: me.user_id, password })).data.tokens.access_token)
    const [phone, laptop] = [await signIn(PASSWORD), await signIn(PASSWORD)]
    expect((await phone('POST /auth/logout')).status).toBe(200)
    expect((await phone('GET /auth/me')).status).toBe(401)
    const back = await signIn(PASSWORD)
    const change = { currentPassword: PASSWORD, newPassword: 'another12' }
    expect((await laptop(`PUT /users/${me.user_id}/password`, change)).status).toBe(200)
    expect((await back('GET /auth/me')).status).toBe(401)
    expect((await laptop('GET /auth/me')).status).toBe(200)
    await browser(app, admin.token)(`PUT /admin/users/${me.id}`, { is_active: 0 })
    expect((await laptop('GET /auth/me')).status).toBe(401)
  })

  it('takes an hour by default', async () => {
    const { app, ctx } = await createTestApp()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const me = await makeUser(ctx)
    const { tokens } = (await browser(app)('POST /auth/login', { user_id: me.user_id, password: PASSWORD })).data
    expect(tokens.expires_in).toBe(3600)
    at(Date.now() + HOUR_MS + 1000)
    expect((await browser(app, tokens.access_token)('GET /auth/me')).status).toBe(401)
  })
})

describe('addresses of our own pictures', () => {
  it('may be absolute, at the host that is called or at PUBLIC_URL, and are stored without it', async () => {
    const { app, ctx } = await createTestApp({ PUBLIC_URL: 'https://www.example.edu.cn' })
    const [me, admin] = [await makeUser(ctx), await makeAdmin(ctx)]
    const { id: category_id } = await makeCategory(ctx)
    const { url } = await storePicture(ctx, me.id, await smallFile())
    const send = browser(app, me.token)
    const note = { title: '标题', content: '正文', category_id }
    for (const origin of ['', `https://${HOST}`, `http://${HOST.toUpperCase()}`, 'https://www.example.edu.cn']) {
      const { id } = (await send('POST /posts', { ...note, images: [origin + url] })).data
      expect((await send(`GET /posts/${id}`)).data).toMatchObject({ images: [url], pictures: [{ width: 60 }] })
      const image = (address: string) => `<img src="${address}" alt="评论图片" class="comment-image" />`
      const said = await send('POST /comments', { post_id: id, content: image(origin + url) })
      expect(said.data.content).toBe(image(url))
      const profile = await send(`PUT /users/${me.user_id}`, { nickname: '我', avatar: origin + url })
      expect(profile.data.avatar).toBe(url)
      await send(`PUT /users/${me.user_id}`, { nickname: '我', avatar: `${origin}/default-avatar.webp` })
      const office = browser(app, admin.token)
      await office(`PUT /admin/posts/${id}`, { images: ['https://else.example/a.webp', origin + url] })
      expect((await send(`GET /posts/${id}`)).data.pictures).toMatchObject([{ width: null }, { url, width: 60 }])
    }
    expect((await send('GET /auth/me')).data.avatar).toBe('/default-avatar.webp')
    for (const origin of [
      'https://else.example',
      `https://${HOST}.else.example`,
      `https://else@${HOST}:8443`,
      '//else',
    ]) {
      const wrong = await send('POST /posts', { ...note, images: [origin + url] })
      expect({ origin, status: wrong.status }).toEqual({ origin, status: 400 })
    }
    expect((await send('POST /posts', { ...note, images: [`https://${HOST}/uploads/unknown.webp`] })).status).toBe(400)
  })

  it('may leave out the usual port that a proxy names, and no other', async () => {
    const { app, ctx } = await createTestApp()
    const me = await makeUser(ctx)
    const { url } = await storePicture(ctx, me.id, await smallFile())
    const save = async (host: string, avatar: string) => {
      const headers = { host, authorization: `Bearer ${me.token}` }
      const payload = { nickname: '我', avatar }
      return (await app.inject({ method: 'PUT', url: `/api/users/${me.user_id}`, headers, payload })).statusCode
    }
    expect(await save(`${HOST}:443`, `https://${HOST}${url}`)).toBe(200)
    expect(await save(`${HOST}:80`, `http://${HOST}${url}`)).toBe(200)
    expect(await save(`${HOST}:443`, `http://${HOST}${url}`)).toBe(400)
    expect(await save(HOST, `https://${HOST}:8443${url}`)).toBe(400)
    expect(await save(`${HOST}:8443`, `https://${HOST}${url}`)).toBe(400)
  })

  it('stay absolute where the bucket is at our own host', async () => {
    const { app, ctx } = await createTestApp()
    Object.assign(ctx.storage, urlsBelow(`https://${HOST}/pictures`))
    const [me, { id: category_id }] = [await makeUser(ctx), await makeCategory(ctx)]
    const { url } = await storePicture(ctx, me.id, await smallFile())
    expect(url).toMatch(`https://${HOST}/pictures/`)
    const send = browser(app, me.token)
    const { id } = (await send('POST /posts', { title: '标题', content: '正文', category_id, images: [url] })).data
    expect((await send(`GET /posts/${id}`)).data).toMatchObject({ images: [url], pictures: [{ width: 60 }] })
    const content = `<img src="${url}" alt="评论图片" class="comment-image" />`
    expect((await send('POST /comments', { post_id: id, content })).data.content).toBe(content)
    const profile = await send(`PUT /users/${me.user_id}`, { nickname: '我', avatar: url })
    expect(profile.data.avatar).toBe(url)
  })
})
