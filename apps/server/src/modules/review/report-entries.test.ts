/** What is done about an account, or in a batch, and the reports about it (docs/product.md#reports). */
import * as moderation from '@shiliu/contract/admin/moderation'
import * as admin from '@shiliu/contract/admin/reports'
import * as sanctions from '@shiliu/contract/admin/sanctions'
import { users } from '@shiliu/contract/admin/users'
import * as notifications from '@shiliu/contract/notifications'
import { create, REPORTED, type Reported } from '@shiliu/contract/reports'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trashAccount } from '#modules/account/trash.service.ts'
import { tx } from '#platform/db/tx.ts'
import { makeAdmin, makePost, makeUser, type TestAdmin, type TestUser } from '#test/factories.ts'
import { openTestApp } from '#test/test-app.ts'

let test: Awaited<ReturnType<typeof openTestApp>>
let author: TestUser
let reporter: TestUser
let moderator: TestAdmin
let note: { id: number }
beforeAll(async () => {
  test = await openTestApp()
  moderator = await makeAdmin(test.ctx, 'moderator')
})
afterAll(() => test.close())
beforeEach(async () => {
  author = await makeUser(test.ctx)
  reporter = await makeUser(test.ctx)
  note = await makePost(test.ctx, author)
})

const report = (by: TestUser, target_id: number, target_type: Reported = REPORTED.post) =>
  test.ok(create, { body: { target_type, target_id, reason: 'spam', text: null }, token: by.token })

async function entryOf(targetId: number, targetType: Reported = REPORTED.post) {
  const query = { limit: '100', target_type: String(targetType) }
  const { data } = await test.ok(admin.list, { query, token: moderator.token })
  const entry = data.find(({ target_id }) => target_id === targetId)
  if (!entry) throw new Error('not reported')
  return entry
}

const told = async ({ token }: TestUser) =>
  (await test.ok(notifications.system, { token })).notifications.map(({ title }) => title)

const stateOf = async (id: number) =>
  (await test.ctx.db.selectFrom('posts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe('what is done about an account elsewhere', () => {
  const by = () => ({ params: { id: String(author.id) }, token: moderator.token })

  it.each([
    [
      'a ban on the page of the user',
      () => test.ok(sanctions.ban, { ...by(), body: { reason: '刷屏', until: null } }),
      { outcome: 'ban', answer: '已封禁账号' },
    ],
    [
      'switching it off in the table',
      async () => {
        const { token } = await makeAdmin(test.ctx)
        await test.ok(users.update, { ...by(), token, body: { is_active: 0 } as never })
      },
      { outcome: 'ban', answer: '已封禁账号' },
    ],
    [
      'deleting it',
      async () => {
        const { token } = await makeAdmin(test.ctx)
        await test.ok(users.remove, { ...by(), token })
      },
      { outcome: 'delete', answer: '已删除' },
    ],
  ] as const)('%s resolves what was reported about it', async (_, act, { outcome, answer }) => {
    await report(reporter, author.id, REPORTED.user)
    await report(reporter, note.id)
    await act()
    expect(await entryOf(author.id, 3)).toMatchObject({ state: 'resolved', outcome, resolved_by: expect.any(String) })
    expect(await told(reporter)).toEqual([`你举报的用户 ${author.nickname} 处理好了：${answer}，谢谢你的举报`])
    // The note itself waits for an answer.
    expect((await entryOf(note.id)).state).toBe('open')
  })

  it('opens again where the deleted account is restored, and not where its owner deleted it', async () => {
    await report(reporter, author.id, REPORTED.user)
    const { token } = await makeAdmin(test.ctx)
    await test.ok(users.remove, { ...by(), token })
    await test.ok(users.restore, { token, body: { ids: [author.id] } })
    expect(await entryOf(author.id, 3)).toMatchObject({ state: 'open', outcome: null })
    await tx(test.ctx, (t) => trashAccount(t, author.id, { key: `user:${author.id}`, name: author.nickname }))
    expect((await entryOf(author.id, 3)).state).toBe('open')
  })

  it('opens again what a batch resolved about one note alone', async () => {
    const other = await makePost(test.ctx, author)
    for (const { id } of [note, other]) await report(reporter, id)
    const body = { target_type: 1, ids: [note.id, other.id], action: 'hide' as const, reason: '广告' }
    await test.ok(moderation.moderate, { body, token: moderator.token })
    const { id } = await entryOf(note.id)
    await test.ok(admin.reopen, { params: { id: String(id) }, token: moderator.token })
    expect([await stateOf(note.id), await stateOf(other.id)]).toEqual(['visible', 'hidden'])
    expect([(await entryOf(note.id)).state, (await entryOf(other.id)).state]).toEqual(['open', 'resolved'])
  })
})
