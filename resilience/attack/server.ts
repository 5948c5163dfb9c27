/** The built server as `npm start` runs it, on an empty administrators' table. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { childEnv } from '../../bench/sites.ts'
import { root } from '../../tools/lib/run.mjs'

export type AttackedServer = {
  address: string
  /** Of the first administrator, as printed at the first start. */
  adminPassword: string
  /** Most resident memory so far: of the server, and with its child processes. */
  megabytes(): { server: number; all: number }
  stop(): Promise<void>
}

/** `heard` is given each line of the log. */
export async function startAttackedServer(
  env: Record<string, string>,
  heard: (line: object) => void = () => {},
): Promise<AttackedServer> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--max-old-space-size=768', join(root, 'apps/server/dist/main.js')],
    {
      env: childEnv(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  let adminPassword = ''
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      adminPassword = /管理员 admin，密码 (\S+?)（/.exec(line)?.[1] ?? adminPassword
      const found = /Server listening at (http:\/\/[\w.:]+)/.exec(line)?.[1]
      if (found) resolve(found)
      if (line.startsWith('{')) heard(JSON.parse(line))
    })
    exited.then(() => reject(new Error('The server did not start; its output is above')))
  })
  const peaks = new Map<number, number>()
  const sample = setInterval(() => measure(child.pid ?? 0, peaks), 200)
  return {
    address,
    adminPassword,
    megabytes() {
      const server = peaks.get(child.pid ?? 0) ?? 0
      // Children that ended and their successors are not there at once, but few end.
      return { server, all: [...peaks.values()].reduce((sum, peak) => sum + peak, 0) }
    },
    async stop() {
      clearInterval(sample)
      child.kill('SIGTERM')
      await exited
    },
  }
}

function measure(pid: number, peaks: Map<number, number>): void {
  const now = new Set([pid, ...childrenOf(pid)])
  for (const known of peaks.keys()) if (!now.has(known)) peaks.delete(known)
  for (const one of now) peaks.set(one, Math.max(peaks.get(one) ?? 0, megabytesOf(one)))
}

/** Linux only; elsewhere the server alone counts. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

function megabytesOf(pid: number): number {
  try {
    // A process that ended has a status without it until its parent asks for its exit code.
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
