/** Converts pictures in processes of their own, in turns of accounts (docs/decisions/034-uploads.md). */
import { type ChildProcess, fork } from 'node:child_process'
import { childEnvironment } from '../config.ts'
import { entryFile } from '../entry-file.ts'
import { AppError } from '../errors.ts'
import { fairQueue, type QueueLoad } from '../fair-queue.ts'
import type { Log } from '../log.ts'
import { traced } from '../trace.ts'
import type { WorkerAnswer, WorkerJob } from './picture-worker.ts'
import type { ProcessedPicture } from './pipeline.ts'

type Work = WorkerJob & {
  /** Whose turn it is. */
  account: string
  /** By `inspect`. */
  pixels: number
  /** Aborts when nobody waits for the picture any more. */
  signal?: AbortSignal | undefined
}

export type PictureWorkers = {
  /**
   * Throws `file_…` for the picture's fault, `file_unprocessable` where it takes too long or crashes its process,
   * `too_many_requests` where too many of the account wait, `unavailable` where no process starts, the
   * signal's reason after that aborted.
   */
  convert(work: Work): Promise<ProcessedPicture>
  /** Pictures in work and waiting, and what became of those since the start. */
  load(): QueueLoad & PictureCounts
  /** Of the processes that run, for tests and the monitor. */
  pids(): number[]
  /** Ends all processes and with them what they work on. */
  close(): void
}

type PictureCounts = { converted: number; refused: number; failed: number }

type Options = {
  log: Pick<Log, 'warn'>
  deadlineMs?: number
  idleMs?: number
}

/** For two cores, and for memory: a process takes up to 200 MB for 16 megapixels, 400 MB for 50. */
const WORKERS = 2
const WAITING_EACH = 9
/** Above this a picture takes seconds: an account has one of them in work, so that a process is free for others. */
const HEAVY_PIXELS = 6_000_000
/** One at a time, and its process ends after it: the allocator gives memory back late. */
const HUGE_PIXELS = 16_000_000

const DEADLINE_MS = 40_000
const IDLE_MS = 20_000

const V8_OPTIONS = ['--max-old-space-size=64', '--max-semi-space-size=1']
/** One picture needs one thread, and many arenas keep memory that is free. */
const LIMITS = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' }

type Worker = {
  child: ChildProcess
  /** False where it could not be started, which no picture is to blame for. */
  ready(): boolean
  /** Rejects when it ended, for whatever reason; `signal` ends it. */
  convert(job: WorkerJob, signal: AbortSignal): Promise<WorkerAnswer>
  retire(): void
}

const busy = () => new AppError('unavailable', { retryAfter: 5 })

/** Starts no process before the first picture. */
export function pictureWorkers({ log, deadlineMs = DEADLINE_MS, idleMs = IDLE_MS }: Options): PictureWorkers {
  const idle: Worker[] = []
  const workers = new Set<Worker>()
  const counts: PictureCounts = { converted: 0, refused: 0, failed: 0 }
  let closed = false
  const queue = fairQueue({
    running: WORKERS,
    waitingEach: WAITING_EACH,
    mayStart: ({ caller, cost: pixels }, running) =>
      !running.some(
        (other) =>
          (pixels > HUGE_PIXELS && other.cost > HUGE_PIXELS) ||
          (pixels > HEAVY_PIXELS && other.cost > HEAVY_PIXELS && other.caller === caller),
      ),
  })

  function start(): Worker {
    const worker = startWorker(() => {
      workers.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    }, idleMs)
    workers.add(worker)
    return worker
  }

  /** The answer, or why there is none. */
  async function tryOnce({ file, rules, pixels, signal }: Work): Promise<WorkerAnswer | 'late' | 'died'> {
    if (closed) throw busy()
    signal?.throwIfAborted()
    const late = AbortSignal.timeout(deadlineMs)
    const worker = idle.pop() ?? start()
    try {
      const answer = await worker.convert({ file, rules }, signal ? AbortSignal.any([signal, late]) : late)
      if (pixels > HUGE_PIXELS) worker.retire()
      else idle.push(worker)
      return answer
    } catch (error) {
      signal?.throwIfAborted()
      log.warn({ err: error, pixels, bytes: file.length }, 'a process that converts pictures was lost')
      if (closed || !worker.ready()) throw busy()
      return late.aborted ? 'late' : 'died'
    }
  }

  async function convert(work: Work): Promise<ProcessedPicture> {
    const first = await tryOnce(work)
    // Something else may have ended the process, so another gets the picture once.
    const answer = first === 'died' ? await tryOnce(work) : first
    if (typeof answer === 'string') throw new AppError('file_unprocessable')
    if ('refused' in answer) throw new AppError(answer.refused)
    if ('fault' in answer) throw new Error(`a picture could not be converted: ${answer.fault}`)
    return answer.picture
  }

  return {
    async convert(work) {
      try {
        const turn = () => traced('pictures', 'convert', () => convert(work))
        const picture = await queue.run(work.account, turn, work.signal, work.pixels)
        counts.converted++
        return picture
      } catch (error) {
        if (error instanceof AppError && error.status < 500) counts.refused++
        else counts.failed++
        throw error
      }
    },
    load: () => ({ ...queue.load(), ...counts }),
    pids: () => Array.from(workers, ({ child }) => child.pid).filter((pid) => pid !== undefined),
    close() {
      closed = true
      for (const { child } of workers) child.kill('SIGKILL')
    },
  }
}

function startWorker(onEnd: () => void, idleMs: number): Worker {
  const child = fork(entryFile(import.meta.url, 'picture-worker'), {
    env: childEnvironment(LIMITS),
    execArgv: V8_OPTIONS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ready = false
  let failure: Error | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let job: { resolve(answer: WorkerAnswer): void; reject(error: Error): void } | undefined

  /** Without work it does not keep the server's process alive. */
  const rest = () => {
    job = undefined
    child.unref()
    child.channel?.unref()
    idleTimer = setTimeout(retire, idleMs).unref()
  }
  const retire = () => {
    onEnd()
    child.kill('SIGKILL')
  }
  const fail = (error: Error) => {
    failure ??= error
    clearTimeout(idleTimer)
    onEnd()
    job?.reject(failure)
  }
  child.on('error', fail)
  child.on('exit', (code, signal) => fail(new Error(`it ended with ${signal ?? code}`)))
  child.on('message', (answer: WorkerAnswer | 'ready') => {
    ready = true
    if (answer === 'ready') return
    const { resolve } = job ?? {}
    rest()
    resolve?.(answer)
  })

  return {
    child,
    ready: () => ready,
    retire,
    convert(work, signal) {
      clearTimeout(idleTimer)
      child.ref()
      child.channel?.ref()
      return new Promise<WorkerAnswer>((resolve, reject) => {
        const kill = () => {
          fail(new Error('its work was no longer wanted or took too long'))
          child.kill('SIGKILL')
        }
        const settle =
          <T>(done: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', kill)
            done(value)
          }
        job = { resolve: settle(resolve), reject: settle(reject) }
        if (failure) return job.reject(failure)
        if (signal.aborted) return kill()
        signal.addEventListener('abort', kill)
        child.send(work, (error) => error && fail(error))
      })
    },
  }
}
