import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as auth from '@shiliu/contract/auth'
import * as categories from '@shiliu/contract/categories'
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import { TARGET } from '@shiliu/contract/limits'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import { search } from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { hotScore } from '#modules/posts/hot-score.ts'
import { writeViews } from '#modules/posts/views.service.ts'
import { fileKeys, keyOfUrl } from '#platform/images/presets.ts'
import { uploadsDir } from '#platform/storage/disk.ts'
import { counterDrift } from '#test/counters.ts'
import { emptyTrash, makeCategory, makePost, makeUser, PASSWORD, storePicture, type TestUser } from '#test/factories.ts'
import { multipart, smallFile, smallPicture } from '#test/pictures.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

/** Users' actions through the API. */
function doings(test: TestApp) {
  return {
    like: ({ token }: TestUser, target_id: number, target_type = TARGET.post as 1 | 2) =>
      test.ok(likes.create, { body: { target_type, target_id }, token }),
    collect: ({ token }: TestUser, id: number) => test.ok(collections.create, { params: { id: String(id) }, token }),
    follow: ({ token }: TestUser, { user_id }: TestUser) => test.ok(follows.create, { params: { id: user_id }, token }),
    say: async ({ token }: TestUser, post_id: number, content = '好看', parent_id: number | null = null) =>
      (await test.ok(comments.create, { body: { post_id, content, parent_id }, token })).id,
    picture: async ({ id }: TestUser, seed: number) => (await storePicture(test.ctx, id, await smallFile(seed))).url,
    /** And lets the seven days go by, after which it is erased. */
    async remove({ user_id, token }: TestUser) {
      const answer = await test.call(users.remove, { params: { id: user_id }, token })
      if (answer.status === 200) await emptyTrash(test)
      return answer
    },
  }
}

/** Three users with all kinds of rows between them; Ann's account gets deleted. */
async function stage() {
  const test = await createTestApp()
  const { like, collect, follow, say, picture } = doings(test)
  const [ann, bob, eve] = [
    await makeUser(test.ctx, { nickname: '安安' }),
    await makeUser(test.ctx),
    await makeUser(test.ctx),
  ]
  const { id: category_id } = await makeCategory(test.ctx, '学习')
  const shared = await picture(ann, 1)
  const own = await picture(ann, 2)
  const avatar = await picture(ann, 3)
  const inComment = await picture(ann, 4)
  await test.ok(users.update, { params: { id: ann.user_id }, body: { nickname: '安安', avatar }, token: ann.token })
  const annsPost = await makePost(test.ctx, ann, {
    category_id,
    title: '安的晚霞',
    content: `和[@鲍勃:${bob.user_id}]`,
    images: [shared, own],
    tags: ['学习', '晚霞'],
  })
  await makePost(test.ctx, ann, { category_id, is_draft: true, tags: ['学习'] })
  const bobsPost = await makePost(test.ctx, bob, {
    category_id,
    content: `给[@她:${ann.user_id}]`,
    images: [shared],
    tags: ['学习'],
  })
  const hidden = await makePost(test.ctx, bob, { category_id })
  // On Ann's post: deleted with it.
  const bobsWord = await say(bob, annsPost.id)
  await say(ann, annsPost.id, '谢谢', bobsWord)
  await like(eve, bobsWord, TARGET.comment)
  for (const other of [bob, eve]) {
    await like(other, annsPost.id)
    await collect(other, annsPost.id)
  }
  // On Bob's post: comments of others stay, unless they reply to Ann.
  const annsWord = await say(ann, bobsPost.id, `看<img src="${inComment}">`)
  const answer = await say(eve, bobsPost.id, '是啊', annsWord)
  await say(bob, bobsPost.id, '对', answer)
  const kept = await say(eve, bobsPost.id, '留着')
  const keptAnswer = await say(bob, bobsPost.id, '留', kept)
  await say(ann, bobsPost.id, '走', keptAnswer)
  await like(ann, kept, TARGET.comment)
  await like(eve, annsWord, TARGET.comment)
  for (const person of [ann, eve]) {
    await like(person, bobsPost.id)
    await collect(person, bobsPost.id)
  }
  // Becomes a draft after being liked: its likes count for nobody.
  await like(ann, hidden.id)
  await collect(ann, hidden.id)
  const body = { title: '收回', content: '', category_id, is_draft: true }
  await test.ok(posts.update, { params: { id: String(hidden.id) }, body, token: bob.token })
  for (const [a, b] of [
    [ann, bob],
    [bob, ann],
    [eve, ann],
    [bob, eve],
  ] as const)
    await follow(a, b)
  expect(await counterDrift(test.ctx)).toEqual([])
  return { test, ann, bob, eve, annsPost, bobsPost, kept, keptAnswer, pictures: { shared, own, avatar, inComment } }
}

