/** Lists that are read by cursors while others publish and delete (docs/api.md#cursors). */
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import type { Pagination } from '@shiliu/contract/common'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import * as notifications from '@shiliu/contract/notifications'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RANKED } from '#modules/search/post-ranking.service.ts'
import { makeCategory, makePost, makeUser, type TestUser } from './factories.ts'
import { createTestApp, type TestApp } from './test-app.ts'

type Page = { ids: number[]; pagination: Pagination }
type Query = { limit: number; cursor?: string }

/** A list whose rows come and go. */
type Rows = {
  read(query: Query): Promise<Page>
  /** Adds a row; returns the id that the list shows. */
  add(): Promise<number>
  remove(id: number): Promise<unknown>
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

const LISTS: Record<string, (test: TestApp) => Promise<Rows>> = {
  'comments, newest first': (test) => commentsOf(test, 'desc'),
  'comments, oldest first': (test) => commentsOf(test, 'asc'),
  replies: (test) => repliesOf(test, 0, false),
  'replies of any depth': (test) => repliesOf(test, 0, true),
  'replies of any depth to a reply': (test) => repliesOf(test, 1, true),
  likes: likesOf,
  collections: collectionsOf,
  following: (test) => followsOf(test, 'following'),
  followers: (test) => followsOf(test, 'followers'),
  'mutual follows': (test) => followsOf(test, 'mutualFollows'),
  'all notifications': (test) => notificationsOf(test, notifications.list, ['comment', 'follow', 'like', 'collect']),
  'notifications of comments': (test) => notificationsOf(test, notifications.comments, ['comment', 'reply']),
  'notifications of likes': (test) => notificationsOf(test, notifications.likes, ['like', 'likeComment']),
  'notifications of collections': (test) => notificationsOf(test, notifications.collections, ['collect']),
  'notifications of follows': (test) => notificationsOf(test, notifications.follows, ['follow']),
  'all users': allUsers,
  'users by a keyword': foundUsers,
  'a user’s notes, newest first': (test) => notesOf(test, { sort: 'created_at' }),
  'a user’s notes, most liked first': (test) => notesOf(test, { sort: 'like_count' }),
  'a user’s notes by category and keyword': (test) => notesOf(test, { keyword: '图书馆' }),
  'own drafts, newest first': (test) => ownNotes(test, { is_draft: true }),
  'own drafts, last changed first': (test) => ownNotes(test, { is_draft: true, sort: 'updated_at' }),
  'own drafts by keyword': (test) => ownNotes(test, { is_draft: true, keyword: '图书馆', sort: 'like_count' }),
  'own notes, most liked first': (test) => ownNotes(test, { sort: 'like_count' }),
  'all notes': (test) => feedOf(test, {}),
  'recommended notes': (test) => feedOf(test, { category: 'recommend' }),
  'notes of a category': (test) => feedOf(test, { category: 'own' }),
  'notes by keyword': (test) => feedOf(test, { keyword: '图书馆' }),
  'found notes': (test) => foundNotes(test, { keyword: '图书馆' }),
  'found notes of a tag': (test) => foundNotes(test, { tag: '自习' }),
  'found notes, most of them not ranked': (test) => fewRanked(foundNotes(test, { keyword: '图书馆' })),
}

async function commentsOf(test: TestApp, sort: string): Promise<Rows> {
  const author = await makeUser(test.ctx)
  const post = await makePost(test.ctx, author)
  return {
    async read(query) {
      const page = await test.ok(comments.list, { query: { ...query, sort, post_id: String(post.id) } })
      return { ids: idsOf(page.comments), pagination: page.pagination }
    },
    ...commentWriter(test, author, post.id, null),
  }
}

async function repliesOf(test: TestApp, depth: number, deep: boolean): Promise<Rows> {
  const author = await makeUser(test.ctx)
  const post = await makePost(test.ctx, author)
  let parent = await commentWriter(test, author, post.id, null).add()
  for (let i = 0; i < depth; i++) parent = await commentWriter(test, author, post.id, parent).add()
  return {
    async read(query) {
      const page = await test.ok(comments.replies, { params: { id: String(parent) }, query: { ...query, deep } })
      return { ids: idsOf(page.comments), pagination: page.pagination }
    },
    ...commentWriter(test, author, post.id, parent),
  }
}

function commentWriter(test: TestApp, { token }: TestUser, post_id: number, parent_id: number | null) {
  return {
    add: async () => (await test.ok(comments.create, { body: { post_id, content: '好', parent_id }, token })).id,
    remove: (id: number) => test.ok(comments.remove, { params: { id: String(id) }, token }),
  }
}

async function likesOf(test: TestApp): Promise<Rows> {
  const reader = await makeUser(test.ctx)
  const { token } = reader
  const author = await makeUser(test.ctx)
  return {
    async read(query) {
      const page = await test.ok(likes.listOfUser, { params: { id: reader.user_id }, query, token })
      return { ids: idsOf(page.posts), pagination: page.pagination }
    },
    async add() {
      const { id } = await makePost(test.ctx, author)
      await test.ok(likes.create, { body: { target_type: 1, target_id: id }, token })
      return id
    },
    remove: (id) => test.ok(likes.remove, { body: { target_type: 1, target_id: id }, token }),
  }
}

async function collectionsOf(test: TestApp): Promise<Rows> {
  const reader = await makeUser(test.ctx)
  const author = await makeUser(test.ctx)
  return {
    async read(query) {
      const page = await test.ok(collections.listOfUser, { params: { id: reader.user_id }, query })
      return { ids: idsOf(page.collections), pagination: page.pagination }
    },
    async add() {
      const { id } = await makePost(test.ctx, author)
      await test.ok(collections.create, { params: { id: String(id) }, token: reader.token })
      return id
    },
    remove: (id) => test.ok(posts.remove, { params: { id: String(id) }, token: author.token }),
  }
}

async function followsOf(test: TestApp, list: 'following' | 'followers' | 'mutualFollows'): Promise<Rows> {
  const person = await makeUser(test.ctx)
  const others = new Map<number, TestUser>()
  const params = { id: person.user_id }
  return {
    async read(query) {
      if (list === 'following') {
        const page = await test.ok(follows.following, { params, query })
        return { ids: idsOf(page.following), pagination: page.pagination }
      }
      if (list === 'followers') {
        const page = await test.ok(follows.followers, { params, query })
        return { ids: idsOf(page.followers), pagination: page.pagination }
      }
      const page = await test.ok(follows.mutual, { params, query })
      return { ids: idsOf(page.mutualFollows), pagination: page.pagination }
    },
    async add() {
      const other = await makeUser(test.ctx)
      others.set(other.id, other)
      if (list !== 'following') await test.ok(follows.create, { params, token: other.token })
      if (list !== 'followers') await follow(other)
      return other.id
    },
    async remove(id) {
      const other = others.get(id) as TestUser
      if (list !== 'following') return test.ok(follows.remove, { params, token: other.token })
      return test.ok(follows.remove, { params: { id: other.user_id }, token: person.token })
    },
  }

  function follow({ user_id: id }: TestUser) {
    return test.ok(follows.create, { params: { id }, token: person.token })
  }
}

type NoticeTab =
  | typeof notifications.list
  | typeof notifications.comments
  | typeof notifications.likes
  | typeof notifications.collections
  | typeof notifications.follows
type Deed = 'comment' | 'reply' | 'like' | 'likeComment' | 'collect' | 'follow'

async function notificationsOf(test: TestApp, tab: NoticeTab, deeds: Deed[]): Promise<Rows> {
  const reader = await makeUser(test.ctx)
  const post = await makePost(test.ctx, reader)
  const comment = await commentWriter(test, reader, post.id, null).add()
  const params = { id: String(post.id) }
  let done = 0
  const read = async (query: Query) => {
    const page = await test.ok(tab, { query, token: reader.token })
    return { ids: idsOf(page.notifications), pagination: page.pagination }
  }
  return {
    read,
    async add() {
      const sender = await makeUser(test.ctx)
      await act(deeds[done++ % deeds.length] as Deed, sender)
      return (await read({ limit: 1 })).ids[0] as number
    },
    remove: (id) => test.ok(notifications.remove, { params: { id: String(id) }, token: reader.token }),
  }

  function act(deed: Deed, sender: TestUser): Promise<unknown> {
    const { token } = sender
    if (deed === 'comment') return commentWriter(test, sender, post.id, null).add()
    if (deed === 'reply') return commentWriter(test, sender, post.id, comment).add()
    if (deed === 'like') return test.ok(likes.create, { body: { target_type: 1, target_id: post.id }, token })
    if (deed === 'likeComment') return test.ok(likes.create, { body: { target_type: 2, target_id: comment }, token })
    if (deed === 'collect') return test.ok(collections.create, { params, token })
    return test.ok(follows.create, { params: { id: reader.user_id }, token })
  }
}

/** Every third has a like, so that many have equally many. */
function noteWriter(test: TestApp, author: TestUser, fields: Partial<posts.PostInput>) {
  let written = 0
  return {
    async add() {
      const { id } = await makePost(test.ctx, author, { title: '图书馆占座', ...fields })
      if (written++ % 3 === 1 && !fields.is_draft)
        await test.ok(likes.create, { body: { target_type: 1, target_id: id }, token: author.token })
      return id
    },
    remove: (id: number) => test.ok(posts.remove, { params: { id: String(id) }, token: author.token }),
  }
}

async function notesOf(test: TestApp, filter: { sort?: string; keyword?: string }): Promise<Rows> {
  const author = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx)
  const more = filter.keyword === undefined ? {} : { category: String(category.id) }
  return {
    async read(query) {
      const page = await test.ok(users.posts, {
        params: { id: author.user_id },
        query: { ...query, ...filter, ...more },
      })
      return { ids: idsOf(page.posts), pagination: page.pagination }
    },
    ...noteWriter(test, author, { category_id: category.id }),
  }
}

