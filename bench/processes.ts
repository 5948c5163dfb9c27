import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../tools/lib/run.mjs'
import type { RecordedResponse } from './baseline-server.ts'
import type { LoadRequest, LoadResult, MixedRequest, MixedResult } from './load.ts'
import { childEnv } from './sites.ts'

export type Server = {
  address: string
  /** Milliseconds of processor time since the start, or null if the system does not report it. */
  cpu(): number | null
  /** Peak memory so far. */
  megabytes(): number
  stop(): Promise<void>
}

export function startServerProcess(env: Record<string, string>, checkout = root): Promise<Server> {
  const main = join(checkout, 'apps/server/dist/main.js')
  return untilListening(
    spawn(process.execPath, ['--max-semi-space-size=8', '--max-old-space-size=768', '--enable-source-maps', main], {
      env: childEnv(env),
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
}

export async function startBaseline(): Promise<
  Server & { setResponses(responses: RecordedResponse[]): Promise<void> }
> {
  const child = forkChild('baseline-server.ts', 'pipe')
  const server = await untilListening(child)
  const setResponses = async (responses: RecordedResponse[]) => {
    child.send(responses)
    await once(child, 'message')
  }
  return { ...server, setResponses }
}

/** Keeps its files in `folder`. */
export function startBucket(folder: string): Promise<Server> {
  return untilListening(forkChild('bucket.ts', 'pipe', [folder]))
}

export type Load = {
  run(request: LoadRequest): Promise<LoadResult>
  runMixed(request: MixedRequest): Promise<MixedResult>
  stop(): void
}

/** Seconds for connections to end, beyond those of the round. */
const LOAD_SPARE_S = 60

export function startLoad(): Load {
  const child = forkChild('load.ts', 'inherit')
  const ended = once(child, 'exit').then(() => [])
  async function answerTo<Result>(request: LoadRequest | MixedRequest): Promise<Result> {
    child.send(request)
    const limit = AbortSignal.timeout((request.seconds + LOAD_SPARE_S) * 1000)
    const [result]: Result[] = await Promise.race([once(child, 'message', { signal: limit }), ended])
    if (!result) throw new Error('The load generator ended without a result')
    return result
  }
  return {
    run: (request) => answerTo<LoadResult>(request),
    runMixed: (request) => answerTo<MixedResult>(request),
    stop: () => void child.kill(),
  }
}

function forkChild(file: string, stdout: 'pipe' | 'inherit', args: string[] = []): ChildProcess {
  // Node 22 warns about type stripping.
  const execArgv = ['--disable-warning=ExperimentalWarning']
  return fork(join(root, 'bench', file), args, { execArgv, stdio: ['ignore', stdout, 'inherit', 'ipc'] })
}

/** A server ends by itself within 16 s. */
const STOP_MS = 20_000
/** Time to make a demo site. */
const START_MS = 300_000

async function untilListening(child: ChildProcess): Promise<Server> {
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS)
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /Server listening at (http:\/\/[\w.:]+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    exited.then(() => reject(new Error('A server did not start; its output is above')))
  })
  clearTimeout(late)
  let most = 0
  return {
    address,
    cpu: () => cpuOf(child.pid),
    megabytes: () => (most = Math.max(most, peakMegabytes(child.pid))),
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await exited
      clearTimeout(late)
    },
  }
}

/** A clock tick of Linux is a hundredth of a second. */
const TICK_MS = 10

function cpuOf(pid: number | undefined): number | null {
  const stat = fromProc(pid, 'stat')
  // The process name is in brackets and may contain spaces.
  const [, , , , , , , , , , , user, system] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return user === undefined ? null : (Number(user) + Number(system)) * TICK_MS
}

/** The peak on Linux; elsewhere the current usage. 0 of a process that has ended. */
export function peakMegabytes(pid: number | undefined): number {
  const status = fromProc(pid, 'status')
  if (status === null && process.platform === 'linux') return 0
  const peak = /VmHWM:\s+(\d+)/.exec(status ?? '')?.[1]
  if (status !== null && peak === undefined) return 0
  return Number(peak ?? execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
}

function fromProc(pid: number | undefined, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}
