/** What guessing passwords costs, and what it does not do to others (docs/api.md#sign-in-limits). */
import * as adminAuth from '@shiliu/contract/admin/auth'
import * as auth from '@shiliu/contract/auth'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { attempts, protectedKey, purgeAttempts } from '#platform/attempts.ts'
import { DAY_MS } from '#platform/clock.ts'
import { openResources } from '#resources.ts'
import { makeAdmin, makeUser, PASSWORD } from '#test/factories.ts'
import { solved } from '#test/proofs.ts'
import { createTestApp } from '#test/test-app.ts'
import { countAttempt } from './sign-in-limits.service.ts'

type Account = { kind: 'user' | 'admin'; name: string }
type Extra = { device_token?: string | undefined; proof?: string | undefined }

/** An application with the limits of a real site. */
async function setUp() {
  const test = await createTestApp()
  test.ctx.config.limitFactor = 1
  const app = await buildApp(test.ctx)
  onTestFinished(() => app.close())
  const post = async (url: string, payload: object, remoteAddress = '10.0.0.1') => {
    const response = await app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress })
    return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']), ...response.json() }
  }
  const signIn = ({ kind, name }: Account, password: string, address?: string, extra: Extra = {}) =>
    kind === 'user'
      ? post(auth.login.path, { user_id: name, password, ...extra }, address)
      : post(adminAuth.login.path, { username: name, password, ...extra }, address)
  const guess = async (account: Account, times: number, address?: string) => {
    const answers = []
    for (let i = 0; i < times; i++) answers.push(await signIn(account, `wrong${i}`, address))
    return answers
  }
  const make = async (kind: Account['kind']): Promise<Account> =>
    kind === 'user'
      ? { kind, name: (await makeUser(test.ctx)).user_id }
      : { kind, name: (await makeAdmin(test.ctx)).username }
  return { test, post, signIn, guess, make }
}

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

it.each(['user', 'admin'] as const)(
  'lets a %s who cannot work wait 2, 4, 8 … 60 s from the fifth failure',
  async (kind) => {
    const { test, signIn, guess, make } = await setUp()
    const account = await make(kind)
    expect(statuses(await guess(account, 5))).toEqual(Array(5).fill(400))
    for (const wait of [2, 4, 8, 16, 32, 60, 60]) {
      const refused = await signIn(account, PASSWORD)
      expect(refused).toMatchObject({ status: 429, error: 'proof_required', retryAfter: wait })
      expect(refused.message).toContain(wait === 60 ? '1 分钟' : `${wait} 秒`)
      // Asking while it waits makes nobody wait longer.
      test.clock.advance(wait * 1000)
      expect(await signIn(account, 'wrong-one')).toMatchObject({ status: 400, error: 'credentials_wrong' })
    }
    test.clock.advance(60_000)
    expect(await signIn(account, PASSWORD)).toMatchObject({ status: 200 })
    expect(statuses(await guess(account, 5))).toEqual(Array(5).fill(400))
  },
)

it('takes a proof of work in place of the wait, once', async () => {
  const { test, signIn, guess, make } = await setUp()
  const account = await make('user')
  await guess(account, 5)
  const proof = await solved(test, 'login')
  expect(await signIn(account, 'wrong', undefined, { proof })).toMatchObject({ error: 'credentials_wrong' })
  expect(await signIn(account, PASSWORD, undefined, { proof })).toMatchObject({ status: 400, error: 'proof_wrong' })
  expect(await signIn(account, PASSWORD)).toMatchObject({ status: 429 })
  const another = await solved(test, 'login')
  expect(await signIn(account, PASSWORD, undefined, { proof: another })).toMatchObject({ status: 200 })
})

it('counts failures only, after the body was read', async () => {
  const { post, signIn, make } = await setUp()
  const account = await make('user')
  for (let i = 0; i < 700; i++) {
    const { status } = await post(auth.login.path, i % 2 ? {} : { user_id: account.name })
    if (status !== 400) expect(status).toBe(400)
  }
  for (let i = 0; i < 8; i++) expect(await signIn(account, PASSWORD)).toMatchObject({ status: 200 })
})

it.each(['user', 'admin'] as const)('keeps no %s from a device that knows them', async (kind) => {
  const { signIn, guess, make } = await setUp()
  const account = await make(kind)
  const { device_token } = (await signIn(account, PASSWORD)).data
  await guess(account, 100)
  expect(await signIn(account, PASSWORD)).toMatchObject({ status: 429 })
  const known = await signIn(account, PASSWORD, undefined, { device_token })
  expect(known).toMatchObject({ status: 200 })
  // The token of another account helps nobody.
  const other = await make(kind)
  const theirs = (await signIn(other, PASSWORD)).data.device_token
  for (const token of [theirs, `${device_token}x`, 'made.up.token'])
    expect(await signIn(account, PASSWORD, undefined, { device_token: token })).toMatchObject({ status: 429 })
})

it('does not let a stolen device guess without end', async () => {
  const { signIn, make } = await setUp()
  const account = await make('user')
  const { device_token } = (await signIn(account, PASSWORD)).data
  const answers = []
  for (let i = 0; i < 6; i++) answers.push(await signIn(account, 'wrong', undefined, { device_token }))
  expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 429])
})

