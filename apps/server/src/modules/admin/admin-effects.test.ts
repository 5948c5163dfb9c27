/** Side effects of back-office writes: counters, search, sessions, files, dependent rows. */
import { admins } from '@shiliu/contract/admin/admins'
import * as adminAuth from '@shiliu/contract/admin/auth'
import { comments } from '@shiliu/contract/admin/comments'
import { likes } from '@shiliu/contract/admin/likes'
import { posts } from '@shiliu/contract/admin/posts'
import { sessions } from '@shiliu/contract/admin/sessions'
import { tags } from '@shiliu/contract/admin/tags'
import { users } from '@shiliu/contract/admin/users'
import * as auth from '@shiliu/contract/auth'
import { API_PREFIX, NOTICE } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as community from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as uploads from '@shiliu/contract/uploads'
import * as profiles from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { collect } from '#modules/collections/collections.service.ts'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { follow } from '#modules/follows/follows.service.ts'
import { like } from '#modules/likes/likes.service.ts'
import { counterDrift } from '#test/counters.ts'
import { emptyTrash, makeAdmin, makePost, makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { multipart, smallPicture } from '#test/pictures.ts'
import { createTestApp } from '#test/test-app.ts'

const params = (id: number) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx)
  const { token } = admin
  const found = async (keyword: string) =>
    (await test.ok(search.search, { query: { type: 'all', keyword } })).data?.map((post) => post.id)
  return { test, admin, token, found }
}

