/** Background jobs of a server process, each on a timer. */
import type { Ctx } from './deps.ts'
import { purgeDataExports } from './modules/account/data-export.service.ts'
import { workOnDataExports } from './modules/account/data-export-runner.service.ts'
import { purgeAddresses } from './modules/addresses/addresses.service.ts'
import { purgeAudits } from './modules/admin/audits.service.ts'
import { sendDigest } from './modules/admin/digest.service.ts'
import { writePendingAudits } from './modules/admin/pending-audits.service.ts'
import { writeBannerViews } from './modules/announcements/announcements.service.ts'
import { deliverAnnouncements } from './modules/announcements/delivery.service.ts'
import { findResetAccounts, purgeResets } from './modules/auth/password-resets.service.ts'
import { purgePendingEmails } from './modules/auth/pending-emails.service.ts'
import { purgeRegistrationEmails } from './modules/auth/registration-emails.service.ts'
import { purgeActiveDays, purgeSessions, writeSessionUses } from './modules/auth/sessions.service.ts'
import { workOnBackups } from './modules/backups/backups.service.ts'
import { purgeFlows } from './modules/campus/sign-in.service.ts'
import { deliverMail } from './modules/mail/delivery.service.ts'
import { purgeMail } from './modules/mail/outbox.service.ts'
import { deleteUnusedMedia, removePendingFiles } from './modules/media/media.deletion.service.ts'
import { purgeUploadDays } from './modules/media/upload-budget.service.ts'
import { purgeFindings } from './modules/moderation/word-findings.service.ts'
import { purgeToldEvents } from './modules/notifications/notifications.service.ts'
import { purgePublications } from './modules/posts/post-mutations.service.ts'
import { continueMerges } from './modules/posts/tag-merging.service.ts'
import { writeViews } from './modules/posts/views.service.ts'
import { workOnJobs } from './modules/review/job-runner.service.ts'
import { purgeJobs } from './modules/review/jobs.service.ts'
import { purgeTrash } from './modules/review/trash.service.ts'
import { finishHiding } from './modules/sanctions/hiding.service.ts'
import { liftExpired } from './modules/sanctions/sanctions.service.ts'
import { beginRebuild, continueRebuild, tidyIndex } from './modules/search/rebuild.service.ts'
import { warmUpSearch } from './modules/search/search.service.ts'
import { writeFaults } from './modules/site/faults.service.ts'
import { purgeAttempts } from './platform/attempts.ts'
import { purgeRequests } from './platform/db/idempotent-requests.ts'
import { schemaState } from './platform/db/schema-state.ts'
import type { LoopWatch } from './platform/http/loop-watch.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 3600 * SECOND

/** `stopping` tells a run that takes longer to end early. */
type Job = { name: string; every: number; run(ctx: Ctx, stopping: AbortSignal): Promise<unknown> }

