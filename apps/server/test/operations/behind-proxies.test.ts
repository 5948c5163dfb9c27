/** The files of deploy/ for nginx and Caddy, in front of the application. Those that are not installed are left out. */
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeUser, PASSWORD } from '#test/factories.ts'
import { ask, deploy, proxies, type ReverseProxy, startProxy } from '#test/reverse-proxies.ts'
import { createTestApp } from '#test/test-app.ts'

async function start(proxy: ReverseProxy) {
  const test = await createTestApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://localhost' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { stop, ...ports } = await startProxy(proxy, [(test.app.server.address() as AddressInfo).port])
  onTestFinished(stop)
  return { test, ...ports }
}

describe.each(proxies)('$name', (proxy) => {
  it('serves over TLS, sends port 80 there, and limits bodies', async () => {
    const { http, https } = await start(proxy)
    const moved = await ask(http, '/explore?a=b', {}, false)
    expect([moved.status, moved.headers.location]).toEqual([
      expect.toBeOneOf([301, 308]),
      expect.stringMatching(/^https:\/\/localhost(?::\d+)?\/explore\?a=b$/),
    ])
    // What is refused may be cut off while it is sent; Caddy says 502 where the application refuses and
    // hangs up before.
    const large = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(65 * 2 ** 20, ' '),
    }
    const refused = await ask(https, '/api/auth/login', large).catch((error: NodeJS.ErrnoException) => error.code)
    expect(['ECONNRESET', 'EPIPE', 413, 502]).toContain(typeof refused === 'object' ? refused.status : refused)
    expect((await ask(https, '/api/posts?limit=1')).headers['strict-transport-security']).toBeDefined()
  })

  it('tells the visitor’s address and takes none from the visitor', async () => {
    const { test, https } = await start(proxy)
    const user = await makeUser(test.ctx)
    const body = JSON.stringify({ user_id: user.user_id, password: PASSWORD })
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
      'x-real-port': '1',
      forwarded: 'for=203.0.113.9',
    }
    expect((await ask(https, '/api/auth/login', { method: 'POST', headers, body })).status).toBe(200)
    const rows = await test.ctx.db.selectFrom('addresses').selectAll().where('kind', '=', 'session').execute()
    expect(rows.map(({ address }) => address)).toEqual(['127.0.0.1'])
    expect(rows[0]?.port).toBeGreaterThan(1)
  })

  it('passes live values on at once', async () => {
    const { test, https } = await start(proxy)
    const { token } = await makeUser(test.ctx)
    const before = performance.now()
    const stream = await ask(https, '/api/notifications/stream', { headers: { authorization: `Bearer ${token}` } })
    expect([stream.status, stream.text]).toEqual([200, expect.stringContaining('data:')])
    expect(performance.now() - before).toBeLessThan(5000)
  })
})

it('is described by files that rewrite the visitor’s address and buffer no stream', () => {
  expect(readdirSync(fileURLToPath(new URL('../../../../deploy', import.meta.url)))).toEqual(
    expect.arrayContaining(['nginx.conf', 'Caddyfile']),
  )
  expect(deploy('nginx.conf')).toMatch(/X-Forwarded-For \$remote_addr;[\s\S]*proxy_buffering off;/)
  expect(deploy('nginx.conf')).toContain('proxy_max_temp_file_size 0;')
  expect(deploy('Caddyfile')).not.toMatch(/trusted_proxies/)
})
