/** Nobody signs up or writes from a banned address (docs/product.md#address-bans). */
import { addressBans } from '@shiliu/contract/admin/address-bans'
import { tags } from '@shiliu/contract/admin/tags'
import * as auth from '@shiliu/contract/auth'
import type { AnyEndpoint } from '@shiliu/contract/endpoint'
import * as likes from '@shiliu/contract/likes'
import { API_PREFIX } from '@shiliu/contract/limits'
import { expect, it } from 'vitest'
import { CHINA_OFFSET_MS, DAY_MS, MINUTE_MS } from '#platform/clock.ts'
import { makeAdmin, makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { openAddressBans } from './address-bans.service.ts'

async function stage() {
  const test = await createTestApp()
  const [owner, user] = [await makeAdmin(test.ctx), await makeUser(test.ctx)]
  const { id } = await makePost(test.ctx, user)
  const from = async (remoteAddress: string, endpoint: AnyEndpoint, payload: object = {}, token = user.token) => {
    const url = API_PREFIX + endpoint.path.replace(':id', String(id))
    const headers = { authorization: `Bearer ${token}` }
    const answer = await test.app.inject({ method: endpoint.method, url, remoteAddress, headers, payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  const like = (address: string) => from(address, likes.create, { target_type: 1, target_id: id })
  const ban = (body: object) => test.call(addressBans.create, { token: owner.token, body: body as never })
  return { test, owner, user, from, like, ban }
}

const REASON = { reason: '刷屏' }

it('refuses sign-up and writing from the range in words, and not reading, signing in or the back office', async () => {
  const { owner, user, from, like, ban } = await stage()
  expect(await ban({ network: '203.0.113.7/24', ...REASON })).toMatchObject({ status: 200 })
  const refused = { status: 403, error: 'address_banned', message: '你所在的网络暂时不能注册和发布：刷屏' }
  expect(await like('203.0.113.200')).toMatchObject(refused)
  expect(await like('::ffff:203.0.113.200')).toMatchObject(refused)
  expect(await like('203.0.114.1')).toMatchObject({ status: 200 })
  const newcomer = {
    user_id: 'newcomer',
    nickname: '新来的',
    password: 'pomegranate7',
    captchaId: 'x',
    captchaText: 'y',
  }
  expect(await from('203.0.113.1', auth.register, newcomer, '')).toMatchObject(refused)
  const signIn = { user_id: user.user_id, password: PASSWORD }
  expect(await from('203.0.113.1', auth.login, signIn, '')).toMatchObject({ status: 200 })
  expect(await from('203.0.113.1', auth.me)).toMatchObject({ status: 200 })
  expect(await from('203.0.113.1', tags.create, { name: '期末' }, owner.token)).toMatchObject({ status: 200 })
  expect(await from('203.0.113.1', auth.logout)).toMatchObject({ status: 200 })
})

it('ends by itself at its time, and with its deletion', async () => {
  const { test, owner, like, ban } = await stage()
  const at = (ms: number) => new Date(test.clock.now() + ms).toISOString()
  test.ctx.config.timeZone = 'Asia/Shanghai'
  const until = at(90 * MINUTE_MS)
  const { data } = await ban({ network: '203.0.113.7', ...REASON, until })
  const shown = new Date(Date.parse(until) + CHINA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
  expect(await like('203.0.113.7')).toMatchObject({
    message: `你所在的网络暂时不能注册和发布，到 ${shown} 为止：刷屏`,
  })
  test.clock.advance(89 * MINUTE_MS)
  expect(await like('203.0.113.7')).toMatchObject({ status: 403 })
  test.clock.advance(MINUTE_MS)
  expect(await like('203.0.113.7')).toMatchObject({ status: 200 })
  const params = { id: String(data.id) }
  expect(await test.ok(addressBans.get, { params, token: owner.token })).toMatchObject({ until, in_force: 0 })
  const change = (body: object) => test.call(addressBans.update, { params, token: owner.token, body })
  expect(await change({ note: '机房', until })).toMatchObject({ status: 200 })
  expect(await change({ until: at(-1) })).toMatchObject({ field: 'until', message: '封到的时间要在现在之后' })
  expect(await change({ until: '' })).toMatchObject({ status: 200 })
  expect(await like('203.0.113.7')).toMatchObject({ status: 403 })
  await test.ok(addressBans.remove, { params, token: owner.token })
  expect(await like('203.0.113.7')).toMatchObject({ status: 200 })
})

it.each(['203.0.113.7', '203.0.113.0/28'])('of %s that is over leaves a wider one in force', async (network) => {
  const { test, like, ban } = await stage()
  await ban({ network, ...REASON, until: new Date(test.clock.now() + MINUTE_MS).toISOString() })
  await ban({ network: '203.0.113.0/24', reason: '整个网段' })
  expect(await like('203.0.113.7')).toMatchObject({ status: 403 })
  test.clock.advance(2 * MINUTE_MS)
  expect(await like('203.0.113.7')).toMatchObject({ status: 403, message: expect.stringContaining('整个网段') })
})

it('says how many accounts used it lately, and asks before it bans them or oneself', async () => {
  const { test, owner, user, from, ban } = await stage()
  const signIn = { user_id: user.user_id, password: PASSWORD }
  for (const address of ['203.0.113.5', '203.0.113.6', '203.0.11.9']) await from(address, auth.login, signIn, '')
  const range = { network: '203.0.113.0/24', ...REASON }
  expect(await ban(range)).toMatchObject({
    status: 400,
    field: 'confirmed',
    message: '最近 30 天有 1 个账号用过这个地址；确定要封，请勾选「确认」再保存',
  })
  expect(await ban({ ...range, confirmed: true })).toMatchObject({ status: 200 })
  const rows = async (token = owner.token) => (await test.ok(addressBans.list, { token })).data
  expect(await rows()).toMatchObject([
    { network: '203.0.113.0/24', accounts: 1, in_force: 1, username: owner.username },
  ])
  const session = await test.ctx.db.selectFrom('sessions').select('id').where('admin_id', '=', owner.id).execute()
  const own = { kind: 'session', record_id: session[0]?.id ?? 0, account: `admin:${owner.id}`, address: '198.51.100.4' }
  await test.ctx.db
    .insertInto('addresses')
    .values({ ...own, kind: 'session', port: null, created_at: test.clock.now() })
    .execute()
  expect(await ban({ network: '198.51.100.0/24', ...REASON })).toMatchObject({
    field: 'confirmed',
    message: '你自己现在的地址也在里面；确定要封，请勾选「确认」再保存',
  })
  test.clock.advance(31 * DAY_MS)
  const { token } = await makeAdmin(test.ctx)
  expect((await rows(token)).map(({ accounts }) => accounts)).toEqual([0])
})

it.each([
  [{ network: '10.0.0.0/8' }, 'network', '网段太大了，最大是 /16'],
  [{ network: '2001::/16' }, 'network', '网段太大了，最大是 /32'],
  [{ network: '' }, 'network', /请填写 IP 地址或网段/],
  [{ network: '300.1.1.1' }, 'network', /请填写 IP 地址或网段/],
  [{ network: '203.0.113.1', reason: '' }, 'reason', '请填写原因'],
  [{ network: '203.0.113.1', until: '2026-08-31T00:00:00Z' }, 'until', '封到的时间要在现在之后'],
])('refuses %j', async (change, field, message) => {
  const { ban } = await stage()
  const answer = await ban({ ...REASON, ...change })
  expect(answer).toMatchObject({ status: 400, field, message: expect.stringMatching(message) })
})

it('is in force on other nodes within a second', async () => {
  const { test, ban } = await stage()
  const other = await openAddressBans(test.ctx.db, { ...test.ctx.bus, subscribe: () => () => {} })
  expect(other.current('203.0.113.7', test.clock.now())).toBeUndefined()
  await ban({ network: '203.0.113.7', ...REASON })
  // Without Redis's message: the job that runs each second.
  await other.reload()
  expect(other.current('203.0.113.7', test.clock.now())).toMatchObject(REASON)
})
