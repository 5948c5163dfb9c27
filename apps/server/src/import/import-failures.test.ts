/** What keeps an import from going on is said in words, and the next run goes on. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acquireSingleInstanceLock } from '#platform/db/single-instance-lock.ts'
import { openResources } from '#resources.ts'
import { bucketSettings, startBucket } from '#test/buckets.ts'
import { cli, driftOf, ENGINES, emptySite } from '#test/import-target.ts'
import { missingMysqlDatabase } from '#test/mysql-databases.ts'
import { createOldSite, insertFaults, insertMany, oldUploads } from '#test/old-site.ts'
import { startServerProcess } from '#test/server-process.ts'
import { startProxy, through } from '#test/stallable-proxy.ts'
import { openSite } from '#test/test-app.ts'
import { asUserError } from './import.command.ts'
import { importSite } from './import-site.ts'
import { openSource } from './source.ts'

async function smallSite() {
  const old = await createOldSite()
  await insertMany(old, { users: 20, posts: 300 })
  return old
}

describe('the old database', () => {
  it.each([
    ['nonsense', '--from 要写成 mysql://'],
    ['mysql://127.0.0.1:3306', '--from 要写成 mysql://'],
    ['mysql://root@127.0.0.1:1/site', '那里没有数据库在听'],
    ['mysql://root@nowhere.invalid/site', '没有这台主机'],
  ])('%s is refused in words', async (from, words) => {
    const config = await emptySite('sqlite')
    const refused = await cli(config, 'import', '--from', from)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) })
  })

  it('is named with a wrong password, never the password', async () => {
    const url = new URL((await createOldSite()).url)
    Object.assign(url, { username: 'nobody', password: 'very-secret' })
    const { code, err } = await cli(await emptySite('sqlite'), 'import', '--from', url.href)
    expect([code, err]).toEqual([1, expect.stringMatching(/nobody@.+用户或密码不对/)])
    expect(err).not.toContain('very-secret')
  })

  it('must be there and have its tables', async () => {
    const old = await createOldSite()
    const config = await emptySite('sqlite')
    const other = new URL(old.url)
    other.pathname = '/there_is_none'
    expect((await cli(config, 'import', '--from', other.href)).err).toMatch(/没有这个数据库/)
    await old.connection.query('drop table post_tags')
    await old.connection.query('alter table posts drop column view_count')
    const { code, err } = await cli(config, 'import', '--from', old.url)
    expect([code, err]).toEqual([1, expect.stringContaining('里面没有表 posts 的列 view_count、表 post_tags')])
  })

  it('that accepts and says nothing is given up', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const { port } = silent.address() as AddressInfo
    const start = performance.now()
    const refused = await cli(await emptySite('sqlite'), 'import', '--from', `mysql://root@127.0.0.1:${port}/site`)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('5 秒没有回答') })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it('that hangs in the middle is given up, and the next run goes on', async () => {
    const old = await smallSite()
    const proxy = await startProxy(old.url)
    const config = await emptySite('sqlite')
    const resources = await openResources(config, { log: pino({ level: 'silent' }) })
    const source = await openSource(through(proxy, old.url), { answerMs: 1000 })
    const stalled = importSite(resources.ctx, {
      source,
      uploads: null,
      progress: (label) => void (label === '评论' && proxy.stall()),
    }).finally(() => source.close())
    await expect(stalled).rejects.toThrow('1 秒没有回答')
    const some = await resources.ctx.db.selectFrom('comments').select('id').execute()
    expect(some).toHaveLength(300)
    await resources.close()
    expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
    const site = await openSite(config)
    expect(await site.ctx.db.selectFrom('comments').select('id').execute()).toHaveLength(900)
    expect(await driftOf(site)).toEqual([])
  })

  it('is only read', async () => {
    const old = await createOldSite()
    await insertFaults(old)
    const checksums = async () => {
      const [rows] = await old.connection.query('checksum table users, posts, comments, likes, tags, categories, admin')
      return rows
    }
    const before = await checksums()
    await cli(await emptySite('sqlite'), 'import', '--from', old.url)
    expect(await checksums()).toEqual(before)
    const source = await openSource(old.url)
    onTestFinished(() => source.close())
    await expect(source.read('posts; drop table posts; --' as 'posts', { after: 0, limit: 1 })).rejects.toThrow()
  })
})

it('gives the report that nobody got, once', async () => {
  const [old, config] = [await smallSite(), await emptySite('sqlite')]
  const resources = await openResources(config, { log: pino({ level: 'silent' }) })
  const source = await openSource(old.url)
  // A process that is killed leaves no more than this.
  await importSite(resources.ctx, { source, uploads: null }).finally(() => source.close())
  await resources.close()
  const again = await cli(config, 'import', '--from', old.url)
  expect(again).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/从以前的站点搬来：.+全部写在 /s) })
  expect(again.out).toMatch(/笔记和草稿 +300 +300 +0/)
  expect(readdirSync(config.dataDir).filter((name) => name.startsWith('import-report-'))).toHaveLength(1)
  const twice = await cli(config, 'import', '--from', old.url)
  expect(twice).toMatchObject({ code: 1, out: '', err: expect.stringContaining('搬完了，不能再搬一次') })
})

it('puts pictures into the bucket of the new site, which may be away', async () => {
  const [old, folder, bucket] = [await createOldSite(), await oldUploads(), await startBucket()]
  await insertFaults(old)
  const proxy = await startProxy(bucket.address)
  const config = await emptySite('sqlite', bucketSettings(`http://127.0.0.1:${proxy.port}`))
  const command = ['import', '--from', old.url, '--uploads', folder]
  proxy.cut()
  proxy.refuse()
  const stopped = await cli(config, ...command)
  expect(stopped).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/对象存储.+再运行同样的命令/) })
  proxy.accept()
  expect(await cli(config, ...command)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/图片搬来 \d 张/),
  })
  expect(existsSync(join(config.dataDir, 'uploads'))).toBe(false)
  const site = await openSite(config)
  const { images } = (await site.get('/posts/1')).data
  const old_address = await site.app.inject('/uploads/b.png')
  expect([old_address.statusCode, old_address.headers.location]).toEqual([302, images[1]])
  expect(images[1]).toMatch(/^http:.+\/pictures\//)
  expect((await fetch(images[1])).headers.get('content-type')).toBe('image/webp')
  expect(await driftOf(site)).toEqual([])
})

describe.each(ENGINES)('a site on %s', (engine) => {
  it('with content is left alone, one that was only started is not', async () => {
    const [old, config] = [await smallSite(), await emptySite(engine)]
    await cli(config, 'user:create', 'somebody')
    for (const more of [[], ['--dry-run']]) {
      const refused = await cli(config, 'import', '--from', old.url, ...more)
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('已经有内容') })
    }
    const site = await openSite(config)
    await site.ctx.db.deleteFrom('users').execute()
    await sql`delete from search_names`.execute(site.ctx.db)
    const { createFirstCategories } = await import('#modules/categories/first-categories.service.ts')
    await createFirstCategories(site.ctx)
    await site.close()
    await cli(config, 'admin:create', 'Admin', '-p', 'shiliu-123')
    expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
    const again = await openSite(config)
    expect((await again.get('/categories')).data).toHaveLength(8)
    expect(await again.ctx.db.selectFrom('admins').select('username').execute()).toEqual([
      { username: 'Admin' },
      { username: '站长' },
    ])
  })

  it('goes on only with the same old site and folder', async () => {
    const [old, other, config] = [await smallSite(), await createOldSite(), await emptySite(engine)]
    await insertFaults(other)
    const resources = await openResources(config, { log: pino({ level: 'silent' }) })
    const source = await openSource(old.url)
    const stop = () => {
      throw new Error('stopped')
    }
    const half = importSite(resources.ctx, { source, uploads: null, progress: stop }).finally(() => source.close())
    await expect(half).rejects.toThrow('stopped')
    await resources.close()
    const started = startServerProcess(config, { JWT_SECRET: config.jwtSecret })
    await expect(started).rejects.toThrow('An import from another site was interrupted')
    const withOther = await cli(config, 'import', '--from', other.url)
    expect(withOther).toMatchObject({ code: 1, err: expect.stringContaining('是另一个站点') })
    const withFolder = await cli(config, 'import', '--from', old.url, '--uploads', tmpdir())
    expect(withFolder).toMatchObject({ code: 1, err: expect.stringContaining('上次没有给 --uploads') })
    const missing = await cli(config, 'import', '--from', old.url, '--uploads', '/there/is/none')
    expect(missing).toMatchObject({ code: 1, err: '没有这个目录：/there/is/none\n' })
    const at = 'https://old.example.edu/uploads'
    const withAddress = await cli(config, 'import', '--from', old.url, '--uploads', at)
    expect(withAddress).toMatchObject({ code: 1, err: expect.stringContaining('上次没有给 --uploads 地址') })
    expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
  })

  it('that is being served is left alone', async () => {
    const [old, config] = [await smallSite(), await emptySite(engine)]
    const lock = await acquireSingleInstanceLock(config)
    onTestFinished(() => lock.release())
    const refused = await cli(config, 'import', '--from', old.url)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('正在使用') })
  })
})

it.each([
  ['http://old.example.edu:3001/uploads', '要以 https 开头'],
  ['https://new.example.edu/uploads', '是新站点自己的'],
  ['https://', '的地址不对'],
])('refuses %s, where pages could show no picture', async (uploads, words) => {
  const config = await emptySite('sqlite', { PUBLIC_URL: 'https://new.example.edu' })
  const refused = await cli(config, 'import', '--from', 'mysql://root@127.0.0.1:1/site', '--uploads', uploads)
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(words) })
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a dry run that %s ends leaves nothing behind', async (signal) => {
  const old = await smallSite()
  const proxy = await startProxy(old.url)
  const [config, folder] = [await emptySite('sqlite'), await mkdtemp(join(tmpdir(), 'shiliu-tmp-'))]
  onTestFinished(() => rm(folder, { recursive: true }))
  // What tells that it is at work: the copy has come some way.
  proxy.stallAfter(4000)
  const argv = ['src/cli.ts', 'import', '--from', through(proxy, old.url), '--dry-run']
  const child = spawn(process.execPath, argv, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, DATA_DIR: config.dataDir, JWT_SECRET: config.jwtSecret, TMPDIR: folder },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const files = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('shiliu.db'))
  await expect.poll(files, { timeout: 20_000 }).toHaveLength(1)
  child.kill(signal)
  expect(await exited).toEqual([null, signal])
  expect(readdirSync(folder).filter((name) => name.startsWith('shiliu-dry-run-'))).toEqual([])
})

it('keeps no password in a dry run', async () => {
  const [old, config] = [await smallSite(), await emptySite('sqlite')]
  const resources = await openResources(config, { log: pino({ level: 'silent' }) })
  onTestFinished(() => resources.close())
  const source = await openSource(old.url)
  await importSite(resources.ctx, { source, uploads: null, dryRun: true }).finally(() => source.close())
  const { db } = resources.ctx
  for (const table of ['users', 'admins'] as const) {
    const rows = await db.selectFrom(table).select('password_hash').distinct().execute()
    expect([table, rows]).toEqual([table, [{ password_hash: '' }]])
  }
})

it('never makes a site of a database with other tables, such as the old one itself', async () => {
  const old = await smallSite()
  const config = await emptySite('mysql', {})
  const itself = { ...config, database: { engine: 'mysql' as const, url: old.url } }
  const refused = await cli(itself, 'import', '--from', old.url)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('里有别的表') })
  const [tables] = await old.connection.query('show tables')
  expect(tables).toHaveLength(13)
})

it('makes the database where there is none, but not to try', async () => {
  const old = await smallSite()
  const { url, giveBack } = missingMysqlDatabase()
  onTestFinished(giveBack)
  const config = { ...(await emptySite('sqlite')), database: { engine: 'mysql', url } as const }
  expect(await cli(config, 'import', '--from', old.url, '--dry-run')).toMatchObject({ code: 0, err: '' })
  const target = createConnection({ uri: url })
  await expect(target).rejects.toThrow('Unknown database')
  expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
  expect(await driftOf(await openSite(config))).toEqual([])
})

it('says that the disk is full, and goes on when it is not', async () => {
  const [old, config] = [await smallSite(), await emptySite('sqlite')]
  const resources = await openResources(config, { log: pino({ level: 'silent' }) })
  const pages = async () => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(resources.ctx.db)
    return rows[0]?.page_count ?? 0
  }
  const most = (await pages()) + 60
  await sql.raw(`pragma max_page_count = ${most}`).execute(resources.ctx.db)
  const source = await openSource(old.url)
  const stopped = importSite(resources.ctx, { source, uploads: null }).finally(() => source.close())
  const error = await stopped.catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'SQLITE_FULL' })
  expect(String(asUserError(error))).toMatch(/磁盘满了.+再运行同样的命令/)
  expect(String(asUserError(Object.assign(new Error('write'), { code: 'ENOSPC' })))).toContain('磁盘满了')
  const unread = Object.assign(new Error('open'), { code: 'EACCES', syscall: 'open', path: '/srv/a.png' })
  expect(String(asUserError(unread))).toContain('磁盘上的文件读写不了（/srv/a.png：EACCES）')
  await resources.close()
  expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
  expect(await driftOf(await openSite(config))).toEqual([])
})
