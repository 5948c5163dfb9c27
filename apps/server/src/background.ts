import type { Ctx } from './deps.ts'
import { purgeAudits } from './modules/admin/audits.service.ts'
import { purgeSessions } from './modules/auth/sessions.service.ts'
import { deleteUnusedMedia, removePendingFiles } from './modules/media/media.deletion.service.ts'
import { writeViews } from './modules/posts/views.service.ts'
import { purgeRequests } from './platform/db/idempotent-requests.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 3600 * SECOND

const JOBS: { name: string; every: number; run(ctx: Ctx): Promise<unknown> }[] = [
  { name: 'write views', every: SECOND, run: writeViews },
  { name: 'remove files of removed pictures', every: MINUTE, run: removePendingFiles },
  { name: 'remove unused pictures', every: HOUR, run: deleteUnusedMedia },
  { name: 'forget old sessions', every: HOUR, run: purgeSessions },
  { name: 'forget old audits', every: HOUR, run: purgeAudits },
  { name: 'forget answers of old requests', every: HOUR, run: purgeRequests },
]

/** A failed run is logged and tried again at its next turn. `stop` writes the last views. */
export function startBackgroundWork(ctx: Ctx): { stop(): Promise<void> } {
  const stops = JOBS.map((job) => {
    let running: Promise<unknown> = Promise.resolve()
    let idle = true
    const timer = setInterval(() => {
      // Runs of one job never overlap.
      if (!idle) return
      idle = false
      running = job
        .run(ctx)
        .catch((error: unknown) => {
          ctx.log.error({ err: error, job: job.name }, 'background work failed')
          ctx.problems.record(job.name, error)
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