/** Every table with a column that names a user, and how many of its rows name this one. */
async function tracesOf({ ctx }: TestApp, id: number): Promise<Record<string, number>> {
  const tables = await ctx.db.introspection.getTables()
  const references = tables.flatMap(({ name: table, columns }) =>
    columns
      .map((column) => column.name)
      .filter((column) =>
        table === 'users' ? column === 'id' : /^(user|owner|sender|follower|following)_id$/.test(column),
      )
      .map((column) => ({ table, column })),
  )
  expect(references.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['users', 'posts', 'comments', 'likes', 'collections', 'follows', 'notifications', 'media']),
  )
  const found: Record<string, number> = {}
  for (const { table, column } of references) {
    const rows = await ctx.db
      .selectFrom(table as 'posts')
      .selectAll()
      .where(column as 'user_id', '=', id)
      .execute()
    if (rows.length > 0) found[`${table}.${column}`] = rows.length
  }
  return found
}

async function ranksAreRight({ ctx }: TestApp) {
  const rows = await ctx.db.selectFrom('posts').selectAll().execute()
  expect(rows.map((row) => row.hot_score)).toEqual(rows.map((row) => expect.closeTo(hotScore(row), 6)))
}

it('checks the password where one is sent', async () => {
  const test = await createTestApp()
  const { user_id, token } = await makeUser(test.ctx)
  const remove = (body?: { password: string }) =>
    test.call(users.remove, { params: { id: user_id }, token, ...(body && { body }) })
  for (const password of ['not-this-one', '']) {
    const refused = await remove({ password })
    expect(refused).toMatchObject({ status: 400, error: 'password_current_wrong', field: 'password' })
  }
  await test.ok(auth.me, { token })
  expect(await remove({ password: PASSWORD })).toMatchObject({ status: 200 })
  expect(await test.call(auth.me, { token })).toMatchObject({ status: 401 })
})

/** What names somebody after their account is erased (docs/security.md). */
const KEPT = {
  'addresses.account': 'from where they wrote and signed in, for as long as the law asks',
  'moderation_actions.actor': 'the number alone, so that decisions about one thing stay in order',
  'posts.content': 'where somebody else mentioned them',
  'used_ids.user_id_key': 'so that nobody else gets the 小石榴号',
}

