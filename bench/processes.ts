/** The servers and the load generator as child processes, and what the system says of them. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../tools/lib/run.mjs'
import type { Lesson } from './bare.ts'
import type { Round, Taken } from './load.ts'
import { childEnv } from './sites.ts'

export type Server = {
  address: string
  /** Milliseconds of processor time since the start; null where the system does not tell. */
  cpu(): number | null
  /** Most memory held at once so far, in megabytes. */
  megabytes(): number
  stop(): Promise<void>
}

/** The built server as `npm start` runs it. */
export function startServer(env: Record<string, string>): Promise<Server> {
  const main = join(root, 'apps/server/dist/main.js')
  return listening(
    spawn(process.execPath, ['--enable-source-maps', main], {
      env: childEnv(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
}

export async function startBare(): Promise<Server & { learn(lessons: Lesson[]): Promise<void> }> {
  const child = forked('bare.ts', 'pipe')
  const server = await listening(child)
  const learn = async (lessons: Lesson[]) => {
    child.send(lessons)
    await once(child, 'message')
  }
  return { ...server, learn }
}

export function startLoad(): { take(round: Round): Promise<Taken>; stop(): void } {
  const child = forked('load.ts', 'inherit')
  return {
    async take(round) {
      child.send(round)
      const [taken]: Taken[] = await once(child, 'message')
      if (!taken) throw new Error('The load generator said nothing')
      return taken
    },
    stop: () => void child.kill(),
  }
}

function forked(file: string, stdout: 'pipe' | 'inherit'): ChildProcess {
  const loader = ['--import', import.meta.resolve('tsx')]
  return fork(join(root, 'bench', file), { execArgv: loader, stdio: ['ignore', stdout, 'inherit', 'ipc'] })
}

async function listening(child: ChildProcess): Promise<Server> {
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /Server listening at (http:\/\/[\w.:]+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    gone.then(() => reject(new Error('A server did not start; what it said stands above')))
  })
  let most = 0
  return {
    address,
    cpu: () => cpuOf(child.pid),
    megabytes: () => (most = Math.max(most, megabytesOf(child.pid))),
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Clock ticks of Linux are hundredths of a second, whatever the processor. */
const TICK_MS = 10

function cpuOf(pid: number | undefined): number | null {
  const stat = fromProc(pid, 'stat')
  // The name stands in brackets and may hold spaces.
  const [, , , , , , , , , , , user, system] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return user === undefined ? null : (Number(user) + Number(system)) * TICK_MS
}

/** Linux remembers the most there was; elsewhere it is what there is now. */
function megabytesOf(pid: number | undefined): number {
  const peak = /VmHWM:\s+(\d+)/.exec(fromProc(pid, 'status') ?? '')?.[1]
  return Number(peak ?? execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
}

function fromProc(pid: number | undefined, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
