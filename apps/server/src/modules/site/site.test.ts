import * as site from '@shiliu/contract/site'
import { expect, it } from 'vitest'
import { makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

it('is healthy while the database answers, and says so when it does not', async () => {
  const test = await createTestApp()
  expect(await test.ok(site.health)).toEqual({ timestamp: expect.stringMatching(/Z$/), uptime: expect.any(Number) })
  await test.ctx.db.destroy()
  expect(await test.call(site.health)).toEqual({
    status: 503,
    code: 503,
    error: 'unavailable',
    message: '服务暂时不可用，请稍后再试',
  })
})

it('counts the site at most once a minute', async () => {
  const test = await createTestApp()
  await makeUser(test.ctx)
  expect(await test.ok(site.stats)).toEqual({ users: 1, posts: 0, comments: 0, likes: 0 })
  await makeUser(test.ctx)
  test.countStatements()
  expect(await test.ok(site.stats)).toMatchObject({ users: 1 })
  expect(test.countStatements()).toBe(0)
  test.clock.advance(60_000)
  const [one, two] = await Promise.all([test.ok(site.stats), test.ok(site.stats)])
  expect([one.users, two.users]).toEqual([2, 2])
  expect(test.countStatements()).toBe(1)
})