async function ownNotes(test: TestApp, filter: { is_draft?: boolean; sort?: string; keyword?: string }): Promise<Rows> {
  const author = await makeUser(test.ctx)
  const user_id = filter.is_draft ? undefined : String(author.id)
  return {
    async read(query) {
      const page = await test.ok(posts.list, {
        query: { ...query, ...filter, ...(user_id && { user_id }) },
        token: author.token,
      })
      return { ids: idsOf(page.posts), pagination: page.pagination }
    },
    ...noteWriter(test, author, { is_draft: filter.is_draft ?? false }),
  }
}

/** Notes of everybody; the category `own` is the one that they are in. */
async function feedOf(test: TestApp, filter: { category?: string; keyword?: string }): Promise<Rows> {
  const author = await makeUser(test.ctx)
  const { id: category_id } = await makeCategory(test.ctx)
  const category = filter.category === 'own' ? String(category_id) : filter.category
  return {
    async read(query) {
      const page = await test.ok(posts.list, { query: { ...query, ...filter, ...(category && { category }) } })
      return { ids: idsOf(page.posts), pagination: page.pagination }
    },
    ...noteWriter(test, author, { category_id }),
  }
}

/** By where the words are, then by likes. */
async function foundNotes(test: TestApp, filter: { keyword?: string; tag?: string }): Promise<Rows> {
  const author = await makeUser(test.ctx)
  const inTitle = noteWriter(test, author, { tags: ['自习'] })
  const inText = noteWriter(test, author, { tags: ['自习'], title: '占座', content: '图书馆' })
  let written = 0
  return {
    async read(query) {
      const { posts: page } = await test.ok(search.searchPosts, { query: { ...query, ...filter } })
      return { ids: idsOf(page.data), pagination: page.pagination }
    },
    add: () => (written++ % 2 === 0 ? inTitle : inText).add(),
    remove: inTitle.remove,
  }
}

