/** The files of deploy/ for nginx and Caddy, in front of servers on this machine; only those that are installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cert, key } from './localhost-certificate.ts'

export const deploy = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${name}`, import.meta.url)), 'utf8')
const find = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

export async function freePorts(count: number): Promise<number[]> {
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

/** Several applications are the nodes of one site, each named in the file as it says. */
type Ports = { apps: number[]; http: number; https: number }

/** What differs from a server of its own: ports, certificate, name. */
function nginxFile(folder: string, { apps, http, https }: Ports): [args: string[], file: string] {
  const site = deploy('nginx.conf')
    .replace(/^ *server 127\.0\.0\.1:3000(.*)$/m, (_, rest) =>
      apps.map((app) => `  server 127.0.0.1:${app}${rest}`).join('\n'),
    )
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

function caddyFile(folder: string, { apps, http, https }: Ports): [args: string[], file: string] {
  const site = deploy('Caddyfile')
    .replaceAll('127.0.0.1:3000', apps.map((app) => `127.0.0.1:${app}`).join(' '))
    .replaceAll(/#(?=lb_|health_)/g, apps.length > 1 ? '' : '#')
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
export function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Sent = {}, tls = true) {
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

export type ReverseProxy = { name: string; command: string; file: typeof nginxFile; check(file: string): string[] }

export const proxies: ReverseProxy[] = [
  { name: 'nginx', command: find('nginx') ?? '', file: nginxFile, check: (file: string) => ['-t', '-c', file] },
  {
    name: 'caddy',
    command: find('caddy') ?? '',
    file: caddyFile,
    check: (file: string) => ['validate', '--config', file, '--adapter', 'caddyfile'],
  },
].filter(({ command }) => command !== '')

const STARTED_MS = 30_000

/** The address of the site behind it is `https://localhost`. Also for flows, which have no Vitest. */
export async function startProxy(
  { command, file, check }: ReverseProxy,
  apps: number[],
): Promise<{ http: number; https: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const [http = 0, https = 0] = await freePorts(2)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  mkdirSync(join(folder, 'home'))
  const [args, path] = file(folder, { apps, http, https })
  const env = { PATH: process.env.PATH, HOME: join(folder, 'home') }
  const checked = spawn(command, check(path), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  checked.stderr.on('data', (text) => (said += text))
  const [code] = await once(checked, 'exit')
  if (code !== 0) throw new Error(`${command} refuses its file: ${said}`)
  const child = spawn(command, args, { env, stdio: 'ignore' })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const end = performance.now() + STARTED_MS
  const answers = () =>
    ask(https, '/api/health').then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await answers())) {
    if (performance.now() > end) {
      await stop()
      throw new Error(`the site does not answer through ${command}`)
    }
    await wait(50)
  }
  return { http, https, stop }
}
