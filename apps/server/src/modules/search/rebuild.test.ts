import { search } from '@shiliu/contract/search'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { findMark, setMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import { makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { beginRebuild, continueRebuild, tidyIndex } from './rebuild.service.ts'
import { reindex } from './reindex.service.ts'

async function setUp() {
  const test = await createTestApp()
  const { ctx } = test
  // The databases of MySQL are used again: they are not new.
  await tx(ctx, (t) => setMark(t.db, 'search-version', 2))
  const author = await makeUser(ctx)
  const find = async (keyword: string) => {
    ctx.cache.clear()
    return (await test.ok(search, { query: { keyword } })).data?.map(({ id }) => id)
  }
  return { test, ctx, author, find }
}

it('leaves a new site alone, and one that is up to date', async () => {
  const { ctx, author } = await setUp()
  await makePost(ctx, author)
  expect(await beginRebuild(ctx)).toBe(false)
})

it('finds in new ways what an older version has indexed, and meanwhile in the old ones', async () => {
  const { ctx, author, find } = await setUp()
  const { id } = await makePost(ctx, author, { title: '备考CET6', content: '文' })
  // As the version before wrote it.
  const old = { sqlite: 'u5907 u8003 zzcet6', mysql: 'u5907u8003 u8003zzcet6 zzzborderzzz u5907 u8003 zzcet6' }
  const column = sql.ref(ctx.engine === 'sqlite' ? 'rowid' : 'id')
  await tx(ctx, async (t) => {
    await ctx.search.remove(t.db, 'notes', [id])
    await sql`insert into search_notes (${column}, tokens) values (${id}, ${old[ctx.engine]})`.execute(t.db)
    await setMark(t.db, 'search-version', 1)
  })
  expect(await beginRebuild(ctx)).toBe(true)
  expect([await find('备考'), await find('6')]).toEqual([[id], []])
  expect(await continueRebuild(ctx)).toBe(true)
  expect([await find('备考'), await find('6')]).toEqual([[id], [id]])
  expect(await beginRebuild(ctx)).toBe(false)
})

it('is done in small batches, newest first, never neighbours together, and goes on where it was interrupted', async () => {
  const { ctx, author } = await setUp()
  const row = { content: '文', is_draft: 0, category_id: null, user_id: author.id, created_at: 1, updated_at: 1 }
  const rows = Array.from({ length: 90 }, (_, i) => ({ ...row, title: `第${i}篇石榴`, hot_score: i }))
  await ctx.db.insertInto('posts').values(rows).execute()
  const put = vi.spyOn(ctx.search, 'put')
  const batches: number[][] = []
  let turns = 0
  // Begins again each time, as after a restart.
  for (let done = false; !done && turns < 20; turns++) {
    expect(await beginRebuild(ctx)).toBe(true)
    done = await continueRebuild(ctx, 0)
  }
  // One of users, one of each eighth of the notes, and the end.
  expect(turns).toBe(10)
  for (const [, kind, entries] of put.mock.calls) {
    expect(entries.length).toBeLessThanOrEqual(20)
    if (kind === 'notes' && entries.length > 0) batches.push(entries.map(({ id }) => id).toSorted((a, b) => b - a))
  }
  expect(new Set(batches.flat()).size).toBe(90)
  // Every eighth note.
  for (const ids of batches) expect(ids).toEqual(ids.map((_, i) => (ids[0] ?? 0) - 8 * i))
})

it('is shared by processes that start together', async () => {
  const { ctx, author, find } = await setUp()
  const { id } = await makePost(ctx, author, { title: '石榴' })
  await tx(ctx, (t) => ctx.search.remove(t.db, 'notes', [id]))
  expect(await Promise.all([beginRebuild(ctx), beginRebuild(ctx)])).toEqual([true, true])
  const put = vi.spyOn(ctx.search, 'put')
  await Promise.all([continueRebuild(ctx), continueRebuild(ctx)])
  expect(put.mock.calls.filter(([, kind, entries]) => kind === 'notes' && entries.length > 0)).toHaveLength(1)
  expect(await find('石榴')).toEqual([id])
})

it('is not needed after the command', async () => {
  const { ctx } = await setUp()
  await tx(ctx, (t) => setMark(t.db, 'search-version', 1))
  await reindex(ctx)
  expect(await findMark(ctx.db, 'search-version')).toBe(2)
  expect(await beginRebuild(ctx)).toBe(false)
})

it('begins anew after the command has finished an interrupted one', async () => {
  const { ctx, author } = await setUp()
  const { id } = await makePost(ctx, author)
  await tx(ctx, (t) => setMark(t.db, 'search-version', 1))
  await beginRebuild(ctx)
  for (let i = 0; i < 2; i++) expect(await continueRebuild(ctx, 0)).toBe(false)
  await reindex(ctx)
  // As a backup of an older version.
  await tx(ctx, (t) => setMark(t.db, 'search-version', 1))
  expect(await beginRebuild(ctx)).toBe(true)
  const put = vi.spyOn(ctx.search, 'put')
  expect(await continueRebuild(ctx)).toBe(true)
  const indexed = put.mock.calls.flatMap(([, kind, entries]) => (kind === 'notes' ? entries.map((one) => one.id) : []))
  expect(indexed).toEqual([id])
})

it('is put in order after a restart where a stop interrupted it', async () => {
  const { ctx } = await setUp()
  const stopping = new AbortController()
  const tidy = vi.spyOn(ctx.search, 'tidy').mockImplementationOnce(async () => {
    stopping.abort()
    return true
  })
  await tidyIndex(ctx, stopping.signal)
  expect(tidy).toHaveBeenCalledTimes(1)
  await tidyIndex(ctx, new AbortController().signal)
  expect(tidy.mock.calls.slice(1).map(([, kind, first]) => first && kind)).toEqual(
    expect.arrayContaining(['notes', 'users']),
  )
})

it('is put in order once a day, and finds the same', async () => {
  const { test, ctx, author, find } = await setUp()
  const ids: number[] = []
  for (let i = 0; i < 12; i++) ids.unshift((await makePost(ctx, author, { title: '石榴' })).id)
  const pieces = async () => {
    if (ctx.engine === 'mysql') return 1
    const { rows } = await sql<{ n: number }>`select count(distinct segid) as n from search_notes_idx`.execute(ctx.db)
    return rows[0]?.n
  }
  const before = await pieces()
  await tidyIndex(ctx)
  if (ctx.engine === 'sqlite') expect(before).toBeGreaterThan(1)
  expect(await pieces()).toBe(1)
  expect(await find('石榴')).toEqual(ids)
  const tidy = vi.spyOn(ctx.search, 'tidy')
  await tidyIndex(ctx)
  expect(tidy).not.toHaveBeenCalled()
  test.clock.advance(25 * 3600 * 1000)
  await tidyIndex(ctx)
  expect(tidy).toHaveBeenCalled()
})
