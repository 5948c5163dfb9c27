/** A backup holds the whole site, restores on either engine, and is refused where anything about it is wrong. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { API_PREFIX } from '@shiliu/contract/limits'
import SqliteDatabase from 'better-sqlite3'
import { pino } from 'pino'
import { expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '#app.ts'
import { type Entry, type Manifest, readEntries, writeArchive } from '#platform/backup/archive.ts'
import { backupFolder } from '#platform/backup/destinations.ts'
import type { Clock } from '#platform/clock.ts'
import { type Config, loadConfig } from '#platform/config.ts'
import { openResources } from '#resources.ts'
import { backedUp, emptyMachine, run, sumsOf } from '#test/backed-up-site.ts'
import { bucketSettings, startBucket } from '#test/buckets.ts'
import { missingMysqlDatabase } from '#test/mysql-databases.ts'
import { startServerProcess } from '#test/server-process.ts'

const SLOW_MS = 60_000

async function serve(config: Config, clock: Clock) {
  const resources = await openResources(config, { log: pino({ level: 'silent' }), clock })
  const app = await buildApp(resources.ctx)
  onTestFinished(async () => {
    await app.close()
    await resources.close()
  })
  return app
}

/** Making two schemas on MySQL takes a while on a busy disk. */
const SLOWEST_MS = 4 * SLOW_MS

it('restores the whole site on an empty machine, of the other engine too', { timeout: SLOWEST_MS }, async () => {
  const { ctx, ann, note, file, made, sums, app } = await backedUp()
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/核对无误\n.*图片 2 张\n/) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(file, '..'))).toEqual(['site.tar'])
  const before = await app.inject(`${API_PREFIX}/posts/${note.id}`)

  const machine = await emptyMachine()
  const restored = await run(machine, 'restore', file, '--yes')
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('密钥换成了备份里的') })
  expect(await sumsOf(machine.database)).toEqual(sums)
  const again = { ...machine, jwtSecret: readFileSync(join(machine.dataDir, 'jwt-secret'), 'utf8').trim() }
  expect(again.jwtSecret).toBe(ctx.config.jwtSecret)
  const there = await serve(again, ctx.clock)
  const answer = await there.inject(`${API_PREFIX}/posts/${note.id}`)
  expect(answer.json().data).toEqual(before.json().data)
  const pictures = answer.body.match(/\/uploads\/[^"]+\.webp/g) ?? []
  expect(pictures.length).toBeGreaterThan(0)
  for (const url of pictures) {
    const [old, copy] = await Promise.all([app.inject(url), there.inject(url)])
    expect([copy.statusCode, copy.rawPayload.equals(old.rawPayload)]).toEqual([200, true])
  }
  // Who was signed in still is.
  const me = await there.inject({ url: `${API_PREFIX}/auth/me`, headers: { authorization: `Bearer ${ann.token}` } })
  expect(me.statusCode).toBe(200)

  if (inject('engine') !== 'mysql') return expectFound(again, note.id)
  // And back.
  const back = join(machine.dataDir, 'back.tar')
  expect(await run(again, 'backup', back)).toMatchObject({ code: 0 })
  const { url, giveBack } = missingMysqlDatabase()
  onTestFinished(giveBack)
  const mysql = await emptyMachine({ DATABASE_URL: url })
  expect(await run(mysql, 'restore', back, '--yes')).toMatchObject({ code: 0, err: '' })
  expect(await sumsOf(mysql.database)).toEqual(sums)
  const twice = await run(mysql, 'restore', back, '--yes')
  expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('已经有数据') })
  expect(await sumsOf(mysql.database)).toEqual(sums)
  await expectFound(mysql, note.id)
})

/** The server writes the index, which is no part of a backup, as soon as it starts. */
async function expectFound(config: Config, id: number): Promise<void> {
  const { address, end } = await startServerProcess(config)
  const search = async () => {
    const found = await fetch(`${address}${API_PREFIX}/search?type=posts&keyword=${encodeURIComponent('银杏')}`)
    const { data } = (await found.json()) as { data: { posts: { data: { id: number }[] } } }
    return data.posts.data.map((post) => post.id)
  }
  await expect.poll(search, { timeout: 20_000 }).toEqual([id])
  await end('SIGTERM')
}