describe('notes', () => {
  it('are indexed after an administrator’s edit and may have external pictures', async () => {
    const { test, token, found } = await stage()
    const author = await makeUser(test.ctx)
    const { id } = await makePost(test.ctx, author, { title: '旧的标题', pictures: 1, tags: ['旧标签'] })
    const before = await test.ok(posts.get, { ...params(id), token })
    const images = [...before.images, 'https://example.com/a.webp']
    await test.ok(posts.update, { ...params(id), body: { title: '新的标题', images, tags: ['新标签'] }, token })
    expect(await found('旧的标题')).toEqual([])
    expect(await found('新的标题')).toEqual([id])
    expect(await found('新标签')).toEqual([id])
    const note = await test.ok(community.get, { params: { id: String(id) } })
    expect(note).toMatchObject({ images, content: '正文', tags: [{ name: '新标签' }] })
    expect((await test.ok(posts.list, { query: { title: '的标' }, token })).data).toHaveLength(1)
    expect((await test.ok(posts.list, { query: { title: '新标签' }, token })).data).toEqual([])
    expect((await test.ok(posts.list, { query: { title: '😀' }, token })).data).toEqual([])
    const draft = await makePost(test.ctx, author, { is_draft: true, category_id: null })
    expect((await test.ok(posts.list, { query: { category_id: 'null' }, token })).data.map((row) => row.id)).toEqual([
      draft.id,
    ])
    await test.ok(posts.remove, { ...params(id), token })
    expect(await found('新的标题')).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('are listed with the card size of their first picture', async () => {
    const { test, token } = await stage()
    const author = await makeUser(test.ctx)
    const own = await makePost(test.ctx, author, { pictures: 2 })
    const elsewhere = 'https://example.com/a.webp'
    const foreign = await test.ok(posts.create, {
      body: { user_id: author.id, title: '外链', content: '图', is_draft: true, images: [elsewhere] },
      token,
    })
    const bare = await makePost(test.ctx, author)
    const { pictures } = await test.ok(community.get, { params: { id: String(own.id) } })
    const { data } = await test.ok(posts.list, { token })
    expect(data.map(({ id, cover }) => [id, cover])).toEqual([
      [bare.id, null],
      [foreign.id, elsewhere],
      [own.id, pictures[0]?.card],
    ])
    expect(pictures[0]?.card).toMatch(/-card\.webp$/)
  })

  it('are deleted with their dependent rows, as the impact reported', async () => {
    const { test, token } = await stage()
    const [author, reader] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const ids: number[] = []
    for (let i = 0; i < 12; i++) {
      const { id } = await makePost(test.ctx, author, { tags: ['考研', `第${i}`], is_draft: i > 9 })
      ids.push(id)
      if (i > 9) continue
      await like(test.ctx, reader.id, { target_type: 1, target_id: id })
      await collect(test.ctx, reader.id, id)
      const said = await createComment(test.ctx, reader.id, { post_id: id, content: '好', parent_id: null })
      await createComment(test.ctx, author.id, { post_id: id, content: '谢谢', parent_id: said.id })
      await like(test.ctx, author.id, { target_type: 2, target_id: said.id })
    }
    const impact = await test.ok(posts.impact, { body: { ids }, token })
    expect(impact).toEqual([
      { noun: '评论', count: 20, fate: 'deleted' },
      { noun: '点赞', count: 10, fate: 'deleted' },
      { noun: '收藏', count: 10, fate: 'deleted' },
      { noun: '通知', count: expect.any(Number), fate: 'deleted' },
    ])
    test.countStatements()
    expect(await test.ok(posts.removeMany, { body: { ids }, token })).toEqual({ deletedCount: 12, missing: [] })
    expect(test.countStatements()).toBeLessThan(60)
    const stats = await test.ok(profiles.getStats, { params: { id: author.user_id } })
    expect(stats).toMatchObject({ post_count: 0, like_count: 0, collect_count: 0 })
    expect(await counterDrift(test.ctx)).toEqual([])
    await emptyTrash(test)
    expect((await test.ok(comments.list, { query: {}, token })).pagination.total).toBe(0)
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('do not count likes for the author while they are drafts', async () => {
    const { test, token } = await stage()
    const [author, reader] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const { id } = await makePost(test.ctx, author)
    await like(test.ctx, reader.id, { target_type: 1, target_id: id })
    const said = await createComment(test.ctx, reader.id, { post_id: id, content: '好', parent_id: null })
    await test.ok(posts.update, { ...params(id), body: { is_draft: 1 }, token })
    await test.ok(comments.update, { ...params(said.id), body: { content: '改' }, token })
    await test.ok(comments.remove, { ...params(said.id), token })
    const [row] = (await test.ok(likes.list, { query: { target_id: String(id) }, token })).data
    await test.ok(likes.remove, { ...params(row?.id ?? 0), token })
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('show pictures that an administrator uploaded', async () => {
    const { test, token } = await stage()
    const { payload, headers } = multipart([{ field: 'images', name: 'a.png', body: await smallPicture() }])
    const url = API_PREFIX + uploads.images.path
    const sent = { ...headers, authorization: `Bearer ${token}` }
    const uploaded = (await test.app.inject({ method: 'POST', url, payload, headers: sent })).json().data.uploaded[0]
    const { id } = await makePost(test.ctx, await makeUser(test.ctx))
    await test.ok(posts.update, { ...params(id), body: { images: [uploaded.url] }, token })
    expect(await test.ok(community.get, { params: { id: String(id) } })).toMatchObject({
      images: [uploaded.url],
      pictures: [{ width: uploaded.width }],
    })
  })
})

describe('comments', () => {
  it('notify newly mentioned users once, while the post is public', async () => {
    const { test, token } = await stage()
    const [author, reader, friend] = [await makeUser(test.ctx), await makeUser(test.ctx), await makeUser(test.ctx)]
    const { id } = await makePost(test.ctx, author)
    const said = await createComment(test.ctx, reader.id, { post_id: id, content: '好', parent_id: null })
    const mention = ({ nickname, user_id }: TestUser) => `[@${nickname}:${user_id}]`
    const write = (content: string) => test.ok(comments.update, { ...params(said.id), body: { content }, token })
    const told = async (user: TestUser) =>
      (await test.ok(notifications.comments, { token: user.token })).notifications.map(({ type }) => type)
    await write(`${mention(friend)} ${mention(reader)} ${mention(author)}`)
    await write(`改 ${mention(friend)}`)
    expect(await told(friend)).toEqual([NOTICE.mention])
    expect(await told(reader)).toEqual([])
    expect(await told(author)).toEqual([NOTICE.mention, NOTICE.commentPost])
    const late = await makeUser(test.ctx)
    await test.ok(posts.update, { ...params(id), body: { is_draft: 1 }, token })
    await write(mention(late))
    expect(await told(late)).toEqual([])
  })
})

describe('tags', () => {
  it('reindex their posts when renamed or deleted', async () => {
    const { test, token, found } = await stage()
    const { id } = await makePost(test.ctx, await makeUser(test.ctx), { tags: ['考研'] })
    await makePost(test.ctx, await makeUser(test.ctx), { tags: ['考研'], is_draft: true })
    const [tag] = (await test.ok(tags.list, { query: { name: '考研' }, token })).data
    const tagId = tag?.id ?? 0
    await test.ok(tags.update, { ...params(tagId), body: { name: '保研' }, token })
    expect(await found('考研')).toEqual([])
    expect(await found('保研')).toEqual([id])
    const kept = [{ noun: expect.stringContaining('笔记'), count: 2, fate: 'kept' }]
    expect(await test.ok(tags.impact, { body: { ids: [tagId] }, token })).toEqual(kept)
    await test.ok(tags.removeMany, { body: { ids: [tagId] }, token })
    expect(await found('保研')).toEqual([])
    expect((await test.ok(community.get, { params: { id: String(id) } })).tags).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('users', () => {
  it('have the default location unless one is set', async () => {
    const { test, token } = await stage()
    const body = { user_id: 'from_nowhere', nickname: '新同学', password: 'secret12', location: '' }
    const { id } = await test.ok(users.create, { body, token })
    const shown = async () => (await test.ok(users.get, { ...params(id), token })).location
    expect(await shown()).toBe('未知')
    await test.ok(users.update, { ...params(id), body: { location: '上海' }, token })
    await test.ok(users.update, { ...params(id), body: { nickname: '改名', location: null as never }, token })
    expect(await shown()).toBe('上海')
    await test.ok(users.update, { ...params(id), body: { location: ' ' }, token })
    expect(await shown()).toBe('未知')
  })

  it('cannot sign in before they have a password', async () => {
    const { test, token } = await stage()
    const user_id = 'no_password'
    const { id } = await test.ok(users.create, { body: { user_id, nickname: '新同学' }, token })
    for (const password of ['null', 'undefined', ' ', PASSWORD]) {
      const answer = await test.call(auth.login, { body: { user_id, password } })
      expect(answer).toMatchObject({ status: 400, error: 'credentials_wrong' })
    }
    await test.ok(users.update, { ...params(id), body: { password: 'secret12' }, token })
    await test.ok(auth.login, { body: { user_id, password: 'secret12' } })
  })

  it.each([
    ['IloveYou', '这个密码很常见，容易被猜到，请换一个'],
    ['Easy_Guess', '密码不能和小石榴号一样'],
  ])('get no password like %s', async (password, message) => {
    const { test, token } = await stage()
    const refused = { status: 400, field: 'password', message }
    const body = { user_id: 'easy_guess', nickname: '新同学' }
    expect(await test.call(users.create, { body: { ...body, password }, token })).toMatchObject(refused)
    const { id } = await test.ok(users.create, { body: { ...body, password: PASSWORD }, token })
    expect(await test.call(users.update, { ...params(id), body: { password }, token })).toMatchObject(refused)
    await test.ok(auth.login, { body: { user_id: body.user_id, password: PASSWORD } })
    const named = { username: body.user_id, password: PASSWORD }
    const admin = await test.ok(admins.create, { body: named, token })
    const ofAdmin = { ...refused, message: message.replace('小石榴号', '用户名') }
    expect(await test.call(admins.update, { ...params(admin.id), body: { password }, token })).toMatchObject(ofAdmin)
    expect(await test.call(adminAuth.login, { body: named })).toMatchObject({ status: 200 })
  })

  it('lose their sessions when deactivated and cannot sign in', async () => {
    const { test, token } = await stage()
    const user = await makeUser(test.ctx)
    await test.ok(auth.me, { token: user.token })
    await test.ok(users.update, { ...params(user.id), body: { is_active: false }, token })
    expect(await test.call(auth.me, { token: user.token })).toMatchObject({ status: 401, error: 'session_ended' })
    const body = { user_id: user.user_id, password: PASSWORD }
    expect(await test.call(auth.login, { body })).toMatchObject({ status: 400, error: 'account_disabled' })
    await test.ok(users.update, { ...params(user.id), body: { is_active: 1, password: 'another12' }, token })
    expect(await test.call(auth.login, { body })).toMatchObject({ error: 'credentials_wrong' })
    const again = await test.ok(auth.login, { body: { ...body, password: 'another12' } })
    await test.ok(auth.me, { token: again.tokens.access_token })
  })

  it('are deleted with everything, as the impact reported; their public id cannot change', async () => {
    const { test, token, found } = await stage()
    const [user, other] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const { id } = await makePost(test.ctx, user, { title: '要删的笔记' })
    await makePost(test.ctx, user, { is_draft: true, pictures: 1 })
    await like(test.ctx, user.id, { target_type: 1, target_id: (await makePost(test.ctx, other)).id })
    await follow(test.ctx, other.id, user.user_id)
    await createComment(test.ctx, other.id, { post_id: id, content: '好', parent_id: null })
    await like(test.ctx, other.id, { target_type: 1, target_id: id })
    const elsewhere = (await makePost(test.ctx, other)).id
    const said = await createComment(test.ctx, user.id, { post_id: elsewhere, content: '好', parent_id: null })
    await createComment(test.ctx, other.id, { post_id: elsewhere, content: '谢谢', parent_id: said.id })
    await test.ok(users.update, { ...params(user.id), body: { user_id: 'another', nickname: '改名' } as never, token })
    expect(await test.ok(users.get, { ...params(user.id), token })).toMatchObject({ user_id: user.user_id })
    expect(await found('改名')).toEqual([id])
    const told = await test.ok(users.impact, { body: { ids: [user.id] }, token })
    expect(told.map(({ noun, count }) => `${count}${noun}`)).toEqual([
      '1笔记',
      '1草稿',
      '3评论',
      '2点赞',
      '1关注',
      '1上传的图片',
    ])
    const ids = [user.id, other.id]
    expect(await test.ok(users.removeMany, { body: { ids }, token })).toEqual({ deletedCount: 2, missing: [] })
    expect(await found('要删的笔记')).toEqual([])
    expect(await test.call(auth.me, { token: user.token })).toMatchObject({ status: 401 })
    expect(await counterDrift(test.ctx)).toEqual([])
  })
})

describe('sessions', () => {
  it('can be ended, revived and deleted', async () => {
    const { test, token } = await stage()
    const user = await makeUser(test.ctx)
    await test.ok(auth.me, { token: user.token })
    const { data, pagination } = await test.ok(sessions.list, { query: { user_display_id: user.user_id }, token })
    expect(pagination.total).toBe(1)
    const id = data[0]?.id ?? 0
    const me = async () => (await test.call(auth.me, { token: user.token })).status
    await test.ok(sessions.update, { ...params(id), body: { is_active: 0 }, token })
    expect(await me()).toBe(401)
    await test.ok(sessions.update, { ...params(id), body: { is_active: 1 }, token })
    expect(await me()).toBe(200)
    await test.ok(sessions.remove, { ...params(id), token })
    expect(await me()).toBe(401)
  })
})

describe('concurrent updates', () => {
  it('change a row of one version only once', async () => {
    const { test, token } = await stage()
    const { id } = await makePost(test.ctx, await makeUser(test.ctx))
    const { version } = await test.ok(posts.get, { ...params(id), token })
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        test.call(posts.update, { ...params(id), body: { title: `标题${i}`, version }, token }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  })
})
