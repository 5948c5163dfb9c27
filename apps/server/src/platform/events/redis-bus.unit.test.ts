import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { startProxy, through } from '#test/stallable-proxy.ts'
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

  describe('while Redis hangs', () => {
    async function behindProxy() {
      const proxy = await startProxy(url)
      const bus = await redisBus({ url: through(proxy, url), site: randomUUID(), log: pino({ level: 'silent' }) })
      onTestFinished(() => bus.close())
      const connection = vi.fn()
      bus.subscribe('connection', ({ up }) => connection(up))
      return { proxy, bus, connection }
    }

    it('a command fails within its deadline and the next one at once', async () => {
      const { proxy, bus } = await behindProxy()
      proxy.stall()
      const timeOf = async (command: Promise<unknown>) => {
        const before = performance.now()
        await expect(command).rejects.toThrow()
        return performance.now() - before
      }
      expect(await timeOf(bus.client.get('x'))).toBeLessThan(1400)
      await expect.poll(() => bus.client.status, { timeout: 3000 }).not.toBe('ready')
      expect(await timeOf(bus.client.get('x'))).toBeLessThan(50)
    })

    it('it counts as lost, and as back once it answers', async () => {
      const { proxy, bus, connection } = await behindProxy()
      proxy.stall()
      await expect.poll(() => connection.mock.calls, { timeout: 5000 }).toEqual([[false]])
      proxy.resume()
      await expect.poll(() => connection.mock.calls.at(-1), { timeout: 6000 }).toEqual([true])
      await expect.poll(() => bus.client.status, { timeout: 6000 }).toBe('ready')
      expect(await bus.client.set('hangs', '1', 'PX', 1000)).toBe('OK')
    })
  })
})
