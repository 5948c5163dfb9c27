/** The daily backup: when it is made, by whom, where it goes, and what is said where it fails. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as monitor from '@shiliu/contract/admin/monitor'
import * as adminSettings from '@shiliu/contract/admin/settings'
import { ready } from '@shiliu/contract/site'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { expect, inject, it, onTestFinished } from 'vitest'
import { BackupError, verifyArchive } from '#platform/backup/archive.ts'
import { type BackupJob, type BackupRun, runBackup } from '#platform/backup/backup-process.ts'
import { backupBucket } from '#platform/backup/s3-destination.ts'
import { loadConfig } from '#platform/config.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { dueBefore, workOnBackups } from './backups.service.ts'

const SLOW_MS = 60_000
const HOUR_MS = 3600 * 1000
const GO_ON = new AbortController().signal

async function stage(settings: Record<string, string> = {}) {
  const site = await createTestApp({ TZ: 'Asia/Shanghai', ...settings })
  const admin = await makeAdmin(site.ctx)
  const set = (body: object) => site.ok(adminSettings.update, { token: admin.token, body })
  const seen: BackupJob[] = []
  /** As the process, without its work. */
  const run: BackupRun = async (job) => {
    seen.push(job)
    return { bytes: 1000, removed: 0 }
  }
  const remark = async () => (await site.ok(ready)).parts.find(({ name }) => name === 'backup')
  const dashboard = async () => (await site.ok(monitor.dashboard, { token: admin.token })).backup
  /** Seconds at /metrics. */
  const age = async () => /^shiliu_backup_age_seconds (\d+)$/m.exec((await site.app.inject('/metrics')).body)?.[1]
  return { ...site, admin, set, seen, run, remark, dashboard, age }
}

it('is made once a day at its hour, the first one at once', { timeout: SLOW_MS }, async () => {
  const site = await stage()
  const { ctx, clock, set, seen, run } = site
  const work = () => workOnBackups(ctx, GO_ON, run)
  await work()
  expect(seen).toEqual([])
  expect(await site.remark()).toMatchObject({ problem: null, remark: '还没有备份，自动备份没有打开' })
  expect(await site.age()).toBeUndefined()
  // It is noon in China.
  await set({ backup: 'folder', backup_hour: 4, backup_keep_days: 3 })
  await work()
  await work()
  expect(seen).toMatchObject([{ name: 'shiliu-20260901-040000.tar', keep: { daily: 3, weekly: 4, monthly: 12 } }])
  expect(seen[0]?.target).toEqual({ kind: 'folder', folder: ctx.config.backupDir })
  expect(await site.dashboard()).toMatchObject({ schedule: 'folder', bytes: 1000, problem: null })
  clock.advance(15 * HOUR_MS)
  await work()
  expect(seen.length).toBe(1)
  expect((await site.remark())?.remark).toBe('最近一次读回来核对过的备份在 15 小时前')
  expect(await site.age()).toBe(String(15 * 3600))
  clock.advance(2 * HOUR_MS)
  await work()
  expect(seen.map(({ name }) => name)).toEqual(['shiliu-20260901-040000.tar', 'shiliu-20260901-210000.tar'])
})

it('goes on when a clock that was ahead is set back, and says so until then', { timeout: SLOW_MS }, async () => {
  const site = await stage()
  const { ctx, clock, set, seen, run } = site
  const work = () => workOnBackups(ctx, GO_ON, run)
  const years = 4 * 366 * 24 * HOUR_MS
  await set({ backup: 'folder' })
  clock.advance(years)
  await work()
  expect((await site.remark())?.remark).toContain('1 分钟前')
  expect(await site.age()).toBe('0')
  clock.advance(HOUR_MS - years)
  expect(await site.dashboard()).toMatchObject({ last_at: expect.stringMatching(/^2030-/), is_ahead: true })
  expect((await site.remark())?.remark).toContain('时间在将来')
  expect(await site.age()).toBeUndefined()
  await work()
  await work()
  expect(seen.length).toBe(2)
  clock.advance(20_000)
  expect((await site.remark())?.remark).toBe('最近一次读回来核对过的备份在 1 分钟前')
  expect(await site.age()).toBe('20')

  // What ended in the future: a failure, and a process that was killed.
  clock.advance(24 * HOUR_MS)
  await workOnBackups(ctx, GO_ON, async () => {
    clock.advance(years)
    throw new BackupError('磁盘已满')
  })
  clock.advance(-years)
  await work()
  expect(seen.length).toBe(3)
  clock.advance(24 * HOUR_MS + years)
  const killed = deferred()
  void workOnBackups(ctx, GO_ON, () => {
    killed.resolve()
    return new Promise(() => {})
  })
  await killed.promise
  clock.advance(-years)
  expect((await site.dashboard()).running_since).toBeNull()
  await work()
  expect(seen.length).toBe(4)
})

