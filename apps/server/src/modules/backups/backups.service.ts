/**
 * Backs the site up once a day, on one node, in a process of its own (docs/decisions/055-backups.md); rows in `backups`
 * say what became of it.
 */
import type { Settings } from '@shiliu/contract/admin/settings'
import type { Ctx } from '#deps.ts'
import { type BackupJob, type BackupResult, type BackupRun, runBackup } from '#platform/backup/backup-process.ts'
import { backupName } from '#platform/backup/rotation.ts'
import { DAY_MS, HOUR_MS, isAhead, iso, localTime, MINUTE_MS } from '#platform/clock.ts'
import type { Db } from '#platform/db/client.ts'
import { findMark, insertMark, lockMark } from '#platform/db/marks.ts'
import { tx } from '#platform/db/tx.ts'
import * as repo from './backups.repo.ts'

/** The process says far more often that it lives. */
const LEASE_MS = 2 * MINUTE_MS
/** After a failure. */
const AGAIN_MS = HOUR_MS
const KEPT_MS = 400 * DAY_MS
const NOTE_MAX = 300

export type BackupState = {
  schedule: 'off' | 'folder' | 's3'
  /** Of the last backup that was read back, of the timer or the command line. */
  last: { at: number; bytes: number; isAhead: boolean } | null
  /** Since when one of the timer is being made. */
  runningSince: number | null
  /** Why the last one of the timer failed, in words. */
  problem: string | null
}

/**
 * Called by a timer. Resolves when the backup is done, has failed, or is none of ours; `stopping` gives it up. Throws
 * where old rows cannot be deleted, which leaves the backup done.
 */
export async function workOnBackups(ctx: Ctx, stopping: AbortSignal, run: BackupRun = runBackup): Promise<void> {
  if (ctx.settings.current.backup === 'off' || stopping.aborted) return
  if (!(await isDue(ctx))) return
  const claim = await claimBackup(ctx)
  if (!claim) return
  const { id, name } = claim
  let renewed = ctx.clock.now()
  const renew = () => {
    const now = ctx.clock.now()
    if (Math.abs(now - renewed) < LEASE_MS / 4) return
    renewed = now
    repo.updateBackup(ctx.db, id, { lease_until: now + LEASE_MS }).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'could not renew the lease of a backup')
    })
  }
  let made: BackupResult
  try {
    made = await run(jobOf(ctx, name), { signal: stopping, onProgress: renew })
  } catch (error) {
    // The next server begins it anew.
    if (stopping.aborted) return repo.deleteBackup(ctx.db, id)
    const note = (error instanceof Error ? error.message : String(error)).slice(0, NOTE_MAX)
    await repo.updateBackup(ctx.db, id, { state: 'failed', note, node: null, ended_at: ctx.clock.now() })
    ctx.log.error({ err: error, name }, 'backup failed')
    ctx.problems.record('back up the site', new Error(note))
    return
  }
  const { bytes, removed } = made
  const now = ctx.clock.now()
  await repo.updateBackup(ctx.db, id, { state: 'done', bytes, note: null, node: null, ended_at: now })
  ctx.log.info({ name, bytes, removed }, 'backup done and read back')
  await repo.deleteOlder(ctx.db, now - KEPT_MS, id)
}

async function isDue(ctx: Ctx): Promise<boolean> {
  const now = ctx.clock.now()
  const last = await repo.findLastScheduled(ctx.db)
  if (!last) return true
  // One that runs beyond the hour goes on.
  if (isBeingMade(last, now)) return false
  const { state, started_at, ended_at } = last
  if (state === 'running' || isAhead(started_at, now) || isAhead(ended_at ?? 0, now)) return true
  if (started_at < dueBefore(now, ctx.settings.current.backup_hour, ctx.config.timeZone)) return true
  return state === 'failed' && now - (ended_at ?? started_at) >= AGAIN_MS
}

type Scheduled = { state: string; lease_until: number }

/** Nobody renews a lease that ends later than one which begins now: a clock that was ahead wrote it. */
const isBeingMade = ({ state, lease_until }: Scheduled, now: number): boolean =>
  state === 'running' && lease_until > now && !isAhead(lease_until, now + LEASE_MS)

