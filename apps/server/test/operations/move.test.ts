/** The rows of a site from MySQL to SQLite and back; what else may happen to a move. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DEFAULT_SETTINGS } from '@shiliu/contract/admin/settings'
import * as auth from '@shiliu/contract/auth'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { lackOfRoom } from '#cli/move.ts'
import { lockNewSite } from '#cli/new-site.ts'
import { runCli } from '#cli/program.ts'
import { recount } from '#modules/account/recount.service.ts'
import { closeForMove, setSiteMode } from '#modules/admin/site-mode.service.ts'
import { beginRebuild, continueRebuild } from '#modules/search/rebuild.service.ts'
import type { Config, DatabaseConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { setMark } from '#platform/db/marks.ts'
import { readSettings } from '#platform/db/settings.ts'
import { keywordPhrases } from '#platform/search/tokens.ts'
import { openResources } from '#resources.ts'
import { makePost, makeUser, PASSWORD } from '#test/factories.ts'
import { seedLargeSite } from '#test/large-site.ts'
import { newMysqlDatabase } from '#test/mysql-databases.ts'
import { startCommand, startServerProcess } from '#test/server-process.ts'
import { testConfig } from '#test/test-app.ts'

/** Making a schema on MySQL takes a while on a busy disk. */
const timeout = 240_000
const log = pino({ level: 'silent' })

async function setUp(): Promise<Config> {
  const { config, remove } = await testConfig()
  onTestFinished(remove)
  return config
}

async function emptyMysql(): Promise<string> {
  const { url, giveBack } = await newMysqlDatabase()
  onTestFinished(giveBack)
  return url
}

async function run(config: Config, ...argv: string[]) {
  let [out, err] = ['', '']
  const terminal = { out: (said: string) => (out += said), err: (said: string) => (err += said), isTTY: false }
  const code = await runCli(['move', ...argv], () => config, terminal)
  return { code, out, err }
}

async function open(config: Config) {
  const resources = await openResources(config, { log })
  let closed = false
  const close = async () => {
    if (!closed) await resources.close()
    closed = true
  }
  onTestFinished(close)
  return { ctx: resources.ctx, close }
}

async function modeOf(database: DatabaseConfig) {
  const { db, close } = openDatabase(database)
  return (await readSettings(db).finally(close)).site_mode
}

const TO_SQLITE = ['move', '--to', 'sqlite', '--yes']

/** Checksums by table as printed, of tables that closing and opening the site does not change. */
const sumsIn = (out: string) =>
  Object.fromEntries(
    Array.from(out.matchAll(/^(\w+) +(\d+) 行 {2}([0-9a-f]{16})$/gm), ([, name = '', rows, sum]) => [
      name,
      `${rows} ${sum}`,
    ]).filter(([name]) => !['settings', 'audits', 'marks'].includes(name ?? '')),
  )

const small = { notes: 500, users: 500, tags: 100, categories: 10, reactions: 500, text: '今天也在图书馆 😀' }