/** As on a site where thousands match. */
function fewRanked<R>(rows: Promise<R>): Promise<R> {
  const before = { ...RANKED }
  Object.assign(RANKED, { newest: 4, newestByTitle: 1, hottest: 1 })
  onTestFinished(() => void Object.assign(RANKED, before))
  return rows
}

async function allUsers(test: TestApp): Promise<Rows> {
  return {
    async read(query) {
      const page = await test.ok(users.list, { query })
      return { ids: idsOf(page.users), pagination: page.pagination }
    },
    ...accounts(test),
  }
}

/** Two of them have a follower; the one whose public id is searched for comes first. */
async function foundUsers(test: TestApp): Promise<Rows> {
  const fan = await makeUser(test.ctx, { nickname: '粉丝' })
  const { add, remove } = accounts(test)
  let made = 0
  return {
    async read(query) {
      const page = await test.ok(users.search, { query: { ...query, keyword: 'zhongren' } })
      return { ids: idsOf(page.users), pagination: page.pagination }
    },
    async add() {
      const nth = made++
      const user_id = nth === 3 ? 'zhongren' : `zhongren${nth}`
      const id = await add({ user_id })
      if (nth % 5 === 4) await test.ok(follows.create, { params: { id: user_id }, token: fan.token })
      return id
    },
    remove,
  }
}

