/** Work that nobody waits for: gathered views, unused pictures, old sessions. */
import type { Ctx } from './deps.ts'
import { purgeAudits } from './modules/admin/audits.service.ts'
import { purgeSessions } from './modules/auth/sessions.service.ts'
import { removeLeftFiles, sweepUnused } from './modules/media/media.service.ts'
import { writeViews } from './modules/posts/views.service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 3600 * SECOND

const JOBS: { name: string; every: number; run(ctx: Ctx): Promise<unknown> }[] = [
  { name: 'write views', every: SECOND, run: writeViews },
  { name: 'remove files of removed pictures', every: MINUTE, run: removeLeftFiles },
  { name: 'remove unused pictures', every: HOUR, run: sweepUnused },
  { name: 'forget old sessions', every: HOUR, run: purgeSessions },
  { name: 'forget old audits', every: HOUR, run: purgeAudits },
]

/** Starts the jobs; a failing one is logged and tried again at its next turn. `stop` writes the last views. */
export function startBackgroundWork(ctx: Ctx): { stop(): Promise<void> } {
  const stops = JOBS.map((job) => {
    let running: Promise<unknown> = Promise.resolve()
    let idle = true
    const timer = setInterval(() => {
      // A slow turn is not overtaken by the next one.
      if (!idle) return
      idle = false
      running = job
        .run(ctx)
        .catch((error: unknown) => {
          ctx.log.error({ err: error, job: job.name }, 'background work failed')
          ctx.problems.note(job.name, error)
        })
        .finally(() => {
          idle = true
        })
    }, job.every)
    return async () => {
      clearInterval(timer)
      await running
    }
  })
  return {
    async stop() {
      for (const stop of stops) await stop()
      await writeViews(ctx)
    },
  }
}
