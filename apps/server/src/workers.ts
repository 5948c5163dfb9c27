/** `WORKERS`: several processes that serve one site on MySQL, on one machine and one port (docs/scaling.md). */
import cluster, { type Worker } from 'node:cluster'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { acquireSingleInstanceLock } from './platform/db/single-instance-lock.ts'
import { ALIVE_MS, type ToPrimary } from './platform/events/primary-link.ts'
import { workerHub } from './platform/events/worker-hub.ts'
import { createLog } from './platform/log.ts'
import { waitForServices } from './platform/wait-for-services.ts'

/** Before a worker that died is replaced: doubled each time, as long as they die soon. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
const LIVED_MS = 60_000
/** A worker ends by itself within 17 s (graceful-shutdown.ts). */
const STOP_MS = 19_000

/**
 * Starts the workers, which run `main`: one first, which prepares the database, then the others. Replaces those that
 * die or hang, and ends with 1 where the first does not even start, or one may not run on the database. Serves nothing
 * itself.
 */
export async function startWorkers(config: Config, main: string): Promise<void> {
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  await waitForServices(config, { log })
  // For all workers, which hear each other through this process.
  const lock = await acquireSingleInstanceLock(config)
  const hub = workerHub({ clock: systemClock, onHung: endHung, onRefused: refuse })
  setInterval(hub.tick, ALIVE_MS).unref()
  cluster.setupPrimary({ exec: main, args: [], execArgv: [...process.execArgv, '--enable-source-maps'] })
  let stopping = false
  let pause = FIRST_PAUSE_MS
  let hasServed = false

  function start(): void {
    const startedAt = performance.now()
    const worker = cluster.fork()
    hub.joined(worker.id, (message, sent) => {
      if (worker.isConnected()) worker.send(message, sent)
      else sent()
    })
    worker.on('message', (message) => hub.receive(worker.id, message as ToPrimary))
    // Of sending to one that just died, which its exit tells.
    worker.on('error', (error) => log.warn({ err: error }, 'a worker could not be told'))
    worker.once('listening', () => {
      if (hasServed) return
      hasServed = true
      for (let n = 1; n < config.workers; n++) start()
    })
    worker.once('exit', (code, signal) => {
      hub.left(worker.id)
      if (stopping) return
      if (!hasServed) return void end(1)
      pause = performance.now() - startedAt > LIVED_MS ? FIRST_PAUSE_MS : Math.min(2 * pause, LONGEST_PAUSE_MS)
      log.error({ pid: worker.process.pid, code, signal, seconds: pause / 1000 }, 'a worker ended, starting another')
      setTimeout(() => stopping || start(), pause)
    })
  }

  /** A hung worker gets no further connections; the last one handed to it waits until it is killed. */
  function endHung(id: number): void {
    const worker = cluster.workers?.[id]
    if (stopping || !worker) return
    log.error({ pid: worker.process.pid }, 'a worker hangs, ending it')
    worker.process.kill('SIGKILL')
  }

  /** Another start of the same version would be refused, too. */
  function refuse(reason: string): void {
    if (stopping || !hasServed) return
    log.fatal({}, reason)
    void stopWorkers(1)
  }

  async function end(code: number): Promise<void> {
    stopping = true
    await lock.release().catch((error: unknown) => log.warn({ err: error }, 'could not release the lock'))
    process.exit(code)
  }

  const running = () => Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)

  function stop(signal: NodeJS.Signals): void {
    log.info({ signal }, 'stopping the workers')
    if (stopping) for (const worker of running()) worker.process.kill('SIGKILL')
    else void stopWorkers(0)
  }

  /** Ends with `code`, or with 1 where a worker does. */
  async function stopWorkers(code: 0 | 1): Promise<void> {
    stopping = true
    const workers = running()
    const codes: number[] = [code]
    const ended = workers.map(
      (worker) =>
        new Promise<void>((resolve) => {
          worker.once('exit', (exitCode, signal) => {
            // One that still starts ends by the signal itself.
            codes.push(signal === 'SIGTERM' ? 0 : exitCode)
            resolve()
          })
        }),
    )
    for (const worker of workers) worker.process.kill('SIGTERM')
    const late = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, STOP_MS)
    await Promise.all(ended)
    clearTimeout(late)
    await end(codes.every((one) => one === 0) ? 0 : 1)
  }

  process.on('SIGTERM', stop).on('SIGINT', stop)
  start()
}