it('is not begun twice where it runs beyond its hour', { timeout: SLOW_MS }, async () => {
  const { ctx, clock, set, seen, run, dashboard } = await stage()
  // In China it is noon: an hour before the next one is due.
  await set({ backup: 'folder', backup_hour: 13 })
  const [began, finished] = [deferred(), deferred()]
  let live = () => {}
  const first = workOnBackups(ctx, GO_ON, async (job, options) => {
    live = options.onProgress
    began.resolve()
    await finished.promise
    return run(job, options)
  })
  await began.promise
  const leaseOf = () => ctx.db.selectFrom('backups').select('lease_until').executeTakeFirstOrThrow()
  const { lease_until } = await leaseOf()
  clock.advance(61 * 60_000)
  live()
  await expect.poll(async () => (await leaseOf()).lease_until).toBeGreaterThan(lease_until)
  // As another worker does.
  await workOnBackups(ctx, GO_ON, run)
  expect(seen.length).toBe(0)
  expect((await dashboard()).running_since).not.toBeNull()
  finished.resolve()
  await first
  const rows = await ctx.db.selectFrom('backups').select('state').execute()
  expect(rows).toEqual([{ state: 'done' }])
})

if (inject('engine') === 'sqlite')
  it('stays done where rows of old ones cannot be deleted', { timeout: SLOW_MS }, async () => {
    const { ctx, clock, set, run } = await stage()
    await set({ backup: 'folder' })
    await workOnBackups(ctx, GO_ON, run)
    await sql`create trigger stuck before delete on backups begin select raise(abort, 'stuck'); end`.execute(ctx.db)
    clock.advance(401 * 24 * HOUR_MS)
    await expect(workOnBackups(ctx, GO_ON, run)).rejects.toThrow('stuck')
    const rows = await ctx.db.selectFrom('backups').select(['state', 'bytes']).execute()
    expect(rows).toEqual([
      { state: 'done', bytes: 1000 },
      { state: 'done', bytes: 1000 },
    ])
  })

it('begins at the hour of the time zone', () => {
  const due = (now: string, zone: string) => new Date(dueBefore(Date.parse(now), 4, zone)).toISOString()
  expect(due('2026-09-01T04:00:00Z', 'Asia/Shanghai')).toBe('2026-08-31T20:00:00.000Z')
  expect(due('2026-08-31T19:59:59Z', 'Asia/Shanghai')).toBe('2026-08-30T20:00:00.000Z')
  expect(due('2026-09-01T04:00:00Z', 'America/New_York')).toBe('2026-08-31T08:00:00.000Z')
})

it('says why it failed, and tries again after an hour', { timeout: SLOW_MS }, async () => {
  const site = await stage()
  const { ctx, clock, set, seen, run } = site
  await set({ backup: 'folder' })
  const fails: BackupRun = async () => {
    throw new BackupError('磁盘放不下备份：/backups')
  }
  await workOnBackups(ctx, GO_ON, fails)
  expect(await site.dashboard()).toMatchObject({ last_at: null, problem: '磁盘放不下备份：/backups' })
  expect(ctx.problems.list()).toMatchObject([{ place: 'back up the site' }])
  const { ok } = await site.ok(ready)
  expect([ok, (await site.remark())?.remark]).toEqual([true, expect.stringContaining('没有做成：磁盘放不下备份')])
  await workOnBackups(ctx, GO_ON, run)
  expect(seen.length).toBe(0)
  clock.advance(HOUR_MS)
  await workOnBackups(ctx, GO_ON, run)
  expect(seen.length).toBe(1)
  clock.advance(2000)
  expect((await site.remark())?.remark).not.toContain('没有做成')
})

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

it('is made by one node at a time, and taken over from one that is gone', { timeout: SLOW_MS }, async () => {
  const { ctx, clock, set, seen, run, dashboard } = await stage()
  await set({ backup: 'folder' })
  const [began, finished] = [deferred(), deferred()]
  const first = workOnBackups(ctx, GO_ON, async (job, options) => {
    began.resolve()
    await finished.promise
    return run(job, options)
  })
  await began.promise
  await Promise.all([workOnBackups(ctx, GO_ON, run), workOnBackups(ctx, GO_ON, run)])
  expect(seen.length).toBe(0)
  expect((await dashboard()).running_since).toMatch(/^2026-09-01T04:00/)
  finished.resolve()
  await first
  expect(seen.length).toBe(1)
  expect((await dashboard()).running_since).toBeNull()

  clock.advance(24 * HOUR_MS)
  // Killed: it neither ends nor renews its lease.
  const killed = deferred()
  void workOnBackups(ctx, GO_ON, () => {
    killed.resolve()
    return new Promise(() => {})
  })
  await killed.promise
  clock.advance(3 * 60_000)
  expect((await dashboard()).running_since).toBeNull()
  await workOnBackups(ctx, GO_ON, run)
  expect(seen.length).toBe(2)
  const rows = await ctx.db.selectFrom('backups').select(['state', 'note']).orderBy('id').execute()
  expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  expect(rows[1]?.note).toContain('服务器停了')
})

