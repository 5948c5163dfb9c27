import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { handleErrors } from './error-handler.ts'

async function answerTo(work: () => Promise<unknown>) {
  const noteFault = vi.fn()
  const app = Fastify()
  handleErrors(app, { fault: noteFault, refusal: () => undefined })
  app.get('/', work)
  onTestFinished(() => app.close())
  const { headers, ...answer } = await app.inject({ url: '/' })
  return { body: answer.json(), retryAfter: headers['retry-after'], faults: noteFault.mock.calls.length }
}

it('answers 503 with a time to wait while MySQL cannot be reached', async () => {
  const database = openDatabase({ engine: 'mysql', url: 'mysql://root@127.0.0.1:1/none' })
  onTestFinished(() => database.close())
  expect(await answerTo(() => sql`select 1`.execute(database.db))).toEqual({
    body: { code: 503, error: 'unavailable', message: '服务暂时不可用，请 10 秒后再试' },
    retryAfter: '10',
    faults: 1,
  })
})

it('says how long to wait, in minutes where it is long', async () => {
  const refusal = (retryAfter: number) => () => Promise.reject(new AppError('too_many_requests', { retryAfter }))
  expect(await answerTo(refusal(12))).toMatchObject({
    body: { message: '操作太频繁，请 12 秒后再试' },
    retryAfter: '12',
    faults: 0,
  })
  expect(await answerTo(refusal(298))).toMatchObject({ body: { message: '操作太频繁，请 4 分 58 秒后再试' } })
  expect(await answerTo(refusal(300))).toMatchObject({ body: { message: '操作太频繁，请 5 分钟后再试' } })
})

it('answers other faults with 500 and no detail', async () => {
  expect(await answerTo(() => Promise.reject(new Error('secret')))).toEqual({
    body: { code: 500, error: 'internal', message: '服务器内部错误' },
    retryAfter: undefined,
    faults: 1,
  })
})
