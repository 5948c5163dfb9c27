import * as auth from '@shiliu/contract/auth'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts'
import { makeUser, PASSWORD, type TestUser } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { writeSessionUses } from './sessions.service.ts'

const SECOND_MS = 1000

/** A sign-in from an address in 浙江, on a phone. */
async function signIn({ app }: TestApp, { user_id }: TestUser) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: '115.236.112.4',
    headers: { 'user-agent': 'a phone' },
    payload: { user_id, password: PASSWORD },
  })
  return answer.json().data.tokens.access_token as string
}

async function stage() {
  const test = await createTestApp()
  const [ann, bob] = [await makeUser(test.ctx), await makeUser(test.ctx)]
  const phone = await signIn(test, ann)
  const list = (token: string) => test.ok(auth.listSessions, { token })
  const works = async (token: string) => (await test.call(auth.me, { token })).status === 200
  return { test, ann, bob, phone, list, works }
}

describe('devices of a person', () => {
  it('are listed with device, place and times, this one first, and without addresses', async () => {
    const { test, ann, phone, list } = await stage()
    await signIn(test, ann)
    const devices = await list(phone)
    expect(devices.map(({ user_agent, location, current }) => [user_agent, location, current])).toEqual([
      ['a phone', '浙江', true],
      ['a phone', '浙江', false],
      ['test', null, false],
    ])
    expect(JSON.stringify(devices)).not.toContain('115.236')
    expect((await list(ann.token))[0]).toMatchObject({ user_agent: 'test', current: true })
  })

  it('tell the last use, which is written at most once an hour and not by the request', async () => {
    const { test, ann, phone, list, works } = await stage()
    const idOf = async () => (await list(ann.token)).find(({ user_agent }) => user_agent === 'a phone')?.id ?? 0
    const id = await idOf()
    const lastUse = async () => {
      const device = (await list(ann.token)).find((one) => one.id === id)
      return Date.parse(device?.last_activity ?? '')
    }
    const use = async () => {
      expect(await works(phone)).toBe(true)
      const at = test.clock.now()
      const before = await lastUse()
      await writeSessionUses(test.ctx)
      return { at, before }
    }
    const signedIn = await lastUse()
    test.clock.advance(59 * MINUTE_MS)
    await use()
    expect(await lastUse()).toBe(signedIn)
    test.clock.advance(2 * MINUTE_MS)
    const { at, before } = await use()
    expect(before).toBe(signedIn)
    const noted = await lastUse()
    expect(at - noted).toBeLessThan(SECOND_MS)
    test.clock.advance(30 * MINUTE_MS)
    await use()
    expect(await lastUse()).toBe(noted)
    // The list itself is a use of this device.
    const [own] = await list(ann.token)
    expect(test.clock.now() - Date.parse(own?.last_activity ?? '')).toBeLessThan(SECOND_MS)
  })

  it('keep a last use that could not be written for the next time', async () => {
    const { test, ann, phone, list, works } = await stage()
    test.clock.advance(2 * HOUR_MS)
    await works(phone)
    const at = test.clock.now()
    await test.ctx.db.schema.alterTable('sessions').renameTo('away').execute()
    await expect(writeSessionUses(test.ctx)).rejects.toThrow(/sessions/)
    await test.ctx.db.schema.alterTable('away').renameTo('sessions').execute()
    test.clock.advance(2 * HOUR_MS)
    await works(ann.token)
    await writeSessionUses(test.ctx)
    const device = (await list(ann.token)).find(({ user_agent }) => user_agent === 'a phone')
    expect(Math.abs(at - Date.parse(device?.last_activity ?? ''))).toBeLessThan(SECOND_MS)
  })

  it('leave out what ended and what expired', async () => {
    const { test, ann, phone, list } = await stage()
    await test.ok(auth.logout, { token: phone })
    const expired = { user_id: ann.id, user_agent: 'old', expires_at: test.clock.now() - 1 }
    const times = { last_activity: 1, created_at: 1, updated_at: 1 }
    await test.ctx.db
      .insertInto('sessions')
      .values({ admin_id: null, ...expired, ...times })
      .execute()
    expect((await list(ann.token)).map(({ user_agent }) => user_agent)).toEqual(['test'])
  })

  it('are ended one by one, at once, and never somebody else’s', async () => {
    const { test, ann, bob, phone, list, works } = await stage()
    const ended: number[] = []
    test.ctx.bus.subscribe('session-ended', ({ sessionIds }) => ended.push(...sessionIds))
    const id = String((await list(phone))[0]?.id)
    const end = (token: string) => test.call(auth.endSession, { params: { id }, token })
    expect(await works(phone)).toBe(true)
    expect(await end(bob.token)).toMatchObject({ status: 404, error: 'record_not_found' })
    expect(await works(phone)).toBe(true)
    expect(await end(ann.token)).toMatchObject({ status: 200, message: '已退出登录' })
    expect(await works(phone)).toBe(false)
    expect(ended).toEqual([Number(id)])
    expect(await end(ann.token)).toMatchObject({ status: 404, message: '这个设备已经退出登录' })
    expect(await works(ann.token)).toBe(true)
  })

  it('are ended all but this one', async () => {
    const { test, ann, bob, phone, list, works } = await stage()
    const third = await signIn(test, ann)
    expect(await test.ok(auth.endOtherSessions, { token: phone })).toEqual({ ended: 2 })
    expect([await works(phone), await works(third), await works(ann.token), await works(bob.token)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await list(phone)).toHaveLength(1)
    expect(await test.ok(auth.endOtherSessions, { token: phone })).toEqual({ ended: 0 })
  })
})