it('keeps what it replaces, and refuses while the site runs', async () => {
  const { file } = await backedUp()
  const machine = await emptyMachine()
  await run(machine, 'user:create', 'old_one', '-p', 'secret12')
  expect(await run(machine, 'restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
  const running = new SqliteDatabase(`${(machine.database as { file: string }).file}.lock`)
  running.exec('begin exclusive')
  const refused = await run(machine, 'restore', file, '--yes')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('正在使用') })
  running.close()
  const folder = await run(machine, 'restore', machine.dataDir, '--yes')
  expect(folder).toMatchObject({ code: 1, err: expect.stringMatching(/读不了 .*：EISDIR/) })

  const own = machine.jwtSecret
  const { code, out } = await run(machine, 'restore', file, '--yes')
  expect([code, out]).toEqual([0, expect.stringMatching(/原来的数据库保留在 .*shiliu\.db\.before-restore-/)])
  const kept = readdirSync(machine.dataDir).find((name) => name.startsWith('jwt-secret.before-restore-')) ?? ''
  expect(readFileSync(join(machine.dataDir, kept), 'utf8').trim()).toBe(own)

  // A secret of the environment is not ours to change.
  const set = await emptyMachine({ JWT_SECRET: 'x'.repeat(32) })
  expect((await run(set, 'restore', file, '--yes')).out).toContain('jwt-secret.from-backup')
})

it('refuses what is damaged, cut, foreign or of a newer version, before it touches anything', async () => {
  const { file } = await backedUp()
  const machine = await emptyMachine()
  const { size } = statSync(file)
  const copy = join(machine.dataDir, 'copy.tar')
  const refuses = async (words: RegExp) => {
    const { code, err } = await run(machine, 'restore', copy, '--yes')
    expect([code, err]).toEqual([1, expect.stringMatching(words)])
    expect(readdirSync(machine.dataDir).filter((name) => /db$|restoring|uploads/.test(name))).toEqual([])
  }
  for (const at of [540, Math.floor(size / 2), size - 2000]) {
    await copyFile(file, copy)
    const opened = await open(copy, 'r+')
    const { buffer } = await opened.read(Buffer.alloc(64), 0, 64, at)
    await opened.write(
      buffer.map((byte) => byte ^ 0x15),
      0,
      64,
      at,
    )
    await opened.close()
    await refuses(/已经损坏|不完整/)
  }
  for (const length of [size - 2048, Math.floor(size / 2), 1000, 0]) {
    await copyFile(file, copy)
    await truncate(copy, length)
    await refuses(/已经损坏|不完整/)
  }
  await writeFile(copy, 'not a backup at all, only a text that is longer than a header of tar'.repeat(20))
  await refuses(/不完整|已经损坏/)
  await rewrite(file, copy, { steps: ['0001-accounts', '9999-future'] })
  await refuses(/更新的版本（9999-future）/)
  await rewrite(file, copy, { format: 2, version: '9.0.0' })
  await refuses(/更新的版本（9\.0\.0）/)
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024))
  await rewrite(file, copy, {}, (entry) => (entry.name.startsWith('tables/users/') ? { ...entry, body: bomb } : entry))
  await refuses(/备份已经损坏：tables\/users\/000001\.ndjson\.gz 解不开/)
  const missing = await run(machine, 'restore', join(machine.dataDir, 'nothing.tar'), '--yes')
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('没有找到备份') })
})

/** Of a server that accepts connections and says nothing. */
async function silentPort(): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** As if another version had written it. */
async function rewrite(
  from: string,
  to: string,
  change: Partial<Manifest>,
  edit: (entry: Entry) => Entry = (entry) => entry,
): Promise<void> {
  const entries: Entry[] = []
  for await (const entry of readEntries(readChunks(from))) entries.push(entry)
  const about = JSON.parse(String(entries.find(({ name }) => name === 'manifest.json')?.body))
  await rm(to, { force: true })
  const file = await open(to, 'w')
  const sink = {
    write: async (bytes: Uint8Array) => void (await file.write(bytes)),
    finish: () => file.close(),
    abort: () => file.close(),
  }
  await writeArchive(
    sink,
    async (add) => {
      for (const entry of entries) if (!entry.name.startsWith('manifest')) await add(edit(entry))
      return { ...about, ...change }
    },
    change.format,
  )
}

async function* readChunks(file: string) {
  yield await readFile(file)
}

