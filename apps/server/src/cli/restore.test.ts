/** A stopped restore leaves nothing that passes for a site, and the next one is complete; from a bucket, too. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { backupFolder } from '#platform/backup/destinations.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { type ReadBackup, readBackupFile, restoreBackup } from '#platform/backup/restore-backup.ts'
import { backupBucket } from '#platform/backup/s3-destination.ts'
import { DAY_MS } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { setMark } from '#platform/db/marks.ts'
import type { BucketOptions } from '#platform/storage/s3-client.ts'
import { openResources } from '#resources.ts'
import { backedUp, emptyMachine, run, sumsOf } from '#test/backed-up-site.ts'
import { startBucket } from '#test/buckets.ts'
import { newMysqlDatabase } from '#test/mysql-databases.ts'
import { startProxy, through } from '#test/stallable-proxy.ts'

const SLOW_MS = 60_000

/** Without a database, of the engine that the tests run on. */
async function machineOfEngine(): Promise<Config> {
  if (inject('engine') === 'sqlite') return emptyMachine()
  const { url, giveBack } = await newMysqlDatabase()
  onTestFinished(giveBack)
  return emptyMachine({ DATABASE_URL: url })
}

const start = (config: Config) =>
  openResources(config, { log: pino({ level: 'silent' }) }).then((resources) => resources.close())

const picturesOf = ({ dataDir }: Config) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'))

/** The second reading, which writes, breaks off there. */
function breakingOff(file: string, at: number): ReadBackup {
  let readings = 0
  return async function* () {
    const bytes = readFileSync(file)
    if (++readings === 1) return yield bytes
    yield bytes.subarray(0, at)
    throw new Error('the process ends here')
  }
}

it('is refused by servers while a part of it is there, until the next restore ends it', {
  // Making schemas on MySQL takes a while on a busy disk.
  timeout: 4 * SLOW_MS,
}, async () => {
  const { file, sums } = await backedUp()
  const machine = await machineOfEngine()
  const isMysql = machine.database.engine === 'mysql'
  const bytes = readFileSync(file)
  // In the last picture, when all rows are written.
  const at = bytes.lastIndexOf('uploads/') + 600
  await expect(restoreBackup(breakingOff(file, at), machine)).rejects.toThrow('the process ends here')
  expect(picturesOf(machine)).toEqual([])
  expect(readdirSync(machine.dataDir).filter((name) => name.endsWith('.partial'))).toEqual([])
  // As a process leaves it that was killed.
  if (!isMysql) await writeFile(join(machine.dataDir, 'shiliu.db.restoring'), '')
  await expect(start(machine)).rejects.toThrow('never finished')
  expect(await run(machine, 'restore', file, '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await sumsOf(machine.database)).toEqual(sums)
  expect(picturesOf(machine).length).toBe(4)
  const again = { ...machine, jwtSecret: readFileSync(join(machine.dataDir, 'jwt-secret'), 'utf8').trim() }
  await start(again)
  if (isMysql) return

  // It was killed when the database had its name and the secret had not: there is no site to be kept.
  const { db, close } = openDatabase(machine.database)
  await setMark(db, 'copying', 1)
  await close()
  await expect(start(again)).rejects.toThrow('never finished')
  const ended = await run(again, 'restore', file, '--yes')
  expect(ended).toMatchObject({ code: 0, out: expect.not.stringContaining('原来的数据库保留在') })
  expect(await sumsOf(machine.database)).toEqual(sums)
  await start(again)
})

it.each(['progress', 'adjustRows'] as const)('leaves nothing where it is told to stop at %s', async (at) => {
  const { file } = await backedUp()
  const machine = await emptyMachine()
  const stop = new AbortController()
  const end = async () => stop.abort(new Error('told to stop'))
  const stopped = restoreBackup(readBackupFile(file), machine, { signal: stop.signal, [at]: end })
  await expect(stopped).rejects.toThrow('told to stop')
  expect(readdirSync(machine.dataDir, { recursive: true }).filter((name) => /db|partial|webp/.test(`${name}`))).toEqual(
    [],
  )
})

it('leaves the old site where the secret cannot be written', { timeout: SLOW_MS }, async () => {
  const { file } = await backedUp()
  const machine = await emptyMachine({ JWT_SECRET: 'x'.repeat(32) })
  await run(machine, 'user:create', 'old_one', '-p', 'secret12')
  const before = await sumsOf(machine.database)
  for (const name of ['jwt-secret.from-backup.partial', 'jwt-secret.from-backup']) {
    const inTheWay = join(machine.dataDir, name)
    await mkdir(inTheWay)
    await expect(restoreBackup(readBackupFile(file), machine)).rejects.toThrow()
    expect(readdirSync(machine.dataDir).filter((left) => /before-restore|restoring/.test(left))).toEqual([])
    expect(picturesOf(machine)).toEqual([])
    expect(await sumsOf(machine.database)).toEqual(before)
    await rmdir(inTheWay)
  }
})

it('brings back what was ended since, unless told to end it, and keeps the trash for a day', {
  timeout: SLOW_MS,
}, async () => {
  const { ctx, ann, note } = await backedUp()
  const row = { target_type: 1, target_id: note.id, actor: 'site', deleted_at: 0, purge_at: 1 }
  await ctx.db.insertInto('trash').values(row).execute()
  const file = join(ctx.config.dataDir, 'again.tar')
  expect(await run(ctx.config, 'backup', file)).toMatchObject({ code: 0 })
  const sums = await sumsOf(ctx.config.database)
  await ctx.db.updateTable('sessions').set({ is_active: 0 }).execute()

  const machine = await emptyMachine()
  const active = async () => {
    const { db, close } = openDatabase(machine.database)
    const rows = await db.selectFrom('sessions').select('user_id').where('is_active', '=', 1).execute()
    const trash = await db.selectFrom('trash').select('purge_at').execute()
    await close()
    return { users: rows.map((session) => session.user_id), trash: trash.map(({ purge_at }) => purge_at) }
  }
  const before = Date.now()
  const restored = await run(machine, 'restore', file, '--yes')
  expect(restored).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/回收站里有 1 项.*\n.*--end-sessions/),
  })
  const { users, trash } = await active()
  expect(users).toContain(ann.id)
  expect(trash.map((at) => at >= before + DAY_MS && at <= Date.now() + DAY_MS)).toEqual([true])
  // But for that it is the site of the backup.
  const { trash: _kept, ...others } = await sumsOf(machine.database)
  expect({ ...others, trash: sums.trash }).toEqual(sums)

  const ended = await run(machine, 'restore', file, '--yes', '--end-sessions')
  expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(/结束了 \d+ 个登录，所有人要重新登录/) })
  expect(ended.out).not.toContain('--end-sessions')
  expect((await active()).users).toEqual([])
})

