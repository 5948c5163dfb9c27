/** The files of deploy/ for nginx and Caddy, in front of the application. Those that are not installed are left out. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeUser, PASSWORD } from './factories.ts'
import { cert, key } from './localhost-certificate.ts'
import { createTestApp } from './test-app.ts'

const deploy = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8')
const find = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

type Ports = { app: number; http: number; https: number }

/** What differs from a server of its own: ports, certificate, name. */
function nginxFile(folder: string, { app, http, https }: Ports): [args: string[], file: string] {
  const site = deploy('nginx.conf')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${app}`)
    .replaceAll('shiliu.example.edu.cn', 'localhost')
    .replace(/listen \[::\][^\n]*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace(/\/etc\/letsencrypt\/live\/localhost\/fullchain\.pem/, join(folder, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\/live\/localhost\/privkey\.pem/, join(folder, 'key.pem'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `daemon off;\n${user}\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')};\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
  )
  return [['-e', join(folder, 'error.log'), '-c', file], file]
}

function caddyFile(folder: string, { app, http, https }: Ports): [args: string[], file: string] {
  const site = deploy('Caddyfile')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${app}`)
    .replace('shiliu.example.edu.cn {', `localhost {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}\n`)
    .replace(
      '{\n\tservers',
      `{\n\tadmin off\n\tstorage file_system ${folder}\n\thttp_port ${http}\n\thttps_port ${https}\n\tservers`,
    )
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, site)
  return [['run', '--config', file, '--adapter', 'caddyfile'], file]
}

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer }

/** The status, headers and body; of a stream its first piece. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}, tls = true) {
  const options = {
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: 'localhost', ...headers },
    servername: 'localhost',
  }
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = (tls ? tlsRequest : plainRequest)({ ...options, ca: cert }, (got) => {
      let text = ''
      const done = () => resolve({ status: got.statusCode ?? 0, headers: got.headers, text })
      got.on('data', (piece) => {
        text += piece
        if (got.headers['content-type']?.startsWith('text/event-stream')) {
          done()
          sent.destroy()
        }
      })
      got.on('end', done)
      got.on('error', reject)
    })
    sent.on('error', reject)
    sent.setTimeout(15_000, () => sent.destroy(new Error('no answer')))
    sent.end(body)
  })
}

type Proxy = { name: string; command: string; file: typeof nginxFile; check(file: string): string[] }

const proxies: Proxy[] = [
  { name: 'nginx', command: find('nginx') ?? '', file: nginxFile, check: (file: string) => ['-t', '-c', file] },
  {
    name: 'caddy',
    command: find('caddy') ?? '',
    file: caddyFile,
    check: (file: string) => ['validate', '--config', file, '--adapter', 'caddyfile'],
  },
].filter(({ command }) => command !== '')

async function start({ command, file, check }: Proxy) {
  const test = await createTestApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://localhost' })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const [http = 0, https = 0] = await freePorts(2)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  mkdirSync(join(folder, 'home'))
  const [args, path] = file(folder, { app: (test.app.server.address() as AddressInfo).port, http, https })
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home') }
  const checked = spawn(command, check(path), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  checked.stderr.on('data', (text) => (said += text))
  const [code] = await once(checked, 'exit')
  expect([code, code === 0 ? '' : said]).toEqual([0, ''])
  const child = spawn(command, args, { env, stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  await expect
    .poll(
      () =>
        ask(https, '/api/health').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200)
  return { test, http, https }
}

describe.each(proxies)('$name', (proxy) => {
  it('serves over TLS, sends port 80 there, and limits bodies', async () => {
    const { http, https } = await start(proxy)
    const moved = await ask(http, '/explore?a=b', {}, false)
    expect([moved.status, moved.headers.location]).toEqual([
      expect.toBeOneOf([301, 308]),
      expect.stringMatching(/^https:\/\/localhost(?::\d+)?\/explore\?a=b$/),
    ])
    // What is refused may be cut off while it is sent; Caddy says 502 where the application refuses and hangs up before.
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
  expect(readdirSync(fileURLToPath(new URL('../../../deploy', import.meta.url)))).toEqual(
    expect.arrayContaining(['nginx.conf', 'Caddyfile']),
  )
  expect(deploy('nginx.conf')).toMatch(/X-Forwarded-For \$remote_addr;[\s\S]*proxy_buffering off;/)
  expect(deploy('Caddyfile')).not.toMatch(/trusted_proxies/)
})