it('leaves nothing on a full disk, nor where it may not write', async () => {
  const { ctx } = await backedUp()
  const { dataDir } = ctx.config
  const target = join(dataDir, 'full', 'site.tar')
  // No file larger than 8 KB: what a disk or a quota says when it is full.
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'silent', JWT_SECRET: ctx.config.jwtSecret }
  const database = ctx.config.database
  const child = spawn('sh', ['-c', `ulimit -f 16; exec "$0" src/cli.ts backup "$1"`, process.execPath, target], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...env, ...(database.engine === 'mysql' && { DATABASE_URL: database.url }) },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect([code, said]).toEqual([1, expect.stringContaining('备份没有写成')])
  expect(readdirSync(join(dataDir, 'full'))).toEqual([])

  const tight = backupFolder(join(dataDir, 'tight'), { freeBytes: async () => 1000 })
  const sink = await tight.create('site.tar')
  await expect(sink.write(Buffer.alloc(10))).rejects.toThrow('磁盘放不下')
  await sink.abort()
  expect(readdirSync(join(dataDir, 'tight'))).toEqual([])

  const taken = await run(ctx.config, 'backup', join(dataDir, 'backups', 'site.tar'))
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('文件已经存在') })
  const open = await run(ctx.config, 'backup', join(dataDir, 'uploads', 'ab', 'site.tar'))
  expect(open).toMatchObject({ code: 1, err: expect.stringContaining('谁都能下载') })
  const through = await run(ctx.config, 'backup', join(dataDir, 'backups', 'site.tar', 'x.tar'))
  expect(through).toMatchObject({ code: 1, err: expect.stringContaining('不能新建目录') })
})

it('removes what it began where it is interrupted', { timeout: SLOW_MS }, async () => {
  const bucket = await startBucket()
  const { ctx } = await backedUp(bucket.settings)
  const { dataDir, database, jwtSecret } = ctx.config
  const target = join(dataDir, 'interrupted', 'site.tar')
  const child = spawn(process.execPath, ['src/cli.ts', 'backup', target], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      JWT_SECRET: jwtSecret,
      // It waits for the first picture.
      ...bucketSettings(`http://127.0.0.1:${await silentPort()}`),
      ...(database.engine === 'mysql' && { DATABASE_URL: database.url }),
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  await expect.poll(() => existsSync(`${target}.partial`), { timeout: SLOW_MS }).toBe(true)
  child.kill('SIGTERM')
  const [[code], said] = await ended
  expect([code, said]).toEqual([1, expect.stringContaining('已中断。没有写完的已经去掉')])
  expect(readdirSync(join(dataDir, 'interrupted'))).toEqual([])
})

it('takes pictures out of a bucket and puts them onto the disk, and says when the bucket hangs', {
  timeout: SLOW_MS,
}, async () => {
  const bucket = await startBucket()
  const { ctx, file, made, sums } = await backedUp(bucket.settings)
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('图片 2 张') })
  const machine = await emptyMachine()
  expect(await run(machine, 'restore', file, '--yes')).toMatchObject({ code: 0 })
  expect(await sumsOf(machine.database)).toEqual(sums)
  const files = readdirSync(join(machine.dataDir, 'uploads'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((name) => name.endsWith('.webp')).length).toBe(4)
  // Back into another bucket.
  const other = await startBucket()
  const elsewhere = await emptyMachine(other.settings)
  expect(await run(elsewhere, 'restore', file, '--yes')).toMatchObject({ code: 0 })
  expect(existsSync(join(elsewhere.dataDir, 'uploads'))).toBe(false)

  const gone = {
    ...ctx.config,
    s3: loadConfig({
      DATA_DIR: ctx.config.dataDir,
      JWT_SECRET: ctx.config.jwtSecret,
      ...bucketSettings(`http://127.0.0.1:${await silentPort()}`),
    }).s3,
  }
  const failed = await run(gone, 'backup', join(machine.dataDir, 'b', 'x.tar'))
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('读不出图片') })
  expect(readdirSync(join(machine.dataDir, 'b'))).toEqual([])
})

if (inject('engine') === 'sqlite')
  it('still restores a bare file of SQLite', async () => {
    const { ctx, ann } = await backedUp()
    const machine = await emptyMachine()
    const bare = join(machine.dataDir, 'old.db')
    const source = new SqliteDatabase((ctx.config.database as { file: string }).file)
    await source.backup(bare)
    source.close()
    const { code, out } = await run(machine, 'restore', bare, '--yes')
    expect([code, out]).toEqual([0, expect.stringMatching(/已从.*\n.*\n?.*--end-sessions/)])
    const restored = new SqliteDatabase((machine.database as { file: string }).file)
    expect(restored.prepare('select nickname from users').pluck().get()).toBe(ann.nickname)
    restored.close()
    const mysql = { ...machine, database: { engine: 'mysql', url: 'mysql://x@127.0.0.1/y' } as const }
    expect(await run(mysql, 'restore', bare, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('move') })
  })
