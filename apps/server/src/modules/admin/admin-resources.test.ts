/** Every resource × every operation × guest, user, administrator. */
import { audits } from '@shiliu/contract/admin/audits'
import { sorting } from '@shiliu/contract/common'
import type { AnyEndpoint, BodyIn } from '@shiliu/contract/endpoint'
import { API_PREFIX } from '@shiliu/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { table } from '#test/admin/resource-cases.ts'
import { allEndpoints } from '#test/all-endpoints.ts'
import { HOSTILE_TEXTS } from '#test/bad-input/cases.ts'
import { counterDrift } from '#test/counters.ts'
import { makeAdmin, makeUser } from '#test/factories.ts'
import { openTestApp } from '#test/test-app.ts'
import { resourceName } from './resource.ts'
import { EDITABLE_RESOURCES, READ_ONLY_RESOURCES } from './resources.ts'

type Fields = Record<string, unknown>
const named = table.map((entry) => [entry.api.list.path.slice('/admin/'.length), entry] as const)
const without = (body: Fields, field: string) => ({ ...body, [field]: undefined })
// Far beyond the ids that other tests leave in a database that is used again.
const UNKNOWN = 900_000_000_000

let test: Awaited<ReturnType<typeof openTestApp>>
let token: string
beforeAll(async () => {
  test = await openTestApp()
  token = (await makeAdmin(test.ctx)).token
})
afterAll(() => test.close())

it('covers every resource of the contract', async () => {
  // All that can be exported but the settings; reports are answered, not edited as records.
  const offered = (await allEndpoints()).filter(
    ({ method, path }) => method === 'GET' && /^\/admin\/(?!settings\/)\w+\/export$/.test(path),
  )
  const names = offered.map(({ path }) => path.split('/')[2])
  expect(names).toHaveLength(19)
  expect([...named.map(([name]) => name), ...READ_ONLY_RESOURCES.map(resourceName)].toSorted()).toEqual(
    names.toSorted(),
  )
  expect(EDITABLE_RESOURCES.map(resourceName).toSorted()).toEqual(named.map(([name]) => name).toSorted())
})

