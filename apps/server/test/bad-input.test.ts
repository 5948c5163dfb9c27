/** Invalid input for every endpoint is rejected with a message and writes nothing. */
import { ERRORS, type ErrorCode } from '@shiliu/contract/errors'
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCodes } from '#platform/http/openapi.ts'
import { allEndpoints } from './all-endpoints.ts'
import { allCases } from './bad-input/all-cases.ts'
import { bodyCases, type Case, callerCases, cursorCases, type EndpointCases, takesCursor } from './bad-input/cases.ts'
import { type Fixture, makeFixture, SIGNED_OUT } from './bad-input/fixture.ts'
import { readFirstPart } from './sse-client.ts'
import { openTestApp } from './test-app.ts'

const endpoints = await allEndpoints()
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Tables that even a valid call may write: requesting a captcha creates one, an attempt deletes it. */
const MAY_CHANGE = ['captchas']

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const claims = encoded({ sub: '1', sid: 1, role: 'admin', iat: 1, exp: 9_999_999_999 })

/** Authorization headers that do not authenticate. */
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

describe('invalid input', () => {
  let test: Awaited<ReturnType<typeof openTestApp>>
  let fixture: Fixture
  let endpointCases: EndpointCases[]
  let before: Record<string, unknown[]>
  beforeAll(async () => {
    test = await openTestApp()
    fixture = await makeFixture(test)
    endpointCases = await allCases(fixture)
    before = await contents()
  })
  afterAll(() => test.close())

  /** All rows of all tables, without the lines that say what was exported: exports ignore filters that are wrong. */
  async function contents(): Promise<Record<string, unknown[]>> {
    const tables = (await test.ctx.db.introspection.getTables()).map(({ name }) => name)
    const found: Record<string, unknown[]> = {}
    for (const name of tables.filter((table) => !MAY_CHANGE.includes(table)).toSorted()) {
      found[name] = await test.ctx.db
        .selectFrom(name as 'users')
        .selectAll()
        .execute()
    }
    found.audits = (found.audits ?? []).filter((line) => (line as { action: string }).action !== 'export')
    return found
  }

  async function send({ endpoint, good = {} }: EndpointCases, testCase: Case): Promise<Sent> {
    const { method, path, role } = endpoint
    const params: Record<string, string | number> = { ...good.params, ...testCase.params }
    const query = Object.entries({ ...good.query, ...testCase.query }).flatMap(([key, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[key, String(one)] as [string, string]])),
    )
    const token = fixture.tokens[testCase.as ?? role]
    const payload =
      testCase.body ?? (good.body || testCase.change ? { ...(good.body as object), ...testCase.change } : undefined)
    const { status, text } = await readFirstPart(test.app, {
      method,
      url: `${API_PREFIX}${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}?${new URLSearchParams(query)}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(testCase.raw && { 'content-type': testCase.raw.type }),
      },
      ...(testCase.raw ? { payload: testCase.raw.payload } : payload !== undefined && { payload }),
    })
    if ((endpoint.csv || endpoint.zip) && status === 200) return { status, body: { code: status, message: '文件' } }
    if (!endpoint.stream || status !== 200) return { status, body: JSON.parse(text) }
    return { status, body: { code: status, message: '成功', data: JSON.parse(text.slice('data: '.length)) } }
  }

  /** Checks status and message: no case may cause a server error or an English or technical message. */
  async function check(endpointCase: EndpointCases, testCase: Case) {
    const { status, body } = await send(endpointCase, testCase)
    const words =
      testCase.message ?? (testCase.error && testCase.error !== 'invalid_input' ? ERRORS[testCase.error][1] : undefined)
    const { error, field, data } = testCase
    const expected = { status, code: status, error, field, data }
    expect.soft({ status, ...body }, testCase.name).toMatchObject({
      status: testCase.status,
      ...(error && { error }),
      ...(field && { field }),
      ...(data && { data }),
      ...(words && { message: typeof words === 'string' ? words : expect.stringMatching(words) }),
    })
    // A body for an endpoint that takes none is not documented but may be rejected.
    const described = errorCodes(endpointCase.endpoint, false)
    if (error && error !== 'bad_request') expect.soft(described, testCase.name).toContain(body.error)
    if (endpointCase.endpoint.raw && status === 200) return
    expect.soft(body.code, testCase.name).toBe(expected.code)
    expect.soft(body.message, testCase.name).toMatch(/\p{Script=Han}/u)
    expect.soft(body.message, testCase.name).not.toMatch(/无效输入|无效选项|期望|undefined|object|NaN|null/)
  }

  it.each(named)('%s', async (_, endpoint) => {
    const endpointCase = endpointCases.find((one) => one.endpoint === endpoint)
    if (!endpointCase) throw new Error('has no cases: add them to test/bad-input')
    expect(endpointCase.cases.length).toBeGreaterThan(0)
    const shared = [...callerCases(endpoint), ...bodyCases(endpoint), ...cursorCases(endpoint)]
    for (const testCase of [...shared, ...endpointCase.cases]) await check(endpointCase, testCase)
    if (takesCursor(endpoint)) {
      const { body } = await send(endpointCase, { name: 'the first page', status: 200 })
      expect(JSON.stringify(body.data)).toContain('"next_cursor":')
    }
    if (endpoint.role !== 'guest') return
    // Guest endpoints treat invalid tokens and administrators as guests.
    const asked = { name: 'asked as a guest', status: 0 }
    const guest = await send(endpointCase, asked)
    for (const as of [...SIGNED_OUT, 'admin'] as const) {
      expect
        .soft({ as, status: (await send(endpointCase, { ...asked, as })).status })
        .toEqual({ as, status: guest.status })
    }
  })

  it.each(notTokens)('treats a caller with «$name» as unauthenticated', async ({ header }) => {
    const authorization = header.replace('TOKEN', fixture.user.token).replace('REFRESH', fixture.user.refreshToken)
    const answer = async (url: string) => (await test.app.inject({ url, headers: { authorization } })).json()
    expect(await answer('/api/auth/me')).toMatchObject({ code: 401, message: expect.stringMatching(/\p{Script=Han}/u) })
    expect(await answer('/api/auth/admin/me')).toMatchObject({ code: 401 })
    expect(await answer(`/api/posts/${fixture.draft.id}`)).toMatchObject({ code: 404 })
    expect(await answer('/api/posts')).toMatchObject({ code: 200 })
  })

  it('writes nothing', async () => {
    const after = await contents()
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [table, rows] of Object.entries(after)) expect.soft(rows, table).toEqual(before[table])
    expect(Object.values(before).flat().length).toBeGreaterThan(30)
  })
})