if (inject('engine') === 'mysql')
  describe('a site on MySQL', () => {
    it('moves to SQLite and back while it is served, and nothing differs', { timeout }, async () => {
      const onMysql = await setUp()
      const { ctx, close } = await open(onMysql)
      await seedLargeSite(ctx, small)
      const ann = await makeUser(ctx, { nickname: '安🐧' })
      const note = await makePost(ctx, ann, {
        title: '鲸落的“秘密”\\',
        content: `换行<br>和 [@安🐧:${ann.user_id}]`,
        pictures: 1,
      })
      await makePost(ctx, ann, { is_draft: true, title: '草稿' })
      await setSiteMode(ctx, 'no_new_accounts')
      const counted = await recount(ctx, { check: true })
      await close()

      await startServerProcess(onMysql)
      const there = await run(onMysql, '--to', 'sqlite', '--yes')
      expect(there).toMatchObject({ code: 0, err: '' })
      expect(there.out).toContain('在 .env 里去掉 DATABASE_URL 和 REDIS_URL')
      expect(await modeOf(onMysql.database)).toBe('read_only')
      const onSqlite: Config = { ...onMysql, database: { engine: 'sqlite', file: join(onMysql.dataDir, 'shiliu.db') } }
      expect(await modeOf(onSqlite.database)).toBe('no_new_accounts')
      expect(existsSync(join(onMysql.dataDir, 'shiliu.db.moving'))).toBe(false)

      const taken = await run(onMysql, '--to', 'sqlite', '--yes')
      expect(taken).toMatchObject({ code: 1, out: '', err: expect.stringContaining('里已经有数据') })
      expect(taken.err).toContain('以前搬走时留下的先改名')

      const moved = await open(onSqlite)
      const { ctx: site } = moved
      expect(await recount(site, { check: true })).toEqual(counted)
      expect(await beginRebuild(site)).toBe(true)
      while (!(await continueRebuild(site, 1000)));
      const found = await site.search.newestIds(site.db, 'notes', keywordPhrases('秘密'), { most: 5 })
      expect(found).toEqual([note.id])
      await moved.close()

      const url = await emptyMysql()
      const back = await run(onSqlite, '--to', url, '--yes')
      expect(back).toMatchObject({ code: 0, err: '' })
      expect(back.out).toContain('在 .env 里把 DATABASE_URL 设成命令里的 mysql:// 地址')
      expect(back.out).not.toContain(new URL(url).password || '\u0000')
      expect(Object.keys(sumsIn(there.out)).length).toBeGreaterThan(40)
      expect(sumsIn(back.out)).toEqual(sumsIn(there.out))
      // Nobody served it: nothing had to be closed.
      expect(await modeOf(onSqlite.database)).toBe('no_new_accounts')
      const full = await run(onSqlite, '--to', url, '--yes')
      expect(full).toMatchObject({ code: 1, err: expect.stringContaining('目标数据库里已经有数据') })

      const server = await startServerProcess({ ...onMysql, database: { engine: 'mysql', url } })
      const signedIn = await fetch(`${server.address}/api${auth.login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: ann.user_id, password: PASSWORD }),
      })
      expect(await signedIn.json()).toMatchObject({ code: 200, data: { user: { nickname: '安🐧' } } })
      // The server writes the index, which was not copied, as soon as it starts.
      const search = async () => {
        const answer = await fetch(`${server.address}/api/search?type=posts&keyword=${encodeURIComponent('鲸落')}`)
        const { data } = (await answer.json()) as { data: { posts: { data: { id: number }[] } } }
        return data.posts.data.map(({ id }) => id)
      }
      await expect.poll(search, { timeout: 60_000 }).toEqual([note.id])
    })

    it('leaves nothing of a copy that the disk does not take, nor disturbs another move', { timeout }, async () => {
      const config = await setUp()
      const { ctx, close } = await open(config)
      await makeUser(ctx)
      await closeForMove(ctx)
      await close()
      await startServerProcess(config)
      const database = { engine: 'sqlite', file: join(config.dataDir, 'shiliu.db') } as const
      const other = await lockNewSite({ database, singleNode: false })
      const refused = await run(config, '--to', 'sqlite', '--yes')
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('正在使用') })
      expect(await modeOf(config.database)).toBe('read_only')
      await other.release()
      // 200 KB a file, which is less than the tables take.
      const child = startCommand(config, TO_SQLITE, { through: ['bash', '-c', 'ulimit -f 200; exec "$@"', 'bash'] })
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      expect([code, said]).toEqual([1, expect.stringContaining('写不进磁盘')])
      expect((await readdir(config.dataDir)).filter((name) => /db(?!\.lock$)/.test(name))).toEqual([])
      expect(await modeOf(config.database)).toBe('open')
    })

    it('is open again when the move is interrupted, and begins anew', { timeout }, async () => {
      const config = await setUp()
      const { ctx, close } = await open(config)
      await makeUser(ctx)
      await close()
      await startServerProcess(config)
      const isClosed = () => expect.poll(() => modeOf(config.database), { timeout }).toBe('read_only')
      const interrupted = startCommand(config, TO_SQLITE)
      const said = text(interrupted.stderr)
      await isClosed()
      interrupted.kill('SIGINT')
      const [code] = await once(interrupted, 'exit')
      expect([code, await said]).toEqual([
        1,
        expect.stringContaining('已中断。原来的数据没有动，网站是原来的状态；再运行一次会从头复制'),
      ])
      expect(await modeOf(config.database)).toBe('open')

      const killed = startCommand(config, TO_SQLITE)
      await isClosed()
      killed.kill('SIGKILL')
      await once(killed, 'exit')
      expect(await modeOf(config.database)).toBe('read_only')
      expect((await run(config, '--to', 'sqlite', '--yes')).code).toBe(0)
      expect(await modeOf({ engine: 'sqlite', file: join(config.dataDir, 'shiliu.db') })).toBe('open')
    })

    it('begins anew where the copy was whole and not yet open', { timeout }, async () => {
      const onMysql = await setUp()
      const onSqlite: Config = { ...onMysql, database: { engine: 'sqlite', file: join(onMysql.dataDir, 'shiliu.db') } }
      const { ctx, close } = await open(onSqlite)
      await makeUser(ctx)
      await closeForMove(ctx)
      await close()
      // The target takes the rows, and not the mode.
      const target = await open(onMysql)
      await sql`create trigger stays before delete on settings for each row signal sqlstate '45000'`.execute(
        target.ctx.db,
      )
      const { url } = onMysql.database as { url: string }
      const failed = await run(onSqlite, '--to', url, '--yes')
      expect(failed).toMatchObject({ code: 1, out: '' })
      expect(await target.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(1)
      await expect(openResources(onMysql, { log })).rejects.toThrow('never finished')
      await sql`drop trigger stays`.execute(target.ctx.db)
      await target.close()
      const again = await run(onSqlite, '--to', url, '--yes')
      expect(again).toMatchObject({ code: 0, err: '' })
      expect(await modeOf(onMysql.database)).toBe('open')
      await (await open(onMysql)).close()
    })
  })

if (inject('engine') === 'sqlite')
  describe('a site on SQLite', () => {
    it('refuses what cannot be meant, and changes nothing', { timeout }, async () => {
      const config = await setUp()
      const none: Config = { ...config, database: { engine: 'sqlite', file: join(config.dataDir, 'none.db') } }
      expect((await run(none, '--to', 'mysql://x/y', '--yes')).err).toContain('没有找到数据库')
      expect(existsSync(join(config.dataDir, 'none.db'))).toBe(false)
      const { ctx, close } = await open(config)
      await makeUser(ctx)
      await close()
      for (const [to, words] of [
        ['sqlite', '现在用的就是 SQLite'],
        ['postgres://x/y', '--to 只能是 sqlite 或者 mysql://'],
        ['mysql://x', '--to 只能是 sqlite 或者 mysql://'],
      ] as const) {
        expect(await run(config, '--to', to, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining(words) })
      }
      const unsure = await run(config, '--to', 'mysql://root:secret@x/y')
      expect(unsure).toMatchObject({ code: 1, err: expect.stringContaining('确认请加上 --yes') })
      expect(unsure.err).not.toContain('secret')
    })

    it('stays as it is where the target does not answer, or not to us', { timeout }, async () => {
      const config = await setUp()
      const { ctx, close } = await open(config)
      await makeUser(ctx)
      await close()
      await startServerProcess(config)
      const before = DEFAULT_SETTINGS.site_mode
      const refused = await run(config, '--to', 'mysql://shiliu:secret@127.0.0.1:1/site', '--yes')
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('连接不上数据库') })
      expect(refused.err).not.toContain('secret')
      expect(await modeOf(config.database)).toBe(before)
      const silent = createServer(() => undefined)
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void silent.close())
      const { port } = silent.address() as AddressInfo
      const start = performance.now()
      const hanging = await run(config, '--to', `mysql://shiliu@127.0.0.1:${port}/site`, '--yes')
      expect(hanging).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/没有回答|连接不上数据库/) })
      expect(performance.now() - start).toBeLessThan(30_000)
      expect(await modeOf(config.database)).toBe(before)
      const mysqlUrl: string = inject('mysqlUrl')
      if (!mysqlUrl) return
      const wrong = new URL(mysqlUrl)
      Object.assign(wrong, { username: 'nobody', password: 'secret', pathname: '/nowhere' })
      const unknown = await run(config, '--to', wrong.href, '--yes')
      expect(unknown).toMatchObject({ code: 1, out: '', err: expect.stringContaining('wrong user or password') })
      expect(await modeOf(config.database)).toBe(before)
    })

    it('is not served from a copy that was never finished', async () => {
      const config = await setUp()
      const { ctx, close } = await open(config)
      await setMark(ctx.db, 'copying', 1)
      await close()
      await expect(openResources(config, { log })).rejects.toThrow('never finished')
    })
  })

it('says how much room is missing', () => {
  const mega = 1024 * 1024
  expect(lackOfRoom('/data/shiliu.db', 10 * mega, 10 * mega)).toBeNull()
  expect(lackOfRoom('/data/shiliu.db', 10 * mega, 11 * mega)).toBe(
    '/data/shiliu.db 所在的磁盘只剩 10 MB，大约需要 11 MB',
  )
})