it('is given up with the server, and begun anew by the next', { timeout: SLOW_MS }, async () => {
  const { ctx, set, seen, run } = await stage()
  await set({ backup: 'folder' })
  const stopping = new AbortController()
  await workOnBackups(ctx, stopping.signal, (job, options) => {
    stopping.abort()
    return runBackup(job, options)
  })
  expect(await ctx.db.selectFrom('backups').select('id').execute()).toEqual([])
  await workOnBackups(ctx, GO_ON, run)
  expect(seen.length).toBe(1)
})

it('is a whole archive, made by a process of its own, and old ones go', { timeout: SLOW_MS }, async () => {
  const { ctx, set, dashboard } = await stage()
  await makePost(ctx, await makeUser(ctx), { pictures: 1 })
  const folder = ctx.config.backupDir
  await mkdir(folder)
  const day = (n: number) => `shiliu-202608${String(n).padStart(2, '0')}-200000.tar`
  for (const n of [18, 27, 28, 29, 30]) await writeFile(join(folder, day(n)), 'old')
  await writeFile(join(folder, 'mine.tar'), 'not ours')
  const left = join(folder, 'shiliu-20260829-200001.tar.partial')
  await writeFile(left, 'of a process that was killed')
  await utimes(left, 0, 0)
  await set({ backup: 'folder', backup_keep_days: 2, backup_keep_weeks: 0, backup_keep_months: 0 })
  await workOnBackups(ctx, GO_ON)
  const made = 'shiliu-20260901-040000.tar'
  expect(readdirSync(folder).toSorted()).toEqual(['mine.tar', day(30), made].toSorted())
  expect(statSync(join(folder, made)).mode & 0o777).toBe(0o600)
  expect((await dashboard()).bytes).toBe(statSync(join(folder, made)).size)
})

it('fails in words where the process cannot do it', { timeout: SLOW_MS }, async () => {
  const site = await stage()
  const { ctx, set } = site
  await set({ backup: 's3' })
  await workOnBackups(ctx, GO_ON)
  expect((await site.dashboard()).problem).toContain('没有设置 BACKUP_S3_BUCKET')
  const job: BackupJob = {
    site: ctx.config,
    target: { kind: 'folder', folder: join(ctx.config.dataDir, 'uploads', 'here') },
    name: 'shiliu-20260901-040000.tar',
    keep: { daily: 7, weekly: 4, monthly: 12 },
    offsetMs: 0,
  }
  await expect(runBackup(job, { signal: GO_ON, onProgress: () => {} })).rejects.toThrow('谁都能下载')
  await expect(runBackup(job, { signal: GO_ON, onProgress: () => {}, silentMs: 1 })).rejects.toThrow('没有进展')
  expect(() => backupSettings('http://127.0.0.1:9', { S3_BUCKET: 'backups' })).toThrow('backups need another bucket')
})

function backupSettings(address: string, more: Record<string, string> = {}) {
  const dataDir = join(tmpdir(), 'shiliu-no-such-folder')
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER', S3_FORCE_PATH_STYLE: '1' }
  const env = { DATA_DIR: dataDir, S3_ENDPOINT: address, BACKUP_S3_BUCKET: 'backups', ...keys, ...more }
  const { backupS3 } = loadConfig(env, { readOnly: true })
  if (!backupS3) throw new Error('no bucket')
  return backupS3
}

it('goes into a bucket of its own, is read back from there, and old ones go', { timeout: SLOW_MS }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'shiliu-s3-'))
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'backups' }],
  })
  const { port } = await bucket.run()
  onTestFinished(async () => {
    await bucket.close()
    await rm(directory, { recursive: true, force: true })
  })
  const { ctx, clock, set, dashboard } = await stage()
  await makePost(ctx, await makeUser(ctx), { pictures: 1 })
  ctx.config.backupS3 = backupSettings(`http://127.0.0.1:${port}`)
  await set({ backup: 's3', backup_keep_days: 1, backup_keep_weeks: 0, backup_keep_months: 0 })
  await workOnBackups(ctx, GO_ON)
  expect(await dashboard()).toMatchObject({ problem: null, schedule: 's3' })
  const destination = await backupBucket(ctx.config.backupS3)
  const [first] = await destination.list()
  expect((await verifyArchive(destination.read(first?.name ?? ''))).pictures.count).toBe(1)
  clock.advance(24 * HOUR_MS)
  await workOnBackups(ctx, GO_ON)
  expect((await destination.list()).map(({ name }) => name)).toEqual(['shiliu-20260902-040000.tar'])
  expect(existsSync(ctx.config.backupDir)).toBe(false)
})

it('says that a bucket hangs, is away or is none', { timeout: SLOW_MS }, async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const hanging = await backupBucket(backupSettings(`http://127.0.0.1:${port}`), { callMs: 300, partMs: 300 })
  await expect(hanging.create('shiliu-20260901-040000.tar')).rejects.toThrow('备份的存储桶 backups：1 秒没有回答')
  await expect(hanging.list()).rejects.toThrow('没有回答')
  const away = await backupBucket(backupSettings('http://127.0.0.1:1'))
  await expect(away.list()).rejects.toThrow('备份的存储桶 backups')
})
