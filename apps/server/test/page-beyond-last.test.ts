/** A page beyond the last one is empty without a query that walks the index. */
import * as collections from '@shiliu/contract/collections'
import * as comments from '@shiliu/contract/comments'
import * as follows from '@shiliu/contract/follows'
import * as likes from '@shiliu/contract/likes'
import * as posts from '@shiliu/contract/posts'
import * as users from '@shiliu/contract/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePost, makeUser } from './factories.ts'
import { openTestApp } from './test-app.ts'

let test: Awaited<ReturnType<typeof openTestApp>>
let params: { id: string }
let token: string
let postParams: { id: string }
let commentParams: { id: string }
const walks: string[] = []
/** Looks whether a list is long, over at most two thousand entries of an index. */
const PROBE = /^select \W?id\W? from \W?(likes|collections)\W? /

beforeAll(async () => {
  test = await openTestApp((sql) => {
    if (/\boffset\b/.test(sql) && !PROBE.test(sql)) walks.push(sql)
  })
  const [ann, bob] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const { id } = await makePost(test.ctx, bob)
  params = { id: ann.user_id }
  postParams = { id: String(id) }
  token = ann.token
  await test.ok(likes.create, { body: { target_type: 1, target_id: id }, token })
  await test.ok(collections.create, { params: postParams, token })
  await test.ok(follows.create, { params: { id: bob.user_id }, token })
  await test.ok(follows.create, { params, token: bob.token })
  const say = (parent_id: number | null) =>
    test.ok(comments.create, { body: { post_id: id, content: '好', parent_id }, token })
  const said = await say(null)
  await say(said.id)
  commentParams = { id: String(said.id) }
})
afterAll(() => test.close())

type Page = { query: { page: number } }
const LISTS: Record<string, (page: Page) => Promise<{ pagination: { total: number } }>> = {
  'all accounts': (page) => test.ok(users.list, page),
  'a user’s notes': (page) => test.ok(users.posts, { ...page, params }),
  likes: (page) => test.ok(likes.listOfUser, { ...page, params, token }),
  collections: (page) => test.ok(collections.listOfUser, { ...page, params }),
  following: (page) => test.ok(follows.following, { ...page, params }),
  followers: (page) => test.ok(follows.followers, { ...page, params }),
  'mutual follows': (page) => test.ok(follows.mutual, { ...page, params }),
  'all notes': (page) => test.ok(posts.list, page),
  comments: (page) => test.ok(comments.listOfPost, { ...page, params: postParams }),
  replies: (page) => test.ok(comments.replies, { ...page, params: commentParams }),
  'deep replies': ({ query }) =>
    test.ok(comments.replies, { query: { ...query, deep: 'true' }, params: commentParams }),
}

it.each(Object.keys(LISTS))('%s', async (name) => {
  walks.length = 0
  const { pagination } = (await LISTS[name]?.({ query: { page: 1_000_000 } })) ?? {}
  expect(pagination?.total).toBeGreaterThanOrEqual(name === 'a user’s notes' ? 0 : 1)
  expect(walks).toEqual([])
})