if (inject('engine') === 'mysql')
  it('says that the database hangs, and begins anew', { timeout: SLOW_MS }, async () => {
    const { file, sums } = await backedUp()
    const machine = await machineOfEngine()
    const { url } = machine.database as { url: string }
    const proxy = await startProxy(url)
    const behind: Config = { ...machine, database: { engine: 'mysql', url: through(proxy, url) } }
    const options = { answerMs: 500, progress: () => proxy.stall() }
    await expect(restoreBackup(readBackupFile(file), behind, options)).rejects.toThrow('没有回答')
    await expect(start(machine)).rejects.toThrow('never finished')
    expect(await run(machine, 'restore', file, '--yes')).toMatchObject({ code: 0, err: '' })
    expect(await sumsOf(machine.database)).toEqual(sums)
    // The database that had the name before still needs it.
    const kept = readdirSync(machine.dataDir).find((name) => name.startsWith('jwt-secret.before-restore-')) ?? ''
    expect(readFileSync(join(machine.dataDir, kept), 'utf8').trim()).toBe(machine.jwtSecret)
  })

const inBucket = (address: string) => ({
  BACKUP_S3_BUCKET: 'pictures',
  BACKUP_S3_ENDPOINT: address,
  BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
  BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_FORCE_PATH_STYLE: '1',
})

