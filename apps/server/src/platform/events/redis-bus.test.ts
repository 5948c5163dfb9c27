import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { redisBus } from './redis-bus.ts'

const url = inject('redisUrl')

describe.runIf(url !== '')('two processes on one Redis', () => {
  async function setUp() {
    const site = randomUUID()
    const open = () => redisBus({ url, site, log: pino({ level: 'silent' }) })
    const [one, two] = await Promise.all([open(), open()])
    onTestFinished(async () => {
      await Promise.all([one.close(), two.close()])
    })
    const heard = vi.fn()
    two.subscribe('invalidated', ({ tags }) => heard(tags))
    two.subscribe('connection', ({ up }) => heard(up))
    return { one, heard }
  }

  it('receive each other’s messages', async () => {
    const { one, heard } = await setUp()
    one.publish('invalidated', { tags: ['post:1'] })
    await expect.poll(() => heard.mock.calls).toEqual([[['post:1']]])
  })

  it('report a reconnect after the other could not publish', async () => {
    const { one, heard } = await setUp()
    one.client.disconnect(true)
    one.publish('invalidated', { tags: ['post:1'] })
    await expect.poll(() => heard.mock.calls, { timeout: 5000 }).toEqual([[true]])
  })
})
