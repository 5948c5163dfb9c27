/** The real server in a process of its own, for tests of start, crash and shutdown. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Config } from '#platform/config.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

export type ServerProcess = {
  /** `http://127.0.0.1:…` */
  address: string
  /** Sends a signal and waits for the process to exit. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Its exit code. */
  exited: Promise<number | null>
  /** What it has written, line by line. */
  said(): readonly string[]
}

/** Runs src/main.ts until the end of the test at the latest. Rejects with its output if it does not listen. */
export async function startServerProcess(
  { dataDir, database }: Config,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...(database.engine === 'mysql' && { DATABASE_URL: database.url }),
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
  return { address, end, exited: exited.then(([code]) => code as number | null), said: () => said }
}
