/** Public ids that accounts had at the site before this one, and could not keep (docs/api.md#ids-and-public-ids). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as auth from '@shiliu/contract/auth'
import * as follows from '@shiliu/contract/follows'
import * as users from '@shiliu/contract/users'
import { expect, it, onTestFinished } from 'vitest'
import { tx } from '#platform/db/tx.ts'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createUser, requireUserById, setHidden } from './users.service.ts'

const OLD = 'Old.ID 张三'

async function stage() {
  const webDir = await mkdtemp(join(tmpdir(), 'shiliu-old-ids-'))
  onTestFinished(() => rm(webDir, { recursive: true }))
  await writeFile(join(webDir, 'index.html'), '<html><head><title></title></head></html>')
  const test = await createTestApp({}, { webDir })
  const user = await makeUser(test.ctx)
  await oldId(test, 'old.id 张三', user.id)
  const page = async (id: string) => {
    const { statusCode, headers } = await test.app.inject(`/user/${encodeURIComponent(id)}?tab=likes`)
    return [statusCode, headers.location]
  }
  const profile = (id: string) => test.call(users.get, { params: { id } })
  return { test, user, page, profile }
}

const oldId = ({ ctx }: TestApp, user_id_key: string, user_id: number) =>
  ctx.db.insertInto('old_user_ids').values({ user_id_key, user_id }).execute()

it('lead to the account: its page is redirected, the API answers, and it signs in', async () => {
  const { test, user, page, profile } = await stage()
  expect(await page(OLD)).toEqual([301, `/user/${user.user_id}?tab=likes`])
  expect(await page(user.user_id)).toEqual([200, undefined])
  expect(await page('nobody')).toEqual([404, undefined])
  expect((await profile(OLD)).data).toMatchObject({ id: user.id, user_id: user.user_id })
  expect(await test.ok(users.getStats, { params: { id: OLD } })).toMatchObject({ fans_count: 0 })
  expect(await test.ok(follows.followers, { params: { id: OLD } })).toMatchObject({ pagination: { total: 0 } })
  for (const user_id of [OLD, 'OLD.id 张三 '])
    expect(await test.ok(auth.login, { body: { user_id, password: PASSWORD } })).toMatchObject({
      user: { id: user.id },
    })
  const refused = await test.call(auth.login, { body: { user_id: OLD, password: 'wrong-1' } })
  expect(refused).toMatchObject({ status: 400, error: 'credentials_wrong' })
})

it('are never somebody else’s, and never hide who has the id', async () => {
  const { test, user, page, profile } = await stage()
  await oldId(test, 'wanted_1', user.id)
  expect(await test.ok(auth.checkUserId, { query: { user_id: 'Wanted_1' } })).toEqual({ isUnique: false })
  const made = createUser(test.ctx, { user_id: 'Wanted_1', nickname: '别人', password_hash: '' })
  await expect(made).rejects.toMatchObject({ code: 'user_id_taken' })
  const other = await makeUser(test.ctx, { user_id: 'other_1' })
  await oldId(test, 'other_1', user.id)
  expect((await profile('Other_1')).data.id).toBe(other.id)
  expect(await page('Other_1')).toEqual([200, undefined])
  const signed = await test.ok(auth.login, { body: { user_id: 'OTHER_1', password: PASSWORD } })
  expect(signed.user.id).toBe(other.id)
})

it('count with the account’s own in what guessing costs', async () => {
  const { test, user } = await stage()
  test.ctx.config.limitFactor = 1
  const guess = (user_id: string) => test.call(auth.login, { body: { user_id, password: 'wrong-1' } })
  for (const id of [OLD, user.user_id, OLD, user.user_id, OLD])
    expect((await guess(id)).error).toBe('credentials_wrong')
  expect([await guess(OLD), await guess(user.user_id)]).toMatchObject([
    { status: 429, error: 'proof_required' },
    { status: 429, error: 'proof_required' },
  ])
})

it('are found no more once the account is hidden or gone', async () => {
  const { test, user, page, profile } = await stage()
  const hide = (hidden: boolean) => tx(test.ctx, async (t) => setHidden(t, await requireUserById(t, user.id), hidden))
  expect((await profile(OLD)).status).toBe(200)
  await hide(true)
  expect([(await profile(OLD)).status, await page(OLD)]).toEqual([404, [404, undefined]])
  await hide(false)
  expect((await profile(OLD)).status).toBe(200)
  const { deleteUserAccount } = await import('#modules/account/deletion.service.ts')
  await deleteUserAccount(test.ctx, user.id)
  expect([(await profile(OLD)).status, await page(OLD)]).toEqual([404, [404, undefined]])
  expect(await test.ctx.db.selectFrom('old_user_ids').selectAll().execute()).toEqual([])
})
