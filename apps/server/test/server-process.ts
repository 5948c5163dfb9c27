/** The real server and its commands in processes of their own, for tests of start, crash and shutdown. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Config } from '#platform/config.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

export type ServerProcess = {
  /** `http://127.0.0.1:…` */
  address: string
  pid: number
  /** Sends a signal and waits for the process to exit. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Its exit code. */
  exited: Promise<number | null>
  /** What it has written, line by line. */
  said(): readonly string[]
}

const siteOf = ({ dataDir, database }: Config) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  ...(database.engine === 'mysql' && { DATABASE_URL: database.url }),
})

/** A command of the site, until the end of the test at the latest; `through` is a program that runs it. */
export function startCommand(
  config: Config,
  argv: string[],
  { env, through = [] }: { env?: Record<string, string>; through?: string[] } = {},
): ChildProcessWithoutNullStreams {
  const [program = '', ...rest] = [...through, process.execPath, 'src/cli.ts', ...argv]
  const child = spawn(program, rest, { cwd: folder, env: { ...siteOf(config), ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs src/main.ts until the end of the test at the latest. Rejects with its output if it does not listen. */
export async function startServerProcess(config: Config, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: folder,
    env: {
      ...siteOf(config),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  onTestFinished(() => end('SIGKILL'))
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  const lines = createInterface({ input: child.stdout })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      const listening = /Server listening at (http:\/\/[\w.:]+)/.exec(line)?.[1]
      if (listening) resolve(listening)
    })
    child.on('exit', () => reject(new Error(`The server did not start:\n${said.join('\n')}`)))
  })
  return { address, pid: child.pid ?? 0, end, exited: exited.then(([code]) => code as number | null), said: () => said }
}
