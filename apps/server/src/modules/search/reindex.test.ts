import * as posts from '@shiliu/contract/posts'
import { search } from '@shiliu/contract/search'
import { expect, it, vi } from 'vitest'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { reindex } from './reindex.service.ts'

const KINDS = ['notes', 'drafts', 'users'] as const

async function setUp() {
  const test = await createTestApp()
  const { ctx } = test
  const author = await makeUser(ctx, { nickname: '石榴籽' })
  const note = await makePost(ctx, author, { title: '图书馆占座', tags: ['学习'] })
  const draft = await makePost(ctx, author, { title: '图书馆草稿', is_draft: true })
  const find = async () => {
    ctx.bus.publish('search-changed', { kind: 'notes', documents: 'any' })
    ctx.bus.publish('search-changed', { kind: 'users', documents: 'any' })
    const found = await Promise.all(
      [{ keyword: '书馆' }, { keyword: '图书', tag: '学习' }, { keyword: '榴籽 占座' }].map((query) =>
        test.ok(search, { query }),
      ),
    )
    const people = await test.ok(search, { query: { keyword: '榴籽', type: 'users' } })
    const query = { is_draft: 1, keyword: '书馆' } as const
    const drafts = await test.ok(posts.list, { query, token: author.token })
    return {
      notes: found.map(({ data }) => data?.map(({ id }) => id)),
      users: people.users?.data.map(({ id }) => id),
      drafts: drafts.posts.map(({ id }) => id),
    }
  }
  const all = { notes: [[note.id], [note.id], [note.id]], users: [author.id], drafts: [draft.id] }
  return { test, ctx, author, note, draft, find, all }
}

it('restores lost entries and removes orphans and entries of the wrong kind', async () => {
  const { ctx, author, note, draft, find, all } = await setUp()
  expect(await find()).toEqual(all)
  await ctx.search.remove(ctx.db, 'notes', [note.id])
  await ctx.search.remove(ctx.db, 'drafts', [draft.id])
  await ctx.search.remove(ctx.db, 'users', [author.id])
  expect(await find()).toEqual({ notes: [[], [], []], users: [], drafts: [] })
  // A post deleted without unindexing, and a draft indexed as a post.
  const stray = { title: '图书馆', texts: ['图书馆'] }
  await ctx.search.put(ctx.db, 'notes', [
    { id: 9000, ...stray },
    { id: draft.id, ...stray },
  ])
  await ctx.search.put(ctx.db, 'users', [{ id: 9000, texts: ['石榴籽'] }])
  const progress = vi.fn()
  expect(await reindex(ctx, progress)).toEqual({ posts: 2, users: 1, removed: 2 })
  expect(progress).toHaveBeenLastCalledWith(3, 3)
  expect(await find()).toEqual(all)
  expect(await Promise.all(KINDS.map((kind) => ctx.search.count(ctx.db, kind)))).toEqual([1, 1, 1])
})

it('processes several batches', async () => {
  const { ctx, author } = await setUp()
  const row = { content: '正文', is_draft: 0, category_id: null, user_id: author.id, created_at: 1, updated_at: 1 }
  const titles = Array.from({ length: 4000 }, (_, i) => ({ ...row, title: `批量${i}`, hot_score: i }))
  await ctx.db.insertInto('posts').values(titles).execute()
  const done: number[] = []
  expect(await reindex(ctx, (n) => done.push(n))).toEqual({ posts: 4002, users: 1, removed: 0 })
  const batch = ctx.engine === 'sqlite' ? 20 : 200
  expect(done.slice(0, 2)).toEqual([batch, 2 * batch])
  expect(done.at(-1)).toBe(4003)
})
