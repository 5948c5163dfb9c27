/** Bad input for every endpoint: refused in words, and nothing is written. */
import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCodes } from '#platform/http/openapi.ts'
import { entriesOf } from './bad-input/entries.ts'
import { bodyRows, callerRows, type Entry, type Row } from './bad-input/rows.ts'
import { makeWorld, SIGNED_OUT, type World } from './bad-input/world.ts'
import { allEndpoints } from './contract.ts'
import { beginningOf } from './event-reader.ts'
import { openTestApp } from './test-app.ts'

const endpoints = await allEndpoints()
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** What endpoints write when all is well with the call: a captcha is made by asking for one, and spent by trying it. */
const MAY_CHANGE = ['captchas']

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const claims = encoded({ sub: '1', sid: 1, role: 'admin', iat: 1, exp: 9_999_999_999 })

/** Authorization headers that open nothing. */
const notTokens = [
  'Bearer',
  'Bearer null',
  'Bearer undefined',
  'Bearer [object Object]',
  'Bearer a.b.c',
  `Bearer ${'x'.repeat(8000)}`,
  'Bearer TOKENx',
  'Bearer TOKEN TOKEN',
  'Basic TOKEN',
  'TOKEN',
  'Bearer REFRESH',
  `Bearer ${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`,
  `Bearer ${encoded({ alg: 'HS256', typ: 'JWT' })}.${claims}.${'A'.repeat(43)}`,
].map((header) => ({ header, name: header.slice(0, 50) }))

type Sent = {
  status: number
  body: { code?: number; message?: string; error?: ErrorCode; field?: string; data?: unknown }
}

describe('bad input', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let world: World
  let entries: Entry[]
  let before: Record<string, unknown[]>
  beforeAll(async () => {
    test = await openTestApp()
    world = await makeWorld(test)
    entries = await entriesOf(world)
    before = await contents()
  })
  afterAll(() => test.close())

  /** Every row of every table. */
  async function contents(): Promise<Record<string, unknown[]>> {
    const tables = (await test.ctx.db.introspection.getTables()).map(({ name }) => name)
    const found: Record<string, unknown[]> = {}
    for (const name of tables.filter((table) => !MAY_CHANGE.includes(table)).toSorted()) {
      found[name] = await test.ctx.db
        .selectFrom(name as 'users')
        .selectAll()
        .execute()
    }
    return found
  }

  async function send({ endpoint, good = {} }: Entry, row: Row): Promise<Sent> {
    const { method, path, role } = endpoint
    const params: Record<string, string | number> = { ...good.params, ...row.params }
    const query = Object.entries({ ...good.query, ...row.query }).flatMap(([key, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[key, String(one)] as [string, string]])),
    )
    const token = world.tokens[row.as ?? role]
    const payload = row.body ?? (good.body || row.change ? { ...(good.body as object), ...row.change } : undefined)
    const { status, text } = await beginningOf(test.app, {
      method,
      url: `${API_PREFIX}${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}?${new URLSearchParams(query)}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(row.raw && { 'content-type': row.raw.type }) },
      ...(row.raw ? { payload: row.raw.payload } : payload !== undefined && { payload }),
    })
    if (endpoint.csv && status === 200) return { status, body: { code: status, message: '文件' } }
    if (!endpoint.stream || status !== 200) return { status, body: JSON.parse(text) }
    return { status, body: { code: status, message: '成功', data: JSON.parse(text.slice('data: '.length)) } }
  }

  /** Status, words and nothing but words: no row may end in a fault, in English or in the terms of a program. */
  async function check(entry: Entry, row: Row) {
    const { status, body } = await send(entry, row)
    const words = row.message ?? (row.error && row.error !== 'invalid_input' ? ERRORS[row.error][1] : undefined)
    const { error, field, data } = row
    const expected = { status, code: status, error, field, data }
    expect.soft({ status, ...body }, row.name).toMatchObject({
      status: row.status,
      ...(error && { error }),
      ...(field && { field }),
      ...(data && { data }),
      ...(words && { message: typeof words === 'string' ? words : expect.stringMatching(words) }),
    })
    // A body where none belongs is not described, but may be refused.
    const described = errorCodes(entry.endpoint, false)
    if (error && error !== 'bad_request') expect.soft(described, row.name).toContain(body.error)
    if (entry.endpoint.raw && status === 200) return
    expect.soft(body.code, row.name).toBe(expected.code)
    expect.soft(body.message, row.name).toMatch(/\p{Script=Han}/u)
    expect.soft(body.message, row.name).not.toMatch(/无效输入|无效选项|期望|undefined|object|NaN|null/)
  }

  it.each(named)('%s', async (_, endpoint) => {
    const entry = entries.find((one) => one.endpoint === endpoint)
    if (!entry) throw new Error('has no row: add it to test/bad-input')
    expect(entry.rows.length).toBeGreaterThan(0)
    for (const row of [...callerRows(endpoint), ...bodyRows(endpoint), ...entry.rows]) await check(entry, row)
    if (endpoint.role !== 'guest') return
    // An open endpoint takes everyone whose token is worth nothing, and an administrator, for a guest.
    const asked = { name: 'asked as a guest', status: 0 }
    const guest = await send(entry, asked)
    for (const as of [...SIGNED_OUT, 'admin'] as const) {
      expect.soft({ as, status: (await send(entry, { ...asked, as })).status }).toEqual({ as, status: guest.status })
    }
  })

  it.each(notTokens)('a caller with «$name» is nobody', async ({ header }) => {
    const authorization = header.replace('TOKEN', world.user.token).replace('REFRESH', world.user.refreshToken)
    const answer = async (url: string) => (await test.app.inject({ url, headers: { authorization } })).json()
    expect(await answer('/api/auth/me')).toMatchObject({ code: 401, message: expect.stringMatching(/\p{Script=Han}/u) })
    expect(await answer('/api/auth/admin/me')).toMatchObject({ code: 401 })
    expect(await answer(`/api/posts/${world.draft.id}`)).toMatchObject({ code: 404 })
    expect(await answer('/api/posts')).toMatchObject({ code: 200 })
  })

  it('writes nothing', async () => {
    const after = await contents()
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [table, rows] of Object.entries(after)) expect.soft(rows, table).toEqual(before[table])
    expect(Object.values(before).flat().length).toBeGreaterThan(30)
  })
})
