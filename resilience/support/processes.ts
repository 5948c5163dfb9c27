/** The processes of a suite: servers of the site and what they use, all on loopback and on ports of their own. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../tools/lib/run.mjs'
import type { ReaperMessage } from './reaper.ts'

const reaper = fork(join(root, 'resilience/support/reaper.ts'), {
  execArgv: ['--disable-warning=ExperimentalWarning'],
  stdio: 'ignore',
  detached: true,
})
reaper.unref()
reaper.channel?.unref()
const remember = (message: ReaperMessage) => void reaper.send(message)

export const isRoot = process.getuid?.() === 0

export type Running = {
  port: number
  /** SIGSTOP: it stays connected and says nothing. */
  hang(): void
  resume(): void
  kill(signal?: NodeJS.Signals): Promise<void>
  /** On the same port, with the same data. */
  start(): Promise<void>
}

/** A temporary folder, removed with the suite. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `shiliu-${name}-`))
  remember({ folder })
  return folder
}

/** A small file system in memory, or null without the right to mount one. */
export function newDisk(megabytes: number): string | null {
  if (!isRoot || process.platform !== 'linux') return null
  const folder = newFolder('disk')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  remember({ mount: folder })
  return folder
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function untilListens(port: number, child: ChildProcess): Promise<void> {
  for (let left = 300; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      wait(500, false),
    ])
    socket.destroy()
    if (open) return
    await wait(100)
  }
  throw new Error(`${child.spawnfile} does not listen on ${port}`)
}

type Started = { child: ChildProcess; ready: Promise<void> }

async function running(port: number, spawnIt: () => Started): Promise<Running> {
  let current = spawnIt()
  const adopt = async () => {
    if (current.child.pid) remember({ pid: current.child.pid })
    await current.ready
  }
  await adopt()
  return {
    port,
    hang: () => void current.child.kill('SIGSTOP'),
    resume: () => void current.child.kill('SIGCONT'),
    async kill(signal = 'SIGKILL') {
      if (current.child.exitCode !== null || current.child.signalCode !== null) return
      const exited = once(current.child, 'exit')
      current.child.kill(signal)
      await exited
    },
    async start() {
      current = spawnIt()
      await adopt()
    },
  }
}

async function service(command: string, args: (port: number) => string[]): Promise<Running> {
  const port = await freePort()
  return running(port, () => {
    const child = spawn(command, args(port), { stdio: 'ignore', cwd: root })
    return { child, ready: untilListens(port, child) }
  })
}

export const mariadbd = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd'].find((path) => existsSync(path))

export async function startMariadb(): Promise<Running> {
  if (!mariadbd) throw new Error('MariaDB is not installed')
  const folder = newFolder('mariadb')
  const data = join(folder, 'data')
  mkdirSync(data)
  const user = isRoot ? ['--user=root'] : []
  const install = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync('mariadb-install-db', [...install, ...user], { stdio: 'ignore' })
  return service(mariadbd, (port) => [
    '--no-defaults',
    ...user,
    `--datadir=${data}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--innodb-buffer-pool-size=64M',
  ])
}

export function startRedis(): Promise<Running> {
  return service('redis-server', (port) => ['--port', String(port), '--bind', '127.0.0.1', '--save', ''])
}

export function startS3(): Promise<Running> {
  const folder = newFolder('s3')
  const script = join(root, 'resilience/support/s3-server.ts')
  return service(process.execPath, (port) => ['--disable-warning=ExperimentalWarning', script, String(port), folder])
}

/** The built server. Its own port stays the same when it is started again. */
export async function startNode(env: Record<string, string>): Promise<Running> {
  const port = await freePort()
  return running(port, () => {
    const child = spawn(process.execPath, ['--max-semi-space-size=8', join(root, 'apps/server/dist/main.js')], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: string[] = []
    const hear = (line: string) => {
      said.push(line)
      if (said.length > 50) said.shift()
    }
    child.stderr?.on('data', (text) => hear(String(text)))
    const ready = new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
        hear(line)
        if (line.includes('Server listening at')) resolve()
      })
      child.on('exit', () => reject(new Error(`A server ended:\n${said.join('\n')}`)))
    })
    // After it has listened nobody waits for this any more.
    ready.catch(() => undefined)
    return { child, ready }
  })
}

/** Runs a command of the built command line to its end. */
export async function runCli(env: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string }> {
  const child = spawn(process.execPath, [join(root, 'apps/server/dist/cli.js'), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) remember({ pid: child.pid })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), out }
}
