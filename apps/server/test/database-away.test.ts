/** Without its database the site asks everybody to wait, in its own words. */
import { API_PREFIX } from '@shiliu/contract/limits'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { allCases } from './bad-input/all-cases.ts'
import { makeFixture } from './bad-input/fixture.ts'
import { makeCategory, makeUser } from './factories.ts'
import { readFirstPart } from './sse-client.ts'
import { createTestApp } from './test-app.ts'

const endpoints = await allEndpoints()

it('every endpoint answers 503 or what it needs no database for, never 500', async () => {
  const test = await createTestApp()
  const fixture = await makeFixture(test)
  const cases = await allCases(fixture)
  // Their sessions are known, so that the work itself fails.
  for (const role of ['user', 'admin'] as const)
    await test.app.inject({
      url: role === 'user' ? '/api/auth/me' : '/api/auth/admin/me',
      headers: { authorization: `Bearer ${fixture.tokens[role]}` },
    })
  await test.ctx.db.destroy()
  const away: string[] = []
  for (const endpoint of endpoints) {
    const good = cases.find((one) => one.endpoint === endpoint)?.good ?? {}
    const params = (good.params ?? {}) as Record<string, string | number>
    const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const query = new URLSearchParams((good.query ?? {}) as Record<string, string>)
    const token = fixture.tokens[endpoint.role]
    const { status, text } = await readFirstPart(test.app, {
      method: endpoint.method,
      url: `${API_PREFIX}${url}?${query}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(good.body !== undefined && { payload: good.body as object }),
    })
    const name = `${endpoint.method} ${endpoint.path}`
    if (status === 503) {
      away.push(name)
      const { error, message } = JSON.parse(text)
      expect
        .soft({ name, error, message })
        .toEqual({ name, error: 'unavailable', message: expect.stringMatching(/请/) })
    } else expect.soft(status, `${name} ${text.slice(0, 200)}`).toBeLessThan(500)
  }
  expect(away.length).toBeGreaterThan(endpoints.length / 2)
})

if (inject('engine') === 'sqlite') {
  it('a full disk is named, and reading goes on', async () => {
    const test = await createTestApp()
    const { token } = await makeUser(test.ctx)
    const { id } = await makeCategory(test.ctx)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(test.ctx.db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(test.ctx.db)
    const publish = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/posts',
        headers: { authorization: `Bearer ${token}` },
        payload: { title: '满了', content: '满'.repeat(1900), category_id: id },
      })
    const answers = await Promise.all(Array.from({ length: 20 }, publish))
    const full = answers.find(({ statusCode }) => statusCode !== 200)
    expect([full?.statusCode, full?.json()]).toEqual([
      503,
      { code: 503, error: 'unavailable', message: '服务器的磁盘已满，暂时无法保存，请稍后再试' },
    ])
    expect((await test.app.inject({ url: '/api/posts' })).statusCode).toBe(200)
  })
}