function accounts(test: TestApp) {
  const made = new Map<number, TestUser>()
  return {
    async add(fields: { user_id?: string } = {}) {
      const user = await makeUser(test.ctx, fields)
      made.set(user.id, user)
      return user.id
    },
    async remove(id: number) {
      const { user_id, token } = made.get(id) as TestUser
      return test.ok(users.remove, { params: { id: user_id }, token })
    },
  }
}

it('a search for users continues after the one whose public id it is', async () => {
  const test = await createTestApp()
  const { read, add } = await foundUsers(test)
  for (let i = 0; i < 5; i++) await add()
  const first = await read({ limit: 1 })
  const rest = await read({ limit: 9, cursor: String(first.pagination.next_cursor) })
  expect([...first.ids, ...rest.ids]).toEqual((await read({ limit: 9 })).ids)
})

it('one page is cached for a cursor, whatever page is given beside it', async () => {
  const test = await createTestApp()
  const { token } = await makeUser(test.ctx)
  for (let i = 0; i < 3; i++) await makePost(test.ctx, await makeUser(test.ctx), {})
  const read = (query: { cursor?: string; page?: number }) =>
    test.ok(posts.list, { query: { limit: 1, ...query }, token })
  const cursor = String((await read({})).pagination.next_cursor)
  const { posts: shown } = await read({ cursor })
  const cached = test.ctx.cache.bytes()
  expect((await read({ cursor, page: 7 })).posts).toEqual(shown)
  expect(test.ctx.cache.bytes()).toBe(cached)
})

describe.each(Object.entries(LISTS))('%s', (_, makeRows) => {
  const SIZE = 10

  async function setUp() {
    const test = await createTestApp()
    const rows = await makeRows(test)
    for (let i = 0; i < SIZE; i++) await rows.add()
    return { rows, shown: (await rows.read({ limit: 100 })).ids }
  }

  it.each([2, 3])('shows every row once, %d at a time, while others come and go', async (limit) => {
    const { rows, shown } = await setUp()
    expect(shown).toHaveLength(SIZE)
    const gone = new Set<number>()
    const remove = async (id: number | undefined) => {
      if (id === undefined || gone.has(id)) return
      gone.add(id)
      await rows.remove(id)
    }
    const pages: Page[] = []
    for (let cursor: string | null | undefined; cursor !== null && pages.length <= SIZE; ) {
      const page: Page = await rows.read({ limit, ...(cursor !== undefined && { cursor }) })
      pages.push(page)
      cursor = page.pagination.next_cursor ?? null
      await rows.add()
      // The row that the cursor was made of, and one that is still to come.
      if (pages.length % 2 === 1) await remove(page.ids.at(-1))
      if (pages.length === 2) await remove(shown.at(-2))
    }
    expect(pages.at(-1)?.pagination.next_cursor).toBeNull()
    const read = pages.flatMap(({ ids }) => ids)
    expect(new Set(read).size).toBe(read.length)
    const lasting = shown.filter((id) => !gone.has(id))
    expect(read.filter((id) => lasting.includes(id))).toEqual(lasting)
    expect(read).not.toContain(shown.at(-2))
    expect(pages.map(({ pagination }) => pagination.page)).toEqual(pages.map((_, index) => index + 1))
  })

  it('ends with the last full page and continues from any page', async () => {
    const { rows, shown } = await setUp()
    const half = await rows.read({ limit: SIZE / 2 })
    const rest = await rows.read({ limit: SIZE / 2, cursor: String(half.pagination.next_cursor) })
    expect([...half.ids, ...rest.ids]).toEqual(shown)
    expect(rest.pagination).toMatchObject({ page: 2, next_cursor: null })
  })

  it('refuses cursors of other lists', async () => {
    const { rows } = await setUp()
    const cursor = Buffer.from('["other",2,1]').toString('base64url')
    await expect(rows.read({ limit: 2, cursor })).rejects.toThrow('400 分页游标无效')
  })
})