describe('deleting one’s account', () => {
  it('deletes everything of it and corrects everybody else’s counters', async () => {
    const { test, ann, bob, eve, annsPost, bobsPost, kept, keptAnswer, pictures } = await stage()
    const ended: number[] = []
    test.ctx.bus.subscribe('session-ended', ({ sessionIds }) => ended.push(...sessionIds))
    expect(Object.keys(await tracesOf(test, ann.id))).toHaveLength(12)
    expect(await doings(test).remove(ann)).toMatchObject({ status: 200, message: '账号已注销' })

    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await tracesOf(test, ann.id)).toEqual({})
    expect(ended).toHaveLength(1)
    const left = await test.ok(comments.listOfPost, { params: { id: String(bobsPost.id) } })
    expect(left).toMatchObject({ comments: [{ id: kept, replies: [{ id: keptAnswer }] }], pagination: { total: 2 } })
    const stats = async (user: TestUser) => test.ok(users.getStats, { params: { id: user.user_id } })
    expect(await stats(bob)).toMatchObject({ follow_count: 1, fans_count: 0, like_count: 1, collect_count: 1 })
    expect(await stats(eve)).toMatchObject({ follow_count: 0, fans_count: 1 })
    expect(await test.ok(categories.list)).toMatchObject([{ name: '学习', post_count: 1 }])
    await writeViews(test.ctx)
    await ranksAreRight(test)

    const feed = await test.ok(posts.list, { query: { category: 'recommend' } })
    expect(feed).toMatchObject({ posts: [{ id: bobsPost.id }], pagination: { total: 1 } })
    for (const keyword of ['晚霞', '安安']) {
      expect(await test.ok(search, { query: { keyword } })).toMatchObject({ data: [], pagination: { total: 0 } })
      expect(await test.ok(users.search, { query: { keyword } })).toMatchObject({ users: [] })
    }
    expect(await test.call(posts.get, { params: { id: String(annsPost.id) } })).toMatchObject({ status: 404 })
    expect(await test.call(users.get, { params: { id: ann.user_id } })).toMatchObject({ status: 404 })

    const stored = (url: string) =>
      fileKeys(keyOfUrl(url) ?? '').map((key) => existsSync(join(uploadsDir(test.ctx.config), key)))
    for (const url of [pictures.own, pictures.avatar, pictures.inComment]) expect(stored(url)).not.toContain(true)
    // A small picture has no full size.
    expect(stored(pictures.shared)).toEqual([true, true, false])
    expect((await test.ok(posts.get, { params: { id: String(bobsPost.id) } })).images).toEqual([pictures.shared])
  })

  it('leaves no text that names the person, but for what has to be kept', async () => {
    const { test, ann, bobsPost } = await stage()
    const own = await makePost(test.ctx, ann, { title: '扔掉的' })
    await test.ok(posts.remove, { params: { id: String(own.id) }, token: ann.token })
    await test.ok(comments.listOfPost, { params: { id: String(bobsPost.id) } })
    await test.call(auth.login, { body: { user_id: ann.user_id, password: 'not-hers1' } })
    await doings(test).remove(ann)
    const names = new RegExp(`"user:${ann.id}"|${ann.user_id}|安安`)
    const found = new Set<string>()
    for (const { name, columns } of await test.ctx.db.introspection.getTables()) {
      const rows = await test.ctx.db
        .selectFrom(name as 'posts')
        .selectAll()
        .execute()
      for (const column of columns)
        for (const row of rows)
          if (names.test(JSON.stringify(row[column.name as 'title']) ?? '')) found.add(`${name}.${column.name}`)
    }
    expect([...found].toSorted()).toEqual(Object.keys(KEPT))
  })

  it('ends its own sessions only', async () => {
    const { test, ann, bob } = await stage()
    await test.ok(auth.me, { token: ann.token })
    await doings(test).remove(ann)
    expect(await test.call(auth.me, { token: ann.token })).toMatchObject({ status: 401 })
    expect(await doings(test).remove(ann)).toMatchObject({ status: 401 })
    const refresh = { body: { refresh_token: ann.refreshToken } }
    expect(await test.call(auth.refresh, refresh)).toMatchObject({ status: 401 })
    expect(await test.ok(auth.me, { token: bob.token })).toMatchObject({ id: bob.id })
    const { notifications: told } = await test.ok(notifications.list, { token: bob.token, query: {} })
    expect(told.map((notice) => notice.sender_id)).not.toContain(ann.id)
    expect(told.length).toBeGreaterThan(0)
  })

  it('is refused for another account', async () => {
    const test = await createTestApp()
    const [ann, bob] = [await makeUser(test.ctx), await makeUser(test.ctx)]
    const params = { id: ann.user_id }
    expect(await test.call(users.remove, { params })).toMatchObject({ status: 401 })
    expect(await test.call(users.remove, { params, token: bob.token })).toMatchObject({ status: 403 })
    expect(await test.call(users.remove, { params: { id: 'nobody' }, token: bob.token })).toMatchObject({ status: 404 })
    expect(await test.ok(auth.me, { token: ann.token })).toMatchObject({ id: ann.id })
  })

  it('takes a constant number of statements', async () => {
    const test = await createTestApp()
    const { like, collect, follow, say, remove, picture } = doings(test)
    const bob = await makeUser(test.ctx)
    const live = async (busy: number) => {
      const ann = await makeUser(test.ctx)
      for (let i = 0; i < busy; i++) {
        const other = await makeUser(test.ctx)
        const theirs = await makePost(test.ctx, other, { tags: ['同'] })
        await makePost(test.ctx, ann, { tags: [`标${i}`], images: [await picture(ann, i)] })
        await like(ann, theirs.id)
        await collect(ann, theirs.id)
        const word = await say(other, theirs.id)
        await like(ann, word, TARGET.comment)
        await say(ann, theirs.id, '嗯', word)
        await follow(ann, other)
        await follow(other, ann)
      }
      await test.ok(auth.me, { token: ann.token })
      test.countStatements()
      expect(await remove(ann)).toMatchObject({ status: 200 })
      return test.countStatements()
    }
    await follow(bob, await makeUser(test.ctx))
    const little = await live(1)
    expect(await live(6)).toBe(little)
    expect(await counterDrift(test.ctx)).toEqual([])
  })

  it('corrects more counters than fit into one statement', async () => {
    const test = await createTestApp()
    const ann = await makeUser(test.ctx)
    const created_at = test.clock.now()
    const fans = Array.from({ length: 1100 }, (_, i) => ann.id + 1 + i)
    const about = { password_hash: '', avatar: '', bio: '', location: '', created_at, updated_at: created_at }
    const names = (id: number) => ({
      id,
      user_id: `fan${id}`,
      user_id_key: `fan${id}`,
      nickname: '粉丝',
      interests: null,
    })
    for (let i = 0; i < fans.length; i += 550) {
      const some = fans.slice(i, i + 550)
      await test.ctx.db
        .insertInto('users')
        .values(some.map((id) => ({ ...about, ...names(id), follow_count: 1 })))
        .execute()
      await test.ctx.db
        .insertInto('follows')
        .values(some.map((id) => ({ follower_id: id, following_id: ann.id, created_at })))
        .execute()
    }
    await test.ctx.db.updateTable('users').set({ fans_count: fans.length }).where('id', '=', ann.id).execute()
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await doings(test).remove(ann)).toMatchObject({ status: 200 })
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await test.ctx.db.selectFrom('follows').selectAll().execute()).toEqual([])
  })
})

