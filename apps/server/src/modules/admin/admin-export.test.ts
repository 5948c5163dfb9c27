import { tags } from '@shiliu/contract/admin/tags'
import { API_PREFIX } from '@shiliu/contract/limits'
import * as profiles from '@shiliu/contract/users'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '#deps.ts'
import { createComment } from '#modules/comments/comment-mutations.service.ts'
import { chunks } from '#platform/db/rows.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { exportRows } from './resource-queries.service.ts'
import { tags as resource } from './resources/tags.ts'

async function stage() {
  const test = await createTestApp()
  const { token } = await makeAdmin(test.ctx)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string) => test.app.inject({ url: `${API_PREFIX}/admin/${path}`, headers })
  return { test, token, ask }
}

async function makeTags({ db, clock }: Ctx, count: number): Promise<void> {
  const created_at = clock.now()
  const rows = Array.from({ length: count }, (_, i) => ({ name: `标签${i}`, name_key: `标签${i}`, created_at }))
  for (const some of chunks(rows, 300)) await db.insertInto('tags').values(some).execute()
}

const idsOf = async (asked: Promise<{ body: string }>) => ((await asked).body.match(/^\d+(?=,)/gm) ?? []).map(Number)

describe('an export', () => {
  it('applies the filters and escapes formulas', async () => {
    const { test, ask } = await stage()
    const [one, other] = [await makeUser(test.ctx, { nickname: '=1+1' }), await makeUser(test.ctx)]
    await makePost(test.ctx, one, { title: '@SUM(A1)', content: '说,"好"', tags: ['甲', '乙'] })
    await makePost(test.ctx, other)
    const { body, headers } = await ask(`posts/export?user_display_id=${one.user_id}`)
    expect(headers['x-total-count']).toBe('1')
    const [heading, line, end] = body.split('\r\n')
    expect(heading).toBe(
      '\ufeffID,作者ID,昵称,小石榴号,标题,正文,分类ID,分类,审核,处理原因,状态,精选,图片,标签,浏览数,点赞数,收藏数,评论数,IP属地,发布时间,更新时间',
    )
    expect(line).toMatch(new RegExp(`^\\d+,${one.id},'=1\\+1,${one.user_id},'@SUM\\(A1\\),"说,""好""",\\d+,`))
    expect(line).toContain('"甲; 乙"')
    expect(end).toBe('')
  })

  it('has the table’s words for codes and the times of the site’s time zone', async () => {
    const { test, ask } = await stage()
    // As the environment sets it.
    test.ctx.config.timeZone = 'Asia/Shanghai'
    const user = await makeUser(test.ctx)
    const { id } = await makePost(test.ctx, user)
    await makePost(test.ctx, user, { is_draft: true })
    // A late evening in UTC.
    await test.ctx.db
      .updateTable('posts')
      .set({ created_at: Date.UTC(2026, 8, 1, 22, 30, 5) })
      .execute()
    const lines = (await ask('posts/export?sortField=id&sortOrder=asc')).body.split('\r\n')
    expect(lines[1]).toMatch(new RegExp(`^${id},.*,已发布,.*,2026-09-02 06:30:05,2026-09-01 \\d\\d:\\d\\d:\\d\\d$`))
    expect(lines[2]).toContain(',草稿,')
    const [heading, line] = (await ask('users/export')).body.split('\r\n')
    expect(heading).toContain(',状态,')
    expect(line).toContain(',激活,')
    // Never signed in.
    expect(line).not.toContain('1970')
  })

  it('converts rich text to plain text', async () => {
    const { test, ask } = await stage()
    const user = await makeUser(test.ctx)
    const body = { nickname: '小红', bio: '第一行<br>[@小明:ming] &lt;3' }
    await test.ok(profiles.update, { params: { id: user.user_id }, body, token: user.token })
    const { id } = await makePost(test.ctx, user, { content: '&lt;好&gt;<br>&amp; 看' })
    const content = '看<br><img src="https://example.com/a.webp">'
    await createComment(test.ctx, user.id, { post_id: id, content, parent_id: null }, { allowExternal: true })
    expect((await ask('users/export')).body).toContain(',"第一行\n@小明 <3",')
    expect((await ask('posts/export')).body).toContain(',"<好>\n& 看",')
    expect((await ask('comments/export')).body).toContain(',"看\n[图片]",')
  })

  it('reads no rows to answer HEAD', async () => {
    const { test, token } = await stage()
    await makeTags(test.ctx, 3)
    const headers = { authorization: `Bearer ${token}` }
    test.countStatements()
    const {
      statusCode,
      headers: head,
      body,
    } = await test.app.inject({
      method: 'HEAD',
      url: `${API_PREFIX}/admin/tags/export`,
      headers,
    })
    expect({ statusCode, body, total: head['x-total-count'] }).toEqual({ statusCode: 200, body: '', total: '3' })
    expect(head['content-type']).toContain('text/csv')
    // The session and the number of rows.
    expect(test.countStatements()).toBeLessThanOrEqual(2)
  })

  it('loads rows in batches of constant cost', async () => {
    const { test, ask } = await stage()
    await makeTags(test.ctx, 1201)
    const ids = await idsOf(ask('tags/export'))
    expect(ids).toHaveLength(1201)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    test.countStatements()
    await ask(`tags/export?name=${encodeURIComponent('标签77')}`)
    const oneBatch = test.countStatements()
    await ask('tags/export')
    // Two queries for each of twelve batches more.
    expect(test.countStatements()).toBe(oneBatch + 24)
  })

  it('has the order of the list for every sort column', async () => {
    const { test, token, ask } = await stage()
    const { ctx } = test
    await makeTags(ctx, 1201)
    await ctx.db
      .updateTable('tags')
      .set((eb) => ({ use_count: eb('id', '%', 7) }))
      .execute()
    for (const sortField of ['use_count', 'name', 'created_at', 'id', 'unknown']) {
      for (const sortOrder of ['asc', 'desc']) {
        const shown: number[] = []
        for (let page = 1; page <= 13; page++) {
          const { data } = await test.ok(tags.list, { query: { sortField, sortOrder, limit: 100, page }, token })
          shown.push(...data.map((row) => row.id))
        }
        const query = `sortField=${sortField}&sortOrder=${sortOrder}`
        expect(await idsOf(ask(`tags/export?${query}`)), query).toEqual(shown)
      }
    }
  })

  it('contains each row once, though sort values change meanwhile', async () => {
    const { ctx } = (await stage()).test
    await makeTags(ctx, 1201)
    await ctx.db
      .updateTable('tags')
      .set(({ ref }) => ({ use_count: ref('id') }))
      .execute()
    const { batches } = await exportRows(ctx, resource, { sortField: 'use_count', sortOrder: 'desc' })
    const told: number[] = []
    for await (const rows of batches) {
      told.push(...rows.map((row) => row.id))
      // Moves the last row before the cursor and the first one behind it.
      await ctx.db.updateTable('tags').set({ use_count: 5000 }).where('name', '=', '标签0').execute()
      await ctx.db.updateTable('tags').set({ use_count: 0 }).where('name', '=', '标签1200').execute()
    }
    expect(told).toHaveLength(1201)
    expect(new Set(told).size).toBe(1201)
  })
})