it('comes out of a bucket without another tool, which may hang', { timeout: SLOW_MS }, async () => {
  const { address } = await startBucket()
  const { ctx, sums } = await backedUp(inBucket(address))
  const machine = await emptyMachine(inBucket(address))
  expect((await run(machine, 'backups')).out).not.toContain('恢复其中一个')
  const made = await run(ctx.config, 'backup', 's3:')
  expect(made).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/已备份到 s3:shiliu-\d{8}-\d{6}-manual\.tar（/),
  })

  const listed = await run(machine, 'backups')
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(`${machine.backupDir}：还没有备份\n`) })
  expect(listed.out).toContain('恢复其中一个')
  const [name = ''] = /s3:shiliu-\S+/.exec(listed.out) ?? []
  expect(made.out).toContain(name)

  // It stops in the middle, while it is checked and while it is written.
  const proxy = await startProxy(address)
  const options = { ...machine.backupS3, endpoint: `http://127.0.0.1:${proxy.port}` } as BucketOptions
  const bucket = await backupBucket(options, { callMs: 900, partMs: 900 })
  for (const stallAt of [1, 2]) {
    let readings = 0
    const stalling: ReadBackup = async function* () {
      readings++
      const all = bucket.read(name.slice(3))
      if (readings !== stallAt) return yield* all
      for await (const chunk of all) {
        yield chunk.subarray(0, 3000)
        proxy.stall()
        yield* bucket.read(name.slice(3))
      }
    }
    await expect(restoreBackup(stalling, machine)).rejects.toThrow('备份的存储桶 pictures：1 秒没有回答')
    proxy.resume()
    expect(readdirSync(machine.dataDir).filter((file) => /db|uploads/.test(file))).toEqual([])
  }
  const sink = await bucket.create('shiliu-20260101-000000.tar')
  proxy.stall()
  await sink.write(Buffer.alloc(1000))
  await expect(sink.finish()).rejects.toThrow('没有回答')
  proxy.resume()
  const hanging = makeBackup(ctx.config, bucket, { name: 'shiliu-20260102-000000.tar', progress: () => proxy.stall() })
  await expect(hanging).rejects.toThrow('备份的存储桶 pictures：1 秒没有回答')
  proxy.resume()
  const direct = await backupBucket(machine.backupS3 as BucketOptions)
  expect((await direct.list()).map((stored) => stored.name)).toEqual([name.slice(3)])

  expect(await run(machine, 'restore', name, '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await sumsOf(machine.database)).toEqual(sums)
  expect(picturesOf(machine).length).toBe(4)

  for (const [argv, words] of [
    [['restore', 's3:', '--yes'], 'backups 列出都有哪些'],
    [['restore', 's3:shiliu-20200101-000000.tar', '--yes'], '里面没有这个备份'],
    [['backup', 's3:mine.tar'], '后面不写名字'],
  ] as const)
    expect(await run(machine, ...argv)).toMatchObject({ code: 1, err: expect.stringContaining(words) })
  expect((await run(await emptyMachine(), 'backup')).err).toContain('没有找到数据库')
  const unset = await run(await emptyMachine(), 'restore', name, '--yes')
  expect(unset).toMatchObject({ code: 1, err: expect.stringContaining('BACKUP_S3_BUCKET') })
})

/** A file system in memory, until the end of the test. */
async function smallDisk(kilobytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' })
  onTestFinished(async () => {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  })
  return folder
}

function mayMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

if (inject('engine') === 'sqlite' && mayMount())
  it('gives a full disk back as it was', { timeout: SLOW_MS }, async () => {
    const { ctx, file } = await backedUp()
    const whole = statSync((ctx.config.database as { file: string }).file).size
    // Enough for half of the database, and for all of it without its pictures.
    for (const kilobytes of [Math.round(whole / 2048), Math.round((whole * 1.1) / 1024) + 40]) {
      const disk = await smallDisk(kilobytes)
      const machine = await emptyMachine({ DATA_DIR: disk })
      const before = statfsSync(disk).bfree
      const refused = await run(machine, 'restore', file, '--yes')
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/磁盘满了。原来的数据没有动/) })
      expect(readdirSync(disk).filter((name) => /db$|restoring/.test(name))).toEqual([])
      expect(picturesOf(machine)).toEqual([])
      // But for a folder and the lock.
      expect(statfsSync(disk).bfree).toBeGreaterThan(before - 40)
    }
    const disk = await smallDisk(Math.round(statSync(file).size / 2048))
    const folder = backupFolder(disk, { freeBytes: async () => Number.POSITIVE_INFINITY })
    await expect(makeBackup(ctx.config, folder, { name: 'site.tar' })).rejects.toThrow('磁盘已满')
    expect([readdirSync(disk), existsSync(file)]).toEqual([[], true])
  })