describe('concurrent deletion', () => {
  it('answers session_ended to a write in progress', async () => {
    const test = await createTestApp()
    const ann = await makeUser(test.ctx)
    const { storage } = test.ctx
    const put = storage.put.bind(storage)
    storage.put = async (...file) => {
      await put(...file)
      if (file[0].endsWith('-detail.webp')) await doings(test).remove(ann)
    }
    const { payload, headers } = multipart([{ field: 'file', name: 'a.png', body: await smallPicture() }])
    const authorization = `Bearer ${ann.token}`
    const url = '/api/upload/single'
    const answer = await test.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } })
    expect(answer.json()).toMatchObject({ code: 401, error: 'session_ended' })
    expect(await test.ctx.db.selectFrom('media').selectAll().execute()).toEqual([])
  })

  it.each([1, 2])('keeps counters consistent and causes no server error (%i)', async () => {
    const test = await createTestApp()
    const { say } = doings(test)
    const ann = await makeUser(test.ctx)
    const others = await Promise.all(Array.from({ length: 6 }, () => makeUser(test.ctx)))
    const annsPosts = [await makePost(test.ctx, ann, { tags: ['同'] }), await makePost(test.ctx, ann)]
    const notes = await Promise.all(others.map((other) => makePost(test.ctx, other, { tags: ['同'] })))
    const words = await Promise.all(notes.map((note) => say(ann, note.id)))
    const everyone = [ann, ...others]
    const doingsOf = ({ token }: TestUser, i: number) => {
      const note = notes[i % notes.length]?.id ?? 0
      const word = words[i % words.length] ?? 0
      const annsNote = annsPosts[i % 2]?.id ?? 0
      const next = { id: (everyone[(i + 1) % everyone.length] ?? ann).user_id }
      const content = `给[@安:${ann.user_id}]`
      const draft = { title: '新', content, is_draft: true, tags: ['同'] }
      const target = (target_type: 1 | 2, target_id: number) => ({ body: { target_type, target_id }, token })
      return [
        () => test.call(likes.create, target(1, note)),
        () => test.call(likes.create, target(1, annsNote)),
        () => test.call(likes.create, target(2, word)),
        () => test.call(collections.create, { params: { id: String(note) }, token }),
        () => test.call(comments.create, { body: { post_id: note, content: '好', parent_id: word }, token }),
        () => test.call(comments.create, { body: { post_id: annsNote, content, parent_id: null }, token }),
        () => test.call(follows.create, { params: next, token }),
        () => test.call(follows.create, { params: { id: ann.user_id }, token }),
        () => test.call(posts.create, { body: draft, token }),
        () => test.call(likes.remove, target(1, note)),
        () => test.call(likes.remove, target(1, annsNote)),
        () => test.call(collections.remove, { params: { id: String(note) }, token }),
        () => test.call(follows.remove, { params: next, token }),
      ]
    }
    const statuses: number[] = []
    let removed: { status: number } | undefined
    let removing: Promise<unknown> | undefined
    // Everyone goes on until the account has gone, and then once more.
    const goOn = async (person: TestUser, i: number) => {
      for (let last = false; ; last = removed !== undefined) {
        for (const act of doingsOf(person, i)) {
          statuses.push((await act()).status)
          // As over the network: refusals alone would leave timers no turn.
          await nextTurn()
          if (statuses.length > 30) {
            removing ??= doings(test)
              .remove(ann)
              .then((answer) => {
                removed = answer
              })
          }
        }
        if (last) return
      }
    }
    // Ann is busy on several devices.
    await Promise.all([ann, ann, ann, ...everyone].map(goOn))
    await removing
    expect(removed).toMatchObject({ status: 200 })
    expect(statuses).toEqual(expect.arrayContaining([200, 401, 404]))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(await counterDrift(test.ctx)).toEqual([])
    expect(await tracesOf(test, ann.id)).toEqual({})
    await ranksAreRight(test)
  })
})
