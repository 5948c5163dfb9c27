import * as named from '@shiliu/contract/admin/admins'
import { audits } from '@shiliu/contract/admin/audits'
import { categories as managed } from '@shiliu/contract/admin/categories'
import { posts } from '@shiliu/contract/admin/posts'
import { users } from '@shiliu/contract/admin/users'
import * as categories from '@shiliu/contract/categories'
import { API_PREFIX } from '@shiliu/contract/limits'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/clock.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { purgeAudits } from './audits.service.ts'

const params = (id: number) => ({ params: { id: String(id) } })

async function stage() {
  const test = await createTestApp()
  const admin = await makeAdmin(test.ctx)
  const { token } = admin
  const trail = async () => (await test.ok(audits.list, { query: { limit: 100 }, token })).data
  return { test, admin, token, trail }
}

describe('the audit trail', () => {
  it('records who did what, when, before and after', async () => {
    const { test, admin, token, trail } = await stage()
    const { id } = await makePost(test.ctx, await makeUser(test.ctx), { title: '旧' })
    await test.ok(posts.update, { ...params(id), body: { title: '新', tags: ['考研'] }, token })
    await test.ok(posts.removeMany, { body: { ids: [id, 999] }, token })
    const [deleted, updated] = await trail()
    const who = { admin_id: admin.id, username: admin.username, resource: 'posts', record_id: id }
    expect(updated).toMatchObject({ ...who, action: 'update', record_name: '新', changed: ['title', 'tags'] })
    expect(updated).toMatchObject({ before: { title: '旧', tags: [] }, after: { title: '新' } })
    expect(deleted).toMatchObject({ ...who, action: 'delete', before: { title: '新' }, after: null, changed: [] })
    expect(updated?.created_at).toMatch(/^2026-09-01T/)
    expect(await test.ok(audits.get, { ...params(updated?.id ?? 0), token })).toEqual(updated)
  })

  it('masks a new password', async () => {
    const { test, token, trail } = await stage()
    const user = await makeUser(test.ctx)
    await test.ok(users.update, { ...params(user.id), body: { password: 'secret12' }, token })
    const [line] = await trail()
    expect(line).toMatchObject({ changed: ['password'], after: { password: '••••••' } })
    const rows = await test.ctx.db.selectFrom('audits').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/secret12|argon2/)
  })

  it('includes writes through the public endpoints', async () => {
    const { test, token, trail } = await stage()
    const { id } = await test.ok(categories.create, { body: { name: '学习', category_title: 'study' }, token })
    await test.ok(categories.update, { ...params(id), body: { name: '学业', category_title: 'study' }, token })
    await test.ok(categories.remove, { ...params(id), token })
    await test.ok(named.create, { body: { username: 'helper', password: 'secret12' }, token })
    await test.ok(named.setStatus, { params: { id: 'helper' }, body: { status: 0 }, token })
    expect((await trail()).map(({ resource, action }) => `${resource} ${action}`).toReversed()).toEqual([
      'categories create',
      'categories update',
      'categories delete',
      'admins create',
      'admins update',
    ])
  })

  it('has no entry for a failed write', async () => {
    const { test, token, trail } = await stage()
    const { id } = await test.ok(managed.create, { body: { name: '学习', category_title: 'study' }, token })
    await makePost(test.ctx, await makeUser(test.ctx), { category_id: id })
    expect(await test.call(managed.remove, { ...params(id), token })).toMatchObject({ error: 'category_in_use' })
    expect(await test.call(managed.create, { body: { name: '学习', category_title: 'other' }, token })).toMatchObject({
      error: 'record_duplicate',
    })
    expect(await trail()).toHaveLength(1)
  })

  it('survives the administrator, for a year', async () => {
    const { test, admin, trail, token } = await stage()
    const other = await makeAdmin(test.ctx)
    const body = { name: '学习', category_title: 'study' }
    await test.ok(managed.create, { body, token: other.token })
    await test.ok(named.remove, { params: { id: other.username }, token })
    expect((await trail())[1]).toMatchObject({ admin_id: null, username: other.username })
    test.clock.advance(365 * DAY_MS - 60_000)
    await purgeAudits(test.ctx)
    const kept = await test.ctx.db.selectFrom('audits').select('username').orderBy('id').execute()
    expect(kept).toEqual([{ username: other.username }, { username: admin.username }])
    test.clock.advance(120_000)
    await purgeAudits(test.ctx)
    expect(await test.ctx.db.selectFrom('audits').select('id').execute()).toEqual([])
  })

  it('is narrowed by who, what and which, and cannot be written', async () => {
    const { test, admin, token } = await stage()
    const { id } = await test.ok(managed.create, { body: { name: '学习', category_title: 'study' }, token })
    await test.ok(managed.remove, { ...params(id), token })
    const total = async (query: object) => (await test.ok(audits.list, { query, token })).pagination.total
    expect(await total({ username: admin.username.slice(1) })).toBe(2)
    expect(await total({ username: 'nobody' })).toBe(0)
    expect(await total({ resource: 'categories', action: 'delete' })).toBe(1)
    expect(await total({ resource: 'posts' })).toBe(0)
    expect(await total({ record_id: String(id) })).toBe(2)
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const headers = { authorization: `Bearer ${token}` }
      for (const url of [`${API_PREFIX}/admin/audits`, `${API_PREFIX}/admin/audits/1`]) {
        expect((await test.app.inject({ method, url, headers })).statusCode).toBe(404)
      }
    }
  })
})