const JOBS: Job[] = [
  // The command line changes them, too, and tells a site without Redis nothing.
  { name: 'reload settings', every: SECOND, run: (ctx) => ctx.settings.reload() },
  // In case a message of Redis was lost.
  { name: 'reload watched words', every: SECOND, run: async (ctx) => ctx.redis && ctx.words.reload() },
  { name: 'reload address bans', every: SECOND, run: async (ctx) => ctx.redis && ctx.addressBans.reload() },
  { name: 'reload synonyms of tags', every: SECOND, run: async (ctx) => ctx.redis && ctx.tagSynonyms.reload() },
  { name: 'write view counts', every: SECOND, run: writeViews },
  { name: 'write pending audits', every: SECOND, run: writePendingAudits },
  { name: 'write banner views', every: SECOND, run: writeBannerViews },
  { name: 'write uses of sessions', every: SECOND, run: writeSessionUses },
  { name: 'merge tags', every: SECOND, run: (ctx, stopping) => continueMerges(ctx, stopping) },
  { name: 'deliver announcements', every: SECOND, run: deliverAnnouncements },
  { name: 'find accounts of forgotten passwords', every: SECOND, run: (ctx) => findResetAccounts(ctx) },
  { name: 'send the digest of what waits', every: MINUTE, run: sendDigest },
  { name: 'send mail', every: SECOND, run: (ctx, stopping) => deliverMail(ctx, stopping) },
  { name: 'write faults', every: SECOND, run: (ctx) => writeFaults(ctx) },
  // In case a message of Redis was lost.
  { name: 'reload faults', every: MINUTE, run: async (ctx) => ctx.redis && ctx.problems.load(ctx.db) },
  { name: 'write attempt counts', every: SECOND, run: (ctx) => ctx.attempts.save(ctx) },
  { name: 'remove files of removed pictures', every: MINUTE, run: removePendingFiles },
  { name: 'remove unused pictures', every: HOUR, run: deleteUnusedMedia },
  { name: 'put the search index in order', every: MINUTE, run: tidyIndex },
  { name: 'lift expired bans and mutes', every: 10 * SECOND, run: liftExpired },
  { name: 'back up the site', every: MINUTE, run: (ctx, stopping) => workOnBackups(ctx, stopping) },
  { name: 'run bulk jobs', every: SECOND, run: workOnJobs },
  { name: 'make data exports', every: SECOND, run: workOnDataExports },
  { name: 'purge old data exports', every: MINUTE, run: purgeDataExports },
  { name: 'purge old bulk jobs', every: HOUR, run: purgeJobs },
  { name: 'hide content of hidden accounts', every: SECOND, run: finishHiding },
  { name: 'purge the trash', every: HOUR, run: purgeTrash },
  { name: 'purge sign-ins that nobody completed', every: MINUTE, run: purgeFlows },
  { name: 'purge old sessions', every: HOUR, run: purgeSessions },
  { name: 'purge old active days', every: HOUR, run: purgeActiveDays },
  { name: 'purge old audits', every: HOUR, run: purgeAudits },
  { name: 'purge old upload days', every: HOUR, run: purgeUploadDays },
  { name: 'purge old publications', every: HOUR, run: purgePublications },
  { name: 'purge told events', every: HOUR, run: purgeToldEvents },
  { name: 'purge old attempt counts', every: HOUR, run: purgeAttempts },
  { name: 'purge old word findings', every: HOUR, run: purgeFindings },
  { name: 'purge old IP addresses', every: HOUR, run: purgeAddresses },
  { name: 'purge old security logs', every: HOUR, run: purgeSecurityLogs },
  { name: 'purge old password resets', every: HOUR, run: purgeResets },
  { name: 'purge e-mail addresses that nobody verified', every: HOUR, run: purgePendingEmails },
  { name: 'purge e-mail addresses of registrations that nobody completed', every: HOUR, run: purgeRegistrationEmails },
  { name: 'purge old mail', every: HOUR, run: purgeMail },
  { name: 'purge old idempotent requests', every: HOUR, run: purgeRequests },
]

async function purgeSecurityLogs({ securityLog, clock, settings }: Ctx): Promise<void> {
  securityLog.purgeBefore(clock.now() - settings.current.address_retention_days * 24 * HOUR)
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

/** Looks as often as nodes say that they live. */
function schemaWatch(onContracted: (reason: string) => void): Job {
  return {
    name: 'look at the schema',
    every: 5 * SECOND,
    async run({ db }) {
      const { refusal } = await schemaState(db)
      if (refusal) onContracted(refusal.text)
    },
  }
}

type Options = {
  /** A newer version has taken away what this one needs from the database: it must not go on. */
  onContracted?: (reason: string) => void
}

/** A failed run is logged and tried again at its next turn. `stop` writes the last views and counts. */
export function startBackgroundWork(
  ctx: Ctx,
  loop?: LoopWatch,
  { onContracted }: Options = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const warmedUp = warmUpSearch(ctx, ctx.longReads.of('start')).catch((error: unknown) =>
    ctx.log.warn({ err: error }, 'first search failed'),
  )
  const stops = [...JOBS, searchRebuild(), ...(onContracted ? [schemaWatch(onContracted)] : [])].map((job) => {
    let running: Promise<unknown> = Promise.resolve()
    let idle = true
    const timer = setInterval(() => {
      // Runs of one job never overlap.
      if (!idle) return
      idle = false
      loop?.began(job.name)
      running = job
        .run(ctx, stopping.signal)
        .catch((error: unknown) => {
          ctx.log.error({ err: error, job: job.name }, 'background work failed')
          ctx.problems.record(job.name, error)
        })
        .finally(() => {
          idle = true
          loop?.ended(job.name)
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
      await writePendingAudits(ctx)
      await writeBannerViews(ctx)
      await writeSessionUses(ctx)
      await ctx.attempts.save(ctx)
      await writeFaults(ctx)
    },
  }
}