/** The last time at which a backup was to begin. */
export function dueBefore(now: number, hour: number, timeZone: string): number {
  const offset = zoneOffset(now, timeZone)
  const local = now + offset - hour * HOUR_MS
  return Math.floor(local / DAY_MS) * DAY_MS + hour * HOUR_MS - offset
}

/** What is to be added to UTC there, in milliseconds. */
function zoneOffset(now: number, timeZone: string): number {
  const [date = '', time = ''] = localTime(timeZone)(iso(now)).split(' ')
  const local = Date.parse(`${date}T${time}Z`)
  return Math.round((local - now) / MINUTE_MS) * MINUTE_MS
}

/** Null where another node makes it. */
async function claimBackup(ctx: Ctx): Promise<{ id: number; name: string } | null> {
  if ((await findMark(ctx.db, 'backups')) === undefined) await tx(ctx, (t) => insertMark(t.db, 'backups', 0))
  return tx(ctx, async (t) => {
    await lockMark(t.db, 'backups')
    if (!(await isDue(t))) return null
    const now = t.clock.now()
    for (const { id } of await repo.listRunning(t.db))
      await repo.updateBackup(t.db, id, {
        state: 'failed',
        note: '备份做到一半，服务器停了',
        node: null,
        ended_at: now,
      })
    const name = backupName(new Date(now))
    const target = t.settings.current.backup === 's3' ? 's3' : 'folder'
    const lease = { node: t.bus.nodeId, lease_until: now + LEASE_MS }
    const row = { name, target, state: 'running', bytes: null, note: null, started_at: now, ended_at: null } as const
    return { id: await repo.insertBackup(t.db, { ...row, ...lease }), name }
  })
}

function jobOf({ config, settings, clock }: Ctx, name: string): BackupJob {
  const { backup, backup_keep_days, backup_keep_weeks, backup_keep_months } = settings.current
  const { database, dataDir, s3, jwtSecret, backupDir, backupS3 } = config
  return {
    site: { database, dataDir, s3, jwtSecret },
    target: backup === 's3' ? { kind: 's3', options: backupS3 } : { kind: 'folder', folder: backupDir },
    name,
    keep: { daily: backup_keep_days, weekly: backup_keep_weeks, monthly: backup_keep_months },
    offsetMs: zoneOffset(clock.now(), config.timeZone),
  }
}

/** Notes one that the command line made. */
export async function recordBackup(db: Db, { name, bytes, now }: { name: string; bytes: number; now: number }) {
  const row = { name: name.slice(-100), bytes, started_at: now, ended_at: now }
  await repo.insertBackup(db, { ...row, target: 'command', state: 'done', note: null, node: null, lease_until: 0 })
}

export async function backupState(db: Db, { backup }: Settings, now: number): Promise<BackupState> {
  const [done, scheduled] = [await repo.findLastDone(db), await repo.findLastScheduled(db)]
  const at = done ? timeOf(done) : 0
  return {
    schedule: backup,
    last: done ? { at, bytes: done.bytes ?? 0, isAhead: isAhead(at, now) } : null,
    runningSince: scheduled && isBeingMade(scheduled, now) ? scheduled.started_at : null,
    problem: scheduled?.state === 'failed' ? scheduled.note : null,
  }
}

const timeOf = ({ started_at, ended_at }: { started_at: number; ended_at: number | null }) => ended_at ?? started_at

/** When the last one was done that was read back, in epoch milliseconds; null where there is none. */
export async function lastBackupAt(db: Db): Promise<number | null> {
  const done = await repo.findLastDone(db)
  return done ? timeOf(done) : null
}

/** One line for whoever watches the site. */
export async function backupRemark(ctx: Pick<Ctx, 'db' | 'settings' | 'clock'>): Promise<string> {
  const now = ctx.clock.now()
  const { last, problem, schedule } = await backupState(ctx.db, ctx.settings.current, now)
  const age = last
    ? `最近一次读回来核对过的备份${last.isAhead ? `，${IN_FUTURE}` : `在 ${ageOf(now - last.at)}前`}`
    : '还没有备份'
  if (problem) return `${age}；最近一次自动备份没有做成：${problem}`
  return schedule === 'off' ? `${age}，自动备份没有打开` : age
}

/** Of a backup's time. */
export const IN_FUTURE = '时间在将来：那时服务器的时钟不对，看不出它有多旧'

function ageOf(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} 分钟`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} 小时` : `${Math.floor(ms / DAY_MS)} 天`
}