it('counts for one account and address', async () => {
  const { signIn, guess, make } = await setUp()
  const [account, neighbour] = [await make('admin'), await make('admin')]
  await guess(account, 100, '2001:db8:0:1::7')
  expect(await signIn(account, PASSWORD, '2001:db8:0:1:ffff::')).toMatchObject({ status: 429 })
  expect(await signIn(account, PASSWORD, '2001:db8:0:2::1')).toMatchObject({ status: 200 })
  expect(await signIn(neighbour, PASSWORD, '2001:db8:0:1::7')).toMatchObject({ status: 200 })
})

it('starts no new count for another spelling', async () => {
  const { signIn, post, make } = await setUp()
  const { name } = await make('user')
  for (const user_id of [name, name.toUpperCase(), ` ${name}`, `${name}  `])
    await post(auth.login.path, { user_id, password: 'x' })
  await post(auth.login.path, { user_display_id: name, password: 'x' })
  expect(await signIn({ kind: 'user', name }, PASSWORD)).toMatchObject({ status: 429 })
})

it('bounds the guesses at one account from all addresses', async () => {
  const { test, signIn, make } = await setUp()
  const account = await make('user')
  const { device_token } = (await signIn(account, PASSWORD, '10.9.9.9')).data
  // Without the passwords themselves, which take long to check.
  for (let i = 0; i < 1000; i++)
    await countAttempt(test.ctx, { role: 'user', name: account.name, account: null, ip: `10.1.${i >> 8}.${i & 255}` })
  const proof = await solved(test, 'login')
  expect(await signIn(account, PASSWORD, '10.2.0.1', { proof })).toMatchObject({
    status: 429,
    error: 'too_many_requests',
  })
  expect(await signIn(account, PASSWORD, '10.2.0.1', { device_token })).toMatchObject({ status: 200 })
  test.clock.advance(24 * 3600 * 1000)
  expect(await signIn(account, PASSWORD, '10.2.0.1')).toMatchObject({ status: 200 })
})

it('remembers failures over a restart without Redis, until they are over or forgiven', async () => {
  const { test, guess, signIn, make } = await setUp()
  const [attacked, forgiven] = [await make('user'), await make('user')]
  for (const account of [attacked, forgiven]) await guess(account, 4)
  await signIn(forgiven, PASSWORD)
  await guess(attacked, 1)
  for (let i = 0; i < 995; i++)
    await countAttempt(test.ctx, { role: 'user', name: attacked.name, account: null, ip: `10.1.${i >> 8}.${i & 255}` })
  await test.ctx.attempts.save(test.ctx)
  const restarted = await openResources(test.ctx.config, { log: test.ctx.log, clock: test.clock })
  onTestFinished(() => restarted.close())
  const tryIn = ({ name }: Account, ip: string) =>
    countAttempt(restarted.ctx, { role: 'user', name, account: null, ip }).catch(({ code }) => code)
  expect(await tryIn(attacked, '10.2.0.1')).toBe('too_many_requests')
  for (let i = 0; i < 5; i++) expect(await tryIn(forgiven, '10.0.0.1')).toMatchObject({ caller: '10.0.0.1' })
  expect(await tryIn(forgiven, '10.0.0.1')).toBe('proof_required')
  test.clock.advance(24 * 3600 * 1000)
  await purgeAttempts(restarted.ctx)
  expect(await test.ctx.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  expect(await tryIn(attacked, '10.2.0.1')).toMatchObject({ caller: '10.2.0.1' })
})

it('stores no more counts than it keeps in memory', async () => {
  const { test } = await setUp()
  const few = attempts(undefined, test.clock, 2)
  for (const key of ['one', 'two', 'three']) {
    await few.take(key, { windowMs: 1000 })
    await few.save(test.ctx)
  }
  expect(await test.ctx.db.selectFrom('attempts').select('count').execute()).toEqual([{ count: 1 }, { count: 1 }])
})

it('forgets no wrong codes of a second factor however much else is counted, over a restart, too', async () => {
  const { test } = await setUp()
  const [key, rule] = [protectedKey('second factor 1'), { windowMs: DAY_MS }] as const
  const counts = attempts(undefined, test.clock)
  await counts.take(key, rule)
  for (let i = 0; i < 60_000; i++) await counts.take(`other ${i}`, { windowMs: 2 * DAY_MS })
  expect(await counts.take(key, rule)).toMatchObject({ count: 1 })

  const few = attempts(undefined, test.clock, 2)
  await few.take(key, rule)
  for (const other of ['one', 'two', 'three']) await few.take(other, { windowMs: 2 * DAY_MS })
  await few.save(test.ctx)
  const restarted = attempts(undefined, test.clock, 2)
  await restarted.load(test.ctx.db)
  expect(await restarted.take(key, rule)).toMatchObject({ count: 1 })
})

it('lets an address guess once a minute without a proof where many others guess', async () => {
  const { signIn, make } = await setUp()
  const account = await make('user')
  for (let i = 0; i < 50; i++) await signIn(account, `wrong${i}`, `10.1.0.${i}`)
  expect(await signIn(account, 'wrong', '10.2.0.1')).toMatchObject({ status: 400 })
  expect(await signIn(account, PASSWORD, '10.2.0.1')).toMatchObject({ status: 429, retryAfter: 60 })
})

it('lets many guesses at once through no further than one after the other', async () => {
  const { signIn, make } = await setUp()
  const account = await make('user')
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => signIn(account, `wrong${i}`)))
  expect(statuses(answers).filter((status) => status === 400)).toHaveLength(5)
})