describe.each(named)('%s', (name, { api, bodies, required, refused, unique, change, filters, sortable }) => {
  const params = (id: number) => ({ params: { id: String(id) } })
  const one = (id: number) =>
    test.ok(api.get, { ...params(id), token }) as Promise<Fields & { id: number; version: string }>
  const list = (query: Fields = {}) => test.ok(api.list, { query: query as never, token })
  const idsOf = async (query: Fields) => (await list(query)).data.map((row) => row.id)
  const add = async (body: Fields) => (await test.ok(api.create, { body: body as BodyIn<typeof api.create>, token })).id
  async function fresh(): Promise<number> {
    const [body] = await bodies(test)
    return add(body ?? {})
  }
  const trail = async (id: number) =>
    (
      await test.ok(audits.list, {
        query: { resource: name, record_id: String(id), sortOrder: 'asc', sortField: 'id' },
        token,
      })
    ).data

  it('is for administrators', async () => {
    const user = await makeUser(test.ctx)
    for (const endpoint of Object.values(api) as AnyEndpoint[]) {
      const input = endpoint.params ? params(UNKNOWN) : {}
      expect(await test.call(endpoint, input)).toMatchObject({ status: 401 })
      expect(await test.call(endpoint, { ...input, token: user.token })).toMatchObject({ status: 403 })
    }
  })

  it('is made once however often it is sent with a key', async () => {
    const [body = {}] = await bodies(test)
    const url = `${API_PREFIX}${api.create.path}`
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `make-${name}` }
    const send = async (payload = body) => (await test.app.inject({ method: 'POST', url, payload, headers })).json()
    const first = await send()
    expect(first).toMatchObject({ code: 200, data: { id: expect.any(Number) } })
    const newest = await idsOf({ sortField: 'id', sortOrder: 'desc' })
    expect(await send()).toEqual(first)
    expect(await idsOf({ sortField: 'id', sortOrder: 'desc' })).toEqual(newest)
    expect(await trail(first.data.id)).toHaveLength(1)
    expect(await send({ ...body, another: true })).toMatchObject({ error: 'idempotency_key_reused' })
  })

  it('accepts every form of creation body and returns the record', async () => {
    for (const body of await bodies(test)) {
      const id = await add(body)
      const row = await one(id)
      expect(row).toMatchObject({ id, version: expect.stringMatching(/^[\w-]{16}$/) })
      expect((await list()).data.find((shown) => shown.id === id)).toEqual(row)
      expect(await trail(id)).toMatchObject([{ action: 'create', before: null, after: { id } }])
      const again = await test.call(api.create, { body: body as never, token })
      expect(again.status, JSON.stringify(again)).toBe(unique ? 409 : 200)
    }
  })

  it('reports missing and invalid fields and writes nothing', async () => {
    const [body = {}] = await bodies(test)
    const before = (await list()).pagination.total
    for (const [field, message] of Object.entries(required)) {
      const answer = await test.call(api.create, { body: without(body, field) as never, token })
      expect(answer, field).toMatchObject({ status: 400, message: expect.stringMatching(message) })
    }
    for (const [field, wrong, message] of refused) {
      const answer = await test.call(api.create, { body: { ...body, ...wrong } as never, token })
      expect(answer, JSON.stringify(wrong)).toMatchObject({
        status: 400,
        message: expect.stringMatching(message ?? /./),
      })
      expect(answer.field?.split('.')[0], JSON.stringify(wrong)).toBe(field)
    }
    expect((await list()).pagination.total).toBe(before)
    await add(body)
  })

  it('changes the fields sent and keeps the others', async () => {
    const id = await fresh()
    const before = await one(id)
    const { body, shown } = await change(test)
    await test.ok(api.update, { ...params(id), body: body as never, token })
    const after = await one(id)
    expect(after).toMatchObject(shown)
    expect(after).toMatchObject({ id, created_at: before.created_at })
    const lines = await trail(id)
    expect(lines).toMatchObject([{ action: 'create' }, { action: 'update', before: { id }, after: shown }])
    expect(lines[1]?.changed.length).toBeGreaterThan(0)
    // A form of old sends the whole row.
    await test.ok(api.update, { ...params(id), body: { ...after, version: undefined } as never, token })
    expect({ ...(await one(id)), updated_at: 0 }).toEqual({ ...after, updated_at: 0 })
  })

  it('rejects an update of an outdated version', async () => {
    const id = await fresh()
    const { version } = await one(id)
    const { body } = await change(test)
    const update = (sent: Fields) => test.call(api.update, { ...params(id), body: sent as never, token })
    expect(await update({ ...body, version })).toMatchObject({ status: 200 })
    const late = await update({ ...body, version })
    expect(late).toMatchObject({ status: 409, error: 'conflict' })
    expect(late.message).toMatch(/其他人/)
    expect(await update({ ...body, version: (await one(id)).version })).toMatchObject({ status: 200 })
  })

  it('answers 404 for missing records', async () => {
    const id = await fresh()
    await test.ok(api.remove, { ...params(id), token })
    const { body } = await change(test)
    for (const gone of [id, UNKNOWN, 0]) {
      expect(await test.call(api.get, { ...params(gone), token })).toMatchObject({ status: 404 })
      expect(await test.call(api.update, { ...params(gone), body: body as never, token })).toMatchObject({
        status: 404,
      })
      expect(await test.call(api.remove, { ...params(gone), token })).toMatchObject({ status: 404 })
    }
    expect(await trail(id)).toMatchObject([{ action: 'create' }, { action: 'delete', before: { id }, after: null }])
  })

  it('deletes existing records and lists the missing ones', async () => {
    const chosen = [await fresh(), await fresh(), await fresh()]
    const [gone = 0, ...others] = chosen
    await test.ok(api.remove, { ...params(gone), token })
    const many = Array.from({ length: 997 }, (_, i) => UNKNOWN + i)
    const body = { ids: [...chosen, ...others.map(String), ...many].slice(0, 1000) }
    const answer = await test.ok(api.removeMany, { body, token })
    expect(answer.deletedCount).toBe(2)
    expect(answer.missing).toEqual([gone, ...many.slice(0, 995)])
    for (const id of others) expect(await test.call(api.get, { ...params(id), token })).toMatchObject({ status: 404 })
    for (const ids of [undefined, [], 'all', [0], ['x'], Array(1001).fill(1)]) {
      expect(await test.call(api.removeMany, { body: { ids } as never, token })).toMatchObject({
        status: 400,
        message: expect.stringMatching(/选择|最多|编号/),
      })
    }
  })

  it('applies each filter and ignores empty ones', async () => {
    const [, body = (await bodies(test))[0] ?? {}] = await bodies(test)
    const id = await add(body)
    const fields: Record<string, string> = { id: String(id), ...filters(await one(id)) }
    const offered = Object.keys(api.export.query?.shape ?? {}).filter((key) => !(key in sorting))
    expect(Object.keys(fields).toSorted()).toEqual(offered.toSorted())
    const all = (await list()).pagination.total
    for (const [filter, value] of Object.entries(fields)) {
      expect(await idsOf({ [filter]: value }), `${filter}=${value}`).toContain(id)
      expect((await list({ [filter]: '' })).pagination.total).toBe(all)
      const none = filter.startsWith('is_') ? String(1 - Number(value)) : '没有的7'
      expect(await idsOf({ [filter]: none }), `${filter}=${none}`).not.toContain(id)
    }
    expect(await idsOf(fields)).toContain(id)
    for (const value of [...HOSTILE_TEXTS, 'x'.repeat(10_000), '%'.repeat(10_000), "' or '1'='1"]) {
      for (const filter of Object.keys(fields)) {
        expect(await test.call(api.list, { query: { [filter]: value } as never, token })).toMatchObject({ status: 200 })
      }
    }
  })

  it('is sorted by sortable columns only, and paged', async () => {
    await fresh()
    await fresh()
    const total = (await list()).pagination.total
    const usual = await idsOf({ limit: 100 })
    for (const sortField of ['', 'password_hash', 'constructor', 'id desc; drop table users']) {
      expect(await idsOf({ sortField, sortOrder: 'asc', limit: 100 })).toEqual(usual)
    }
    for (const sortField of sortable) {
      const [up, down] = await Promise.all(
        ['asc', 'desc'].map((sortOrder) => idsOf({ sortField, sortOrder, limit: 100 })),
      )
      expect(down).toEqual(await idsOf({ sortField, limit: 100 }))
      expect(down).toEqual(await idsOf({ sortField, order: 'DESC', limit: 100 }))
      if (total <= 100) expect(up).toEqual(down?.toReversed())
    }
    const newest = await idsOf({ sortField: 'id', limit: 3 })
    for (const [i, id] of newest.entries()) {
      const paged = await list({ sortField: 'id', sortOrder: 'desc', page: i + 1, limit: 1 })
      const pagination = { page: i + 1, limit: 1, total, pages: total }
      expect(paged).toMatchObject({ data: [{ id }], pagination, page: i + 1, limit: 1, total, totalPages: total })
    }
    expect((await list({ page: 'x', limit: '0' })).pagination).toMatchObject({ page: 1, limit: 20 })
  })

  it('takes a constant number of queries', async () => {
    await fresh()
    test.countStatementsUncached()
    await list({ limit: 1 })
    const cost = test.countStatementsUncached()
    await list({ limit: 100 })
    expect(test.countStatements()).toBe(cost)
  })

  it('is exported with its filters', async () => {
    const id = await fresh()
    const { total } = (await list()).pagination
    const ask = (query: string) =>
      test.app.inject({ url: `${API_PREFIX}${api.export.path}${query}`, headers: { authorization: `Bearer ${token}` } })
    const whole = await ask('')
    expect(whole.statusCode).toBe(200)
    expect(whole.headers).toMatchObject({ 'x-total-count': String(total), 'content-type': 'text/csv; charset=utf-8' })
    expect(whole.headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`)
    expect(whole.body.startsWith('\ufeffID,')).toBe(true)
    expect(whole.body.match(/^\d+,/gm)).toHaveLength(total)
    const [[filter, value] = ['', '']] = Object.entries(filters(await one(id)))
    const some = await ask(`?${filter}=${encodeURIComponent(value)}`)
    expect(some.body.match(/^\d+,/gm)).toHaveLength(Number(some.headers['x-total-count']))
    expect(some.body).toMatch(new RegExp(`^${id},`, 'm'))
  })

  it('reports what a deletion affects', async () => {
    const ids = [await fresh(), UNKNOWN]
    if (!api.impact) return
    expect(await test.ok(api.impact, { body: { ids }, token })).toBeInstanceOf(Array)
    expect(await test.call(api.impact, { body: { ids: [] }, token })).toMatchObject({ status: 400 })
  })
})

it('leaves every counter correct', async () => {
  expect(await counterDrift(test.ctx)).toEqual([])
})

it('exposes no secret, also not in the audit trail', async () => {
  const all = [...EDITABLE_RESOURCES, ...READ_ONLY_RESOURCES]
  const askAll = (paths: string[]) =>
    Promise.all(
      paths.map((path) => test.app.inject({ url: API_PREFIX + path, headers: { authorization: `Bearer ${token}` } })),
    )
  // One after the other: so many reads of one account at once are refused.
  const lists = await askAll(all.map(({ api }) => `${api.list.path}?limit=100`))
  const answers = [...lists, ...(await askAll(all.map(({ api }) => api.export.path)))]
  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/argon2|password_hash|token|secret12|another12/i)
  }
})
