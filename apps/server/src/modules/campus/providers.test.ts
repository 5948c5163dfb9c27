/** Changes of the schools' services in the back office (docs/product.md#campus-sign-in). */
import { audits, undoChange } from '@shiliu/contract/admin/audits'
import { providers } from '@shiliu/contract/admin/providers'
import * as campus from '@shiliu/contract/campus'
import { expect, it } from 'vitest'
import { codeOf, countUsers, register, setUpCas, setUpOidc } from '#test/campus-site.ts'
import { casAnswer, success } from '#test/school-cas.ts'
import type { TestApp } from '#test/test-app.ts'

it('is moved to another address or client only when that is confirmed, while accounts are linked', async () => {
  const { test, school, id, browser, admin } = await setUpOidc()
  const change = (body: object) => test.call(providers.update, { params: { id: String(id) }, body, token: admin.token })
  const moved = { address: 'https://login.example.edu.cn', client_secret: 'another' }
  // Nobody is linked yet.
  expect(await change({ client_id: 'shiliu-2' })).toMatchObject({ status: 200 })
  expect(await change({ client_id: 'shiliu' })).toMatchObject({ status: 200 })
  await register(browser, id, 's1', 'zhangsan')
  const refused = {
    status: 400,
    error: 'invalid_input',
    field: 'confirmed',
    message: expect.stringMatching(/^有 1 个账号连接着它/),
  }
  expect(await change(moved)).toMatchObject(refused)
  expect(await change({ client_id: 'shiliu-2' })).toMatchObject(refused)
  expect(await change({ ...moved, confirmed: false })).toMatchObject(refused)
  expect(await test.ok(providers.get, { params: { id: String(id) }, token: admin.token })).toMatchObject({
    address: school.address,
    client_id: 'shiliu',
  })
  // Nothing of these makes it another service.
  const same = { address: `${school.address}/.well-known/openid-configuration`, client_id: 'shiliu', name: '江大' }
  expect(await change(same)).toMatchObject({ status: 200 })
  expect(await change({ ...moved, client_id: 'shiliu-2', confirmed: true })).toMatchObject({ status: 200 })
})

it('of CAS has a client of no meaning, which may change', async () => {
  const { test, school, id, browser, admin } = await setUpCas()
  await register(browser, id, 'lisi', 'lisi')
  const change = (body: object) => test.call(providers.update, { params: { id: String(id) }, body, token: admin.token })
  expect(await change({ client_id: 'any', address: `${school.address}/login` })).toMatchObject({ status: 200 })
  expect(await change({ address: 'https://cas.example.edu.cn' })).toMatchObject({ field: 'confirmed' })
})

const CHANGES = {
  moved: ({ test, input }) => test.ok(providers.update, { ...input, body: { address: 'https://cas.example.edu.cn' } }),
  disabled: ({ test, input }) => test.ok(providers.update, { ...input, body: { is_active: false } }),
  deleted: ({ test, input }) => test.ok(providers.remove, input),
} satisfies Record<string, (site: { test: TestApp; input: { params: { id: string }; token: string } }) => unknown>

it.each([
  ['moved', { status: 400, error: 'campus_expired' }],
  ['disabled', { status: 404, error: 'campus_missing' }],
  ['deleted', { status: 404, error: 'campus_missing' }],
] as const)('that was %s completes no sign-in that was under way', async (how, refused) => {
  const { test, school, id, browser, admin } = await setUpCas()
  const input = { params: { id: String(id) }, token: admin.token }
  const begin = async () => browser.atSchool(await browser.begin(id), { login: 'wangwu' })
  const code = codeOf(await browser.signIn(id, 'lisi'))
  const [waiting, begun] = [await begin(), await begin()]
  school.intercept = (path, response) => {
    if (!path.startsWith('/cas/p3/')) return false
    void Promise.resolve(CHANGES[how]({ test, input })).then(() => response.end(casAnswer(success('wangwu'))))
    return true
  }
  expect(await browser.finish(id, waiting)).toMatchObject(refused)
  school.intercept = null
  expect(await browser.finish(id, begun)).toMatchObject(refused)
  const body = { code, user_id: 'lisi', nickname: '李四' }
  expect((await browser.send(campus.register, { body })).error).toMatch(/^campus_(expired|missing)$/)
  expect(await countUsers(test)).toBe(0)
})

it('is not moved back from the trail, where nobody can confirm it', async () => {
  const { test, school, id, browser, admin } = await setUpCas()
  await register(browser, id, 'lisi', 'lisi')
  const [params, { token }] = [{ id: String(id) }, admin]
  const body = { address: 'https://cas.example.edu.cn', confirmed: true }
  await test.ok(providers.update, { params, body, token })
  const [line] = (await test.ok(audits.list, { query: { limit: 100, sortField: 'id' }, token })).data
  expect(await test.call(undoChange, { body: { audit_id: line?.id ?? 0 }, token })).toMatchObject({
    status: 400,
    field: 'audit_id',
    message: '有账号连接着，不能直接撤销；请在「校园登录」里改回去，并勾选「确认」',
  })
  expect(await test.ok(providers.get, { params, token })).toMatchObject({ address: body.address })
  expect(school.address).not.toBe(body.address)
})

it('stays the last one where another node has switched passwords off and this has not heard of it', async () => {
  const { test, id, admin } = await setUpOidc()
  const row = { name: 'local_passwords', value: 'false', username: 'boss', updated_at: 1 }
  await test.ctx.db.insertInto('settings').values(row).execute()
  const input = { params: { id: String(id) }, token: admin.token }
  const needed = { status: 400, error: 'provider_needed' }
  expect(await test.call(providers.update, { ...input, body: { is_active: false } })).toMatchObject(needed)
  expect(await test.call(providers.remove, input)).toMatchObject(needed)
})
