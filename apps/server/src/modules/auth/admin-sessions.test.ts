import * as auth from '@shiliu/contract/admin/auth'
import { describe, expect, it } from 'vitest'
import { makeAdmin, makeUser, PASSWORD, type TestAdmin } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

/** A sign-in from an address in 浙江, on a phone. */
async function signIn({ app }: TestApp, { username }: TestAdmin) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/admin/login',
    remoteAddress: '115.236.112.4',
    headers: { 'user-agent': 'a phone' },
    payload: { username, password: PASSWORD },
  })
  return answer.json().data.tokens.access_token as string
}

async function stage() {
  const test = await createTestApp()
  const [owner, editor] = [await makeAdmin(test.ctx), await makeAdmin(test.ctx, 'editor')]
  const phone = await signIn(test, editor)
  return { test, owner, editor, phone }
}

describe('sessions of administrators', () => {
  it('are listed to oneself with device, place and time, and without addresses', async () => {
    const { test, editor, phone } = await stage()
    const list = await test.ok(auth.listSessions, { token: phone })
    expect(list.map(({ user_agent, location, current }) => [user_agent, location, current])).toEqual([
      ['a phone', '浙江', true],
      ['test', null, false],
    ])
    expect(JSON.stringify(list)).not.toContain('115.236')
    expect(await test.call(auth.listAllSessions, { token: editor.token })).toMatchObject({ status: 403 })
  })

  it('are listed to an owner with addresses, those of users aside', async () => {
    const { test, owner, editor } = await stage()
    await makeUser(test.ctx)
    const list = await test.ok(auth.listAllSessions, { token: owner.token })
    expect(list.map(({ username, address }) => [username, address])).toEqual([
      [editor.username, '115.236.112.4'],
      [editor.username, null],
      [owner.username, null],
    ])
  })

  it('are ended by oneself, and others’ by an owner alone', async () => {
    const { test, owner, editor, phone } = await stage()
    const all = await test.ok(auth.listAllSessions, { token: owner.token })
    const idOf = (device: string, { username }: TestAdmin) =>
      String(all.find((one) => one.user_agent === device && one.username === username)?.id)
    const end = (id: string, token: string) => test.call(auth.endSession, { params: { id }, token })
    expect(await end(idOf('test', owner), editor.token)).toMatchObject({ status: 404, error: 'record_not_found' })
    expect((await end(idOf('a phone', editor), editor.token)).status).toBe(200)
    expect((await test.call(auth.me, { token: phone })).status).toBe(401)
    expect(await end(idOf('a phone', editor), editor.token)).toMatchObject({ status: 404 })
    await test.ok(auth.endAnySession, { params: { id: idOf('test', editor) }, token: owner.token })
    expect((await test.call(auth.me, { token: editor.token })).status).toBe(401)
  })

  it('of users are none of theirs', async () => {
    const { test, owner } = await stage()
    const user = await makeUser(test.ctx)
    const { id } = await test.ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const refused = await test.call(auth.endAnySession, { params: { id: String(id) }, token: owner.token })
    expect(refused).toMatchObject({ status: 404 })
  })
})
