/** What keeps an import from going on is said in words, and the next run goes on. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acquireSingleInstanceLock } from '#platform/db/single-instance-lock.ts'
import { openResources } from '#resources.ts'
import { cli, driftOf, ENGINES, emptySite, openSite } from '#test/import-target.ts'
import { createOldSite, insertFaults, insertMany } from '#test/old-site.ts'
import { startServerProcess } from '#test/server-process.ts'
import { startProxy, through } from '#test/stallable-proxy.ts'
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
    expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
  })

  it('that is being served is left alone', async () => {
    const [old, config] = [await smallSite(), await emptySite(engine)]
    const lock = await acquireSingleInstanceLock(config)
    onTestFinished(() => lock.release())
    const refused = await cli(config, 'import', '--from', old.url)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('正在运行') })
  })
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
  await resources.close()
  expect(await cli(config, 'import', '--from', old.url)).toMatchObject({ code: 0, err: '' })
  expect(await driftOf(await openSite(config))).toEqual([])
})
