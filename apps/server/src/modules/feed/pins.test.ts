/** Pinned notes in the lists of channels (docs/product.md#pinned-and-featured-notes). */
import { highlight, type PinChannel } from '@shiliu/contract/admin/highlights'
import { moderate } from '@shiliu/contract/admin/moderation'
import * as posts from '@shiliu/contract/posts'
import * as search from '@shiliu/contract/search'
import * as users from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import { updatePost } from '#modules/posts/post-mutations.service.ts'
import { makeAdmin, makeCategory, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

const HOUR_MS = 3600 * 1000

/** A site with so many notes in one category, oldest first. */
async function stage(notes = 7) {
  const test = await createTestApp()
  const author = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx)
  const { token } = await makeAdmin(test.ctx, 'moderator')
  const ids: number[] = []
  for (let i = 0; i < notes; i++) {
    ids.push((await makePost(test.ctx, author, { title: `石榴${i}`, category_id: category.id })).id)
  }
  const change = (action: 'pin' | 'unpin', channel: PinChannel, some: number[], until: number | null = null) => {
    const time = until === null ? null : new Date(until).toISOString()
    return test.ok(highlight, { body: { ids: some, action, channel, until: time }, token })
  }
  const pin = (channel: PinChannel, ...some: number[]) => change('pin', channel, some)
  const channelOf = (channel: PinChannel) => (channel === 'recommend' ? 'recommend' : String(category.id))
  const page = (channel: PinChannel, query: object = {}) =>
    test.ok(posts.list, { query: { category: channelOf(channel), ...query } })
  const order = async (channel: PinChannel, query: object = {}) =>
    (await page(channel, query)).posts.map(({ id }) => id)
  const pinned = async (channel: PinChannel) => (await page(channel)).pinned
  /** Ids by page numbers. */
  async function byNumber(channel: PinChannel, limit: number) {
    const pages = []
    for (let number = 1; number <= Math.ceil(notes / limit); number++)
      pages.push(await page(channel, { page: number, limit }))
    expect(new Set(pages.map(({ pagination }) => pagination.total))).toEqual(new Set([notes]))
    return pages.map((one) => one.posts.map(({ id }) => id))
  }
  /** Ids by cursors; `between` runs after each page. */
  async function byCursor(channel: PinChannel, limit: number, between = async (_: number) => {}) {
    const pages: number[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const one: posts.ChannelPage = await page(channel, { limit, ...(cursor && { cursor }) })
      pages.push(one.posts.map(({ id }) => id))
      cursor = one.pagination.next_cursor
      await between(pages.length)
    }
    return pages
  }
  const decide = (action: 'hide' | 'restore' | 'delete', id: number) =>
    test.ok(moderate, { body: { target_type: 1, ids: [id], action, reason: '广告' }, token })
  return {
    test,
    author,
    category,
    token,
    ids,
    newest: ids.toReversed(),
    change,
    pin,
    page,
    order,
    pinned,
    byNumber,
    byCursor,
    decide,
  }
}

const CHANNELS = ['recommend', 'category'] as const

