/** `npm start`: waits for what the site needs, opens it, listens, and closes in order; with `WORKERS` several times. */
import cluster from 'node:cluster'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { startBackgroundWork } from './background.ts'
import { shutDownGracefully } from './graceful-shutdown.ts'
import { sealSecondFactors } from './modules/admin/second-factor.service.ts'
import { recordStorage } from './modules/admin/site-mode.service.ts'
import { rememberPlaces } from './modules/media/media.service.ts'
import { type Config, ConfigError, loadConfig } from './platform/config.ts'
import { ContractedError } from './platform/db/schema-state.ts'
import { acquireSingleInstanceLock } from './platform/db/single-instance-lock.ts'
import { channelOf, primaryLink } from './platform/events/primary-link.ts'
import { loopWatch } from './platform/http/loop-watch.ts'
import { createLog, type Log } from './platform/log.ts'
import { waitForServices } from './platform/wait-for-services.ts'
import { openResources } from './resources.ts'
import { ensureAdmin, ensureCategories, ensureDemo, refuseHalfImport } from './startup.ts'
import { startWorkers } from './workers.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** The same path from sources and bundle: apps/server/{src,dist} → apps/web/dist. */
const builtWeb = join(here, '../../web/dist')

/** A search of a common word on a large site takes a hundredth of it. */
const LONG_READ_MS = 10_000

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  await waitForServices(config, { log })
  const primary = cluster.isWorker ? primaryLink(channelOf(process), { log, onHung: endParent(log) }) : undefined
  // That of a worker is held by the process which started it.
  const lock = primary ? undefined : await acquireSingleInstanceLock(config)
  const loop = loopWatch(log)
  const resources = await openResources(config, {
    log,
    onStatement: loop.statement,
    serves: true,
    primary,
    readers: { deadlineMs: LONG_READ_MS },
    groupCommit: {
      onSyncFailure(error) {
        log.fatal({ err: error }, 'the database could not be written to disk, stopping')
        // Lets the answers to those who wait leave. No clean end: closing would write what is not safe to the database.
        setTimeout(() => process.exit(1), 100)
      },
      onCheckpointFailure: (error) => log.error({ err: error }, 'the WAL could not be copied into the database'),
    },
  })
  const { ctx } = resources
  await refuseHalfImport(ctx).catch(async (error: unknown) => {
    // The import would take this process for one that serves the site.
    await resources.close()
    throw error
  })
  await rememberPlaces(ctx)
  await recordStorage(ctx)
  if (config.demo) await ensureDemo(ctx)
  else {
    await ensureAdmin(ctx)
    await ensureCategories(ctx)
    await sealSecondFactors(ctx)
  }
  let contracted: string | undefined
  let stopping: ReturnType<typeof shutDownGracefully> | undefined
  const pressure = { maxEventLoopDelay: 250, sampleInterval: 1000 }
  const leaving = new AbortController()
  const app = await buildApp(ctx, { webDir: builtWeb, pressure, loop, leaving: leaving.signal })
  const background = startBackgroundWork(ctx, loop, {
    onContracted(reason) {
      // While it starts, the next look tells.
      if (contracted || !stopping) return
      contracted = reason
      log.fatal({}, reason)
      primary?.refuse(reason)
      stopping.close()
    },
  })
  await app.listen({ port: config.port, host: config.host })

  const closing = shutDownGracefully({
    log,
    signals: primary === undefined,
    // With Redis there are other nodes to go to.
    leave: config.redisUrl ? () => leaving.abort() : undefined,
    steps: [
      () => app.close(),
      () => background.stop(),
      () => resources.close(),
      async () => lock?.release(),
      // A service manager starts it again, perhaps with the new version; until then the start is refused in the same
      // words.
      async () => {
        if (contracted) throw new Error(contracted)
      },
    ],
    closeConnections: () => app.server.closeAllConnections(),
  })
  stopping = once(closing)
  // The terminal and systemd may send it a signal, too, after that of the process which started it.
  if (primary) process.on('SIGTERM', stopping.close).on('SIGINT', stopping.close)
}

/**
 * Ends the process that takes the connections, once it has long been hanging: nobody new would ever get in. All workers
 * end with it, and the service manager starts the site again.
 */
function endParent(log: Pick<Log, 'fatal'>): () => void {
  const parent = process.ppid
  return () => {
    // Its number may be another's by now.
    if (!process.connected || process.ppid !== parent) return
    log.fatal({ pid: parent }, 'the first process hangs, ending it')
    process.kill(parent, 'SIGKILL')
  }
}

/** Of several reasons to close, the first. */
function once({ close }: { close(): void }): { close(): void } {
  let begun = false
  return {
    close() {
      if (!begun) close()
      begun = true
    },
  }
}

/** Resolves when the primary has been told. */
function refuseAtStart(reason: string): Promise<void> {
  return new Promise((resolve) => channelOf(process).send({ kind: 'refused', reason }, resolve))
}

try {
  const config = loadConfig()
  if (config.workers > 1 && cluster.isPrimary) await startWorkers(config, fileURLToPath(import.meta.url))
  else await start(config)
} catch (error) {
  // Told first, so that the primary does not start another worker.
  if (cluster.isWorker && error instanceof ContractedError) await refuseAtStart(error.message)
  // The log may not exist yet, so the error goes to stderr.
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}
