import { createServer } from 'node:net'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { startProxy, through } from '#test/stallable-proxy.ts'
import { waitForServices } from './wait-for-services.ts'

const mysql = (url: string) => ({ database: { engine: 'mysql', url } as const, redisUrl: undefined })
const sqlite = { engine: 'sqlite', file: 'unused' } as const

function setUp() {
  const warn = vi.fn((_: object, __: string) => undefined)
  return { warn, reasons: () => warn.mock.calls.map(([details]) => Reflect.get(details, 'reason') as string) }
}

it('does not wait for an unknown host for long, and names setting and host, not the password', async () => {
  const { warn } = setUp()
  const url = 'mysql://shiliu:secret@no-such-host.invalid:3306/shiliu'
  const failed = waitForServices(mysql(url), { log: { warn }, unknownHostMs: 0 })
  // Where there is no name server it cannot be told whether the name is known.
  await expect(failed).rejects.toThrow(
    /^DATABASE_URL: cannot connect to shiliu@no-such-host\.invalid:3306\/shiliu: unknown host/,
  )
  await expect(failed).rejects.not.toThrow('secret')
})

const { mysqlUrl, redisUrl } = { mysqlUrl: inject('mysqlUrl'), redisUrl: inject('redisUrl') }

if (mysqlUrl && redisUrl) {
  it.each([
    ['a wrong password', (url: URL) => Object.assign(url, { username: 'nobody', password: 'wrong' }), 'wrong user or'],
    ['a missing database', (url: URL) => Object.assign(url, { pathname: '/no_such_one' }), 'there is no such database'],
  ])('does not wait for %s', async (_, change, words) => {
    const { warn } = setUp()
    const { href } = change(new URL(mysqlUrl))
    await expect(waitForServices(mysql(href), { log: { warn } })).rejects.toThrow(words)
    expect(warn).not.toHaveBeenCalled()
  })

  it('does not wait for a wrong password of Redis', async () => {
    const { warn } = setUp()
    const server = createServer((socket) => {
      socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair or user is disabled.\r\n'))
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const failed = waitForServices({ database: sqlite, redisUrl: `redis://:x@127.0.0.1:${port}` }, { log: { warn } })
    await expect(failed).rejects.toThrow('REDIS_URL: cannot connect to 127.0.0.1')
    await expect(failed).rejects.toThrow('wrong or missing password')
  })

  it('waits for what is not there yet, and says what for', async () => {
    const { warn, reasons } = setUp()
    const proxy = await startProxy(mysqlUrl)
    const redis = await startProxy(redisUrl)
    proxy.refuse()
    const settings = { ...mysql(through(proxy, mysqlUrl)), redisUrl: through(redis, redisUrl) }
    const ready = waitForServices(settings, { log: { warn } })
    await expect.poll(() => warn.mock.calls.length, { timeout: 5000 }).toBeGreaterThanOrEqual(2)
    expect(reasons()[0]).toMatch(/^DATABASE_URL: cannot connect to/)
    proxy.accept()
    await ready
  })
}