describe.each(CHANNELS)('pinned notes in %s', (channel) => {
  it('come first, the newest pin on top, and are named', async () => {
    const { ids, newest, pin, page, order } = await stage()
    expect((await page(channel)).pinned).toBeUndefined()
    const [oldest = 0, second = 0] = ids
    await pin(channel, second)
    await pin(channel, oldest)
    const first = await page(channel)
    expect(first.posts.map(({ id }) => id)).toEqual([oldest, second, ...newest.slice(0, -2)])
    expect(first).toMatchObject({ pinned: [oldest, second], pagination: { total: 7, pages: 1, next_cursor: null } })
    const other = channel === 'recommend' ? 'category' : 'recommend'
    expect(await order(other)).toEqual(newest)
    expect((await page(other)).pinned).toBeUndefined()
  })

  it.each([2, 3, 4, 5, 7, 20])('are on the first of pages of %i only, by number and by cursor', async (limit) => {
    const { ids, newest, pin, byNumber, byCursor } = await stage()
    const three = [ids[0], ids[3], ids[6]] as number[]
    for (const id of three) await pin(channel, id)
    for (const pages of [await byNumber(channel, limit), await byCursor(channel, limit)]) {
      const first = three.toReversed().slice(0, limit - 1)
      expect(pages[0]?.slice(0, first.length)).toEqual(first)
      expect(pages.slice(0, -1).every((one) => one.length === limit)).toBe(true)
      expect(pages.flat()).toEqual([...first, ...newest.filter((id) => !first.includes(id))])
    }
  })

  it('leave a page of one note as it is', async () => {
    const { ids, newest, pin, byNumber, byCursor } = await stage(4)
    await pin(channel, ids[0] ?? 0)
    expect((await byNumber(channel, 1)).flat()).toEqual(newest)
    expect((await byCursor(channel, 1)).flat()).toEqual(newest)
  })

  it('are neither repeated nor left out for who reads while others pin and unpin', async () => {
    const { ids, pin, change, byCursor } = await stage(9)
    const [a = 0, b = 0, c = 0] = ids
    await pin(channel, a)
    const pages = await byCursor(channel, 2, async (read) => {
      if (read === 1) await pin(channel, b)
      if (read === 2) await change('unpin', channel, [a])
      if (read === 3) await pin(channel, c)
    })
    expect(pages.flat().toSorted((x, y) => x - y)).toEqual(ids)
    expect(pages.flat()).toHaveLength(ids.length)
  })

  it('go on by cursor from any numbered page', async () => {
    const { ids, newest, pin, page, order } = await stage()
    await pin(channel, ids[0] ?? 0)
    await pin(channel, ids[5] ?? 0)
    const all = [ids[5], ids[0], ...newest.filter((id) => id !== ids[5] && id !== ids[0])]
    const { pagination } = await page(channel, { page: 2, limit: 3 })
    expect(await order(channel, { limit: 20, cursor: pagination.next_cursor })).toEqual(all.slice(6))
  })

  it('end by themselves', async () => {
    const { test, ids, newest, change, order, pinned } = await stage(3)
    const [oldest = 0] = ids
    await change('pin', channel, [oldest], test.clock.now() + HOUR_MS)
    expect(await pinned(channel)).toEqual([oldest])
    test.clock.advance(HOUR_MS)
    expect([await order(channel), await pinned(channel)]).toEqual([newest, undefined])
  })

  it('vanish with what hides the note, and come back with it', async () => {
    const { test, author, category, ids, newest, pin, order, decide } = await stage(3)
    const [oldest = 0] = ids
    const others = newest.slice(0, -1)
    await pin(channel, oldest)
    const save = (is_draft: boolean) => {
      const input = { title: '石榴0', content: '正文', category_id: category.id, images: [], tags: [], is_draft }
      return updatePost(test.ctx, author.id, oldest, input)
    }
    expect(await order(channel)).toEqual([oldest, ...others])
    for (const [hide, show] of [
      [() => decide('hide', oldest), () => decide('restore', oldest)],
      [() => decide('delete', oldest), () => decide('restore', oldest)],
      [() => save(true), () => save(false)],
    ] as const) {
      await hide()
      expect(await order(channel)).toEqual(others)
      await show()
      expect(await order(channel)).toEqual([oldest, ...others])
    }
  })

  it('cost one small read, and none while cached', async () => {
    const { test, ids, pin, page } = await stage(3)
    await page(channel)
    test.countStatementsUncached()
    await page(channel)
    const without = test.countStatementsUncached()
    await pin(channel, ids[0] ?? 0)
    await pin(channel, ids[1] ?? 0)
    test.countStatementsUncached()
    await page(channel)
    // The pinned records are loaded before the others, each kind of row in one statement.
    expect(test.countStatements()).toBeLessThanOrEqual(without + 5)
    await page(channel)
    expect(test.countStatements()).toBe(0)
  })
})

it('pins have no effect elsewhere', async () => {
  const { test, author, ids, newest, pin } = await stage(3)
  for (const channel of CHANNELS) await pin(channel, ids[0] ?? 0)
  const idsOf = (some: { id: number }[]) => some.map(({ id }) => id)
  expect(idsOf((await test.ok(posts.list, {})).posts)).toEqual(newest)
  expect(idsOf((await test.ok(posts.list, { query: { user_id: String(author.id) } })).posts)).toEqual(newest)
  expect(idsOf((await test.ok(posts.list, { query: { keyword: '石榴' } })).posts)).toEqual(newest)
  expect(idsOf((await test.ok(users.posts, { params: { id: author.user_id } })).posts)).toEqual(newest)
  expect(idsOf((await test.ok(search.search, { query: { keyword: '石榴' } })).data ?? [])).toEqual(newest)
})

it('a pin of a category ends when the note moves to another', async () => {
  const { test, author, ids, pin, page, pinned } = await stage(3)
  const [oldest = 0] = ids
  for (const channel of CHANNELS) await pin(channel, oldest)
  const other = await makeCategory(test.ctx)
  const moveTo = (category_id: number) => {
    const input = { title: '石榴0', content: '正文', category_id, images: [], tags: [], is_draft: false }
    return updatePost(test.ctx, author.id, oldest, input)
  }
  const home = (await page('category')).posts[0]?.category_id ?? 0
  await moveTo(other.id)
  expect([await pinned('category'), await pinned('recommend')]).toEqual([undefined, [oldest]])
  expect((await test.ok(posts.list, { query: { category: String(other.id) } })).pinned).toBeUndefined()
  await moveTo(home)
  expect(await pinned('category')).toBeUndefined()
})

it('a note says that it is pinned as long as it is', async () => {
  const { test, ids, change, pin } = await stage(3)
  const [oldest = 0, second = 0] = ids
  const says = async (id: number) => (await test.ok(posts.get, { params: { id: String(id) } })).is_pinned
  await pin('category', oldest)
  await change('pin', 'recommend', [second], test.clock.now() + HOUR_MS)
  expect([await says(oldest), await says(second), await says(ids[2] ?? 0)]).toEqual([1, 1, undefined])
  test.clock.advance(HOUR_MS)
  await change('unpin', 'category', [oldest])
  expect([await says(oldest), await says(second)]).toEqual([undefined, undefined])
})
