/** Reads SQLite in child processes, which a deadline can kill: better-sqlite3 cannot be interrupted. */
import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { entryFile } from '../entry-file.ts'
import { AppError } from '../errors.ts'
import type { ReadRequest, ReadResponse } from './reader-process.ts'

export type ReaderProcesses = {
  /** Rows of a statement. Throws `query_too_long` after the deadline, and what the database throws. */
  read(request: ReadRequest): Promise<unknown[]>
  /** Processes that run. */
  count(): number
  close(): Promise<void>
}

type Options = { deadlineMs: number; onLost?: (reason: string) => void }

class ReaderLost extends Error {}

const MAX_HEAP_MB = 128

/** As many processes as there are statements at once; they are started when needed, and stay. */
export function readerProcesses(file: string, { deadlineMs, onLost }: Options): ReaderProcesses {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  let closed = false

  function start(): ChildProcess {
    const execArgv = [`--max-old-space-size=${MAX_HEAP_MB}`]
    const child = fork(entryFile(import.meta.url, 'reader-process'), [file], { serialization: 'advanced', execArgv })
    all.add(child)
    // Each request has a listener of its own.
    child.on('error', () => {})
    child.once('exit', () => {
      all.delete(child)
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
    })
    // Requests that do not search go first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    // Neither the process nor its channel keeps the server alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  function ask(child: ChildProcess, request: ReadRequest): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        end(new AppError('query_too_long'))
        child.kill('SIGKILL')
        onLost?.('a statement took longer than its deadline')
      }, deadlineMs)
      const lost = () => end(new ReaderLost('The reading process has ended'))
      const answered = (response: ReadResponse) => {
        if ('rows' in response) end(null, response.rows)
        else end(Object.assign(new Error(response.error.message), { code: response.error.code }))
      }
      function end(error: Error | null, rows: unknown[] = []) {
        clearTimeout(timer)
        child.off('message', answered).off('exit', lost).off('error', lost)
        if (error) reject(error)
        else resolve(rows)
      }
      child.once('message', answered).once('exit', lost).once('error', lost)
      child.send(request, (error) => error && lost())
    })
  }

  async function readOnce(request: ReadRequest): Promise<unknown[]> {
    const child = idle.pop() ?? start()
    child.ref()
    try {
      return await ask(child, request)
    } finally {
      child.unref()
      if (child.connected && !child.killed && all.has(child)) idle.push(child)
    }
  }

  return {
    async read(request) {
      if (closed) throw new AppError('unavailable')
      try {
        return await readOnce(request)
      } catch (error) {
        if (!(error instanceof ReaderLost) || closed) throw error
        // Killed by the system, perhaps for its memory. Reading again changes nothing.
        onLost?.(error.message)
        return readOnce(request)
      }
    },
    count: () => all.size,
    async close() {
      closed = true
      await Promise.all([...all].map((child) => new Promise((resolve) => child.once('exit', resolve).kill('SIGKILL'))))
    },
  }
}
