import type { Ctx } from './deps.ts'
import { purgeAddresses } from './modules/addresses/addresses.service.ts'
import { purgeAudits } from './modules/admin/audits.service.ts'
import { purgeSessions } from './modules/auth/sessions.service.ts'
import { deleteUnusedMedia, removePendingFiles } from './modules/media/media.deletion.service.ts'
import { forgetUploadDays } from './modules/media/upload-budget.service.ts'
import { writeViews } from './modules/posts/views.service.ts'
import { beginRebuild, continueRebuild, tidyIndex } from './modules/search/rebuild.service.ts'
import { warmUpSearch } from './modules/search/search.service.ts'
import { purgeRequests } from './platform/db/idempotent-requests.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 3600 * SECOND

/** `stopping` tells a run that takes longer to end early. */
type Job = { name: string; every: number; run(ctx: Ctx, stopping: AbortSignal): Promise<unknown> }

const JOBS: Job[] = [
  // Messages say so at once, unless Redis is away.
  { name: 'read changed settings', every: SECOND, run: async (ctx) => ctx.redis && ctx.settings.reload() },
  { name: 'write views', every: SECOND, run: writeViews },
  { name: 'remove files of removed pictures', every: MINUTE, run: removePendingFiles },
  { name: 'remove unused pictures', every: HOUR, run: deleteUnusedMedia },
  { name: 'put the search index in order', every: MINUTE, run: tidyIndex },
  { name: 'forget old sessions', every: HOUR, run: purgeSessions },
  { name: 'forget old audits', every: HOUR, run: purgeAudits },
  { name: 'forget what was uploaded on days before', every: HOUR, run: forgetUploadDays },
  { name: 'forget old addresses', every: HOUR, run: purgeAddresses },
  { name: 'forget the trail of old days', every: HOUR, run: forgetTrail },
  { name: 'forget answers of old requests', every: HOUR, run: purgeRequests },
]

async function forgetTrail({ trail, clock, settings }: Ctx): Promise<void> {
  trail.forgetBefore(clock.now() - settings.current.address_retention_days * 24 * HOUR)
}

/** Works on the index until it is of this version. */
function searchRebuild(): Job {
  let state: 'unknown' | 'outdated' | 'current' = 'unknown'
  let start = 0
  return {
    name: 'rebuild the search index',
    every: SECOND,
    async run(ctx) {
      if (state === 'unknown') {
        state = (await beginRebuild(ctx)) ? 'outdated' : 'current'
        start = performance.now()
        if (state === 'outdated') ctx.log.info('search index is outdated, rebuilding it while the site runs')
      }
      if (state === 'current' || !(await continueRebuild(ctx, SECOND))) return
      state = 'current'
      ctx.log.info({ seconds: Math.round((performance.now() - start) / 1000) }, 'search index rebuilt')
    },
  }
}

/** A failed run is logged and tried again at its next turn. `stop` writes the last views. */
export function startBackgroundWork(ctx: Ctx): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const warmedUp = warmUpSearch(ctx, ctx.longReads.of('start')).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'first search failed'),
  )
  const stops = [...JOBS, searchRebuild()].map((job) => {
    let running: Promise<unknown> = Promise.resolve()
    let idle = true
    const timer = setInterval(() => {
      // Runs of one job never overlap.
      if (!idle) return
      idle = false
      running = job
        .run(ctx, stopping.signal)
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
      stopping.abort()
      await warmedUp
      for (const stop of stops) await stop()
      await writeViews(ctx)
    },
  }
}
