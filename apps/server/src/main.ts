/** Starts the server: settings, resources, first accounts, background work, listening. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import { startBackgroundWork } from './background.ts'
import { type Config, ConfigError, loadConfig } from './platform/config.ts'
import { aloneOrThrow } from './platform/db/alone.ts'
import { createLog } from './platform/log.ts'
import { openResources } from './resources.ts'
import { ensureAdmin, ensureDemo, ensureSearch } from './startup.ts'
import { stopper } from './stopper.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** Beside the sources and beside the bundle alike: apps/server/{src,dist} → apps/web/dist. */
const builtWeb = join(here, '../../web/dist')

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const alone = await aloneOrThrow(config)
  const resources = await openResources(config, { log })
  const { ctx } = resources
  await (config.demo ? ensureDemo(ctx) : ensureAdmin(ctx))
  await ensureSearch(ctx)
  const app = await buildApp(ctx, { webDir: config.webDir ?? builtWeb, relaxLimits: config.demo ? 100 : 1 })
  const background = startBackgroundWork(ctx)
  await app.listen({ port: config.port, host: config.host })

  const stop = stopper({
    log,
    steps: [() => app.close(), () => background.stop(), () => resources.close(), () => alone.release()],
    cutOff: () => app.server.closeAllConnections(),
    exit: (code) => process.exit(code),
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

try {
  await start(loadConfig())
} catch (error) {
  // Before there is a log, or instead of it: one clear line for a person.
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
}
