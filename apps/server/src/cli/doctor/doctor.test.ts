/** `cli doctor` on a whole site: each finding, and that looking changes nothing. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Ctx } from '#deps.ts'
import { recordBackup } from '#modules/backups/backups.service.ts'
import { type Config, ConfigError, loadConfig } from '#platform/config.ts'
import { setMark } from '#platform/db/marks.ts'
import { fileKeys } from '#platform/images/presets.ts'
import { INDEX_VERSION } from '#platform/search/tokens.ts'
import { addSchool, makeAdmin, makeCategory, makePost, makeUser, storePicture } from '#test/factories.ts'
import { smallFile } from '#test/pictures.ts'
import { startSilence } from '#test/smtp-double.ts'
import { createTestApp, openTestApp, testConfig } from '#test/test-app.ts'
import { runCli } from '../program.ts'
import { checkBackupTarget } from './backup.checks.ts'
import { checkNodes, walFinding } from './database.checks.ts'
import { spaceFinding } from './files.checks.ts'
import { checkSettings } from './settings.checks.ts'

const isSqlite = inject('engine') === 'sqlite'

// Making the tables takes longer on MySQL than a test may.
beforeAll(async () => (await openTestApp()).close())

async function doctor(config: Config | (() => Config)) {
  let out = ''
  const terminal = { out: (text: string) => (out += text), err: (text: string) => (out += text), isTTY: false }
  const code = await runCli(['doctor'], typeof config === 'function' ? config : () => config, terminal)
  const lines = out.split('\n')
  /** The lines about a thing, each with its advice. */
  const about = (name: string) =>
    lines.flatMap((line, i) =>
      line.slice(4).startsWith(`${name}：`)
        ? [line + (lines[i + 1]?.startsWith('   ') ? lines[i + 1]?.trim() : '')]
        : [],
    )
  return { code, out, about }
}

/** A name that is nowhere, and a port that nobody listens on. */
const settings = {
  PORT: '59',
  PUBLIC_URL: 'https://site.invalid',
  TRUST_PROXY: '127.0.0.1',
  HOST: '127.0.0.1',
  METRICS_TOKEN: '0123456789abcdef0123456789abcdef',
}

async function site() {
  const test = await createTestApp(settings)
  // The emptied database of an earlier test has none.
  await setMark(test.ctx.db, 'search-version', INDEX_VERSION)
  const user = await makeUser(test.ctx)
  const category = await makeCategory(test.ctx)
  const post = await makePost(test.ctx, user, { category_id: category.id, tags: ['学习'] })
  const look = () => doctor(test.ctx.config)
  return { test, ctx: test.ctx, user, post, look }
}

async function folderState(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
  const states = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    return `${path} ${(await stat(path)).mode} ${hash}`
  })
  return (await Promise.all(states)).toSorted()
}

describe('a healthy site', () => {
  it('gets exit code 0, with remarks for what is not set up yet, and stays as it was', async () => {
    const { ctx, user, look } = await site()
    await storePicture(ctx, user.id, await smallFile(1))
    const before = await folderState(ctx.config.dataDir)
    const { code, out, about } = await look()
    expect({ code, broken: out.match(/^故障.*$/gm) }).toEqual({ code: 0, broken: null })
    expect(await folderState(ctx.config.dataDir)).toEqual(before)
    for (const name of ['Node', '数据目录', '磁盘', '数据库结构', '孤儿行', '计数', '搜索', '外站图片', '服务器'])
      expect(about(name).join(), name).toMatch(/^正常/)
    expect(about('图片')).toEqual(['正常  图片：1 张都有文件，没有多余的文件'])
    expect(about('备份')[0]).toMatch(/^提醒.*还没有怎么办：/)
    expect(out).toMatch(/\d+ 项正常，\d+ 项提醒，0 项故障\n$/)
  })

  it('need not exist yet: nothing is created', async () => {
    const { config, remove } = await testConfig({ withoutTables: true, settings: { PORT: '59' } })
    onTestFinished(remove)
    const dataDir = join(config.dataDir, 'none')
    const database = isSqlite ? ({ engine: 'sqlite', file: join(dataDir, 'shiliu.db') } as const) : config.database
    const { code, about } = await doctor({ ...config, dataDir, database })
    expect(code).toBe(0)
    expect(about('数据目录')[0]).toMatch(/^提醒.*还没有.*怎么办/)
    expect(about(isSqlite ? '数据库' : '数据库结构').join()).toMatch(/还没有/)
    expect(about('设置').join()).toMatch(/提醒.*没有写 PUBLIC_URL/)
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
    const folder = join(config.dataDir, 'other')
    expect(loadConfig({ DATA_DIR: folder }, { readOnly: true }).jwtSecret).toBe('')
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  })
})

describe('settings', () => {
  const read = (given: Record<string, string>) =>
    checkSettings(loadConfig({ DATA_DIR: '/does/not/exist', ...settings, ...given }, { readOnly: true }))
  const s3 = { S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3:9000', S3_ACCESS_KEY_ID: 'a' }
  const secret = 'f3b1c7f0a95d4be2a5cf0c3fd84b3e21'

  it('that fit are in order', async () => {
    expect(await read({ JWT_SECRET: secret })).toEqual([expect.objectContaining({ level: 'ok' })])
  })

  it.each([
    ['remark', { PUBLIC_URL: '' }, '没有写 PUBLIC_URL'],
    ['remark', { PUBLIC_URL: 'http://site.example' }, '密码在网络上是明文'],
    ['remark', { PUBLIC_URL: 'https://site.example/forum' }, '带着路径'],
    ['remark', { TRUST_PROXY: '' }, '没有写 TRUST_PROXY'],
    ['remark', { HOST: '0.0.0.0' }, '可以绕过它直接访问'],
    ['remark', { S3_ENDPOINT: 'http://s3:9000' }, '没有写 S3_BUCKET'],
    ['remark', { ...s3, S3_SECRET_ACCESS_KEY: 'minioadmin' }, '很常见的默认值'],
    ['remark', { ...s3, S3_SECRET_ACCESS_KEY: secret }, '浏览器可能不显示图片'],
    ['remark', { REDIS_URL: 'redis://redis', JWT_SECRET: secret }, 'Redis 没有用处'],
    ['remark', { DATABASE_URL: 'mysql://shiliu:123456@db.example/x' }, 'DATABASE_URL 没有密码，或密码很常见'],
    ['remark', { DATABASE_URL: 'mysql://root:xxxxx@127.0.0.1/x' }, '用的是 root'],
    [
      'remark',
      { DATABASE_URL: 'mysql://a:b@c/x', REDIS_URL: 'redis://redis', JWT_SECRET: secret, SINGLE_NODE: '1' },
      'SINGLE_NODE=1 跳过了',
    ],
    ['remark', { WORKERS: '2' }, '又写了 WORKERS'],
    ['remark', { CORS_ORIGINS: '*' }, '任何网站上的网页'],
    ['remark', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN 太短'],
    ['remark', { DEMO: '1' }, '演示站'],
    ['remark', { JWT_SECRET: 'abcdefabcdefabcdefabcdefabcdefabcdef' }, '看起来不是随机的'],
    ['broken', { JWT_SECRET: '0'.repeat(40) }, '谁都猜得到'],
    ['broken', { JWT_SECRET: 'please-change-me-please-change-me-please' }, '谁都猜得到'],
  ])('%s: %j', async (level, given, text) => {
    const found = await read(given)
    expect(found).toContainEqual({
      level,
      about: '设置',
      text: expect.stringContaining(text),
      advice: expect.stringMatching(/./),
    })
    expect(JSON.stringify(found)).not.toMatch(/123456|xxxxx/)
  })

  it('that are wrong end it with their names', async () => {
    const { code, out } = await doctor(() => {
      throw new ConfigError('Settings are wrong:\n  PORT: too big')
    })
    expect(code).toBe(1)
    expect(out).toMatch(/^故障 {2}设置：Settings are wrong: PORT: too big\n.*怎么办：改 \.env/)
  })

  it('name owners who have the password of the demo, and a secret that others can read', async () => {
    const { ctx, look } = await site()
    const { username } = await makeAdmin(ctx)
    const file = join(ctx.config.dataDir, 'jwt-secret')
    await chmod(file, 0o644)
    const lines = (await look()).about('设置')
    expect(lines.join()).toContain(`站长 ${username} 用的是演示站的公开密码`)
    expect(lines.join()).toContain(`chmod 600 ${file}`)
  })
})

describe('the database', () => {
  it('with rows that refer to nothing, drifted counters and a lacking index is broken', async () => {
    const { ctx, post, look } = await site()
    await ctx.db.updateTable('users').set({ fans_count: 3 }).execute()
    await sql`delete from search_names`.execute(ctx.db)
    await ctx.db.connection().execute(async (db) => {
      await sql.raw(isSqlite ? 'pragma foreign_keys = off' : 'set foreign_key_checks = 0').execute(db)
      await db.insertInto('post_tags').values({ post_id: post.id, tag_id: 4242, position: 9 }).execute()
      await sql.raw(isSqlite ? 'pragma foreign_keys = on' : 'set foreign_key_checks = 1').execute(db)
    })
    const { code, about } = await look()
    expect(code).toBe(1)
    expect(about('计数').join()).toMatch(/故障.*users\.fans_count 有 1 行不符.*记录 3，实际 0.*npm run cli -- recount/)
    expect(about('搜索').join()).toMatch(/故障.*索引缺 1 条.*npm run cli -- reindex/)
    expect(about('孤儿行').join()).toMatch(/故障.*post_tags\.tag_id 有 1 行指向不存在的 tags/)
  })

  it('with an index of an older version, or pictures elsewhere, gets remarks', async () => {
    const { ctx, post, look } = await site()
    await setMark(ctx.db, 'search-version', 0)
    const picture = { post_id: post.id, position: 0, media_id: null, url: 'https://elsewhere.example/a.jpg' }
    await ctx.db.insertInto('post_images').values(picture).execute()
    const { code, about } = await look()
    expect(code).toBe(0)
    expect(about('搜索').join()).toMatch(/提醒.*旧版本的规则/)
    expect(about('外站图片').join()).toMatch(/提醒.*有 1 张/)
  })

  it('of before an upgrade waits for it, and one that was contracted is refused', async () => {
    const { ctx, look } = await site()
    const steps = sql`select name, timestamp from kysely_migration order by name desc limit 1`
    const [last] = (await steps.execute(ctx.db)).rows as { name: string; timestamp: string }[]
    onTestFinished(() => restoreSteps(ctx, last))
    await sql`delete from kysely_migration where name = ${last?.name}`.execute(ctx.db)
    const waiting = await look()
    expect(waiting.code).toBe(0)
    expect(waiting.about('数据库结构').join()).toMatch(/提醒.*还差 1 步/)
    expect(waiting.about('计数')).toEqual([])
    await restoreSteps(ctx, last)
    await sql`insert into kysely_migration (name, timestamp) values ('9001-future', '')`.execute(ctx.db)
    expect((await look()).about('数据库结构').join()).toMatch(/提醒.*已被新版本升级到 9001-future，这个版本还能运行/)
    await setMark(ctx.db, 'schema-floor', 9001)
    const refused = await look()
    expect(refused.code).toBe(1)
    expect(refused.about('数据库结构').join()).toMatch(/故障.*要认识第 9001 步的版本/)
  })

  it('with a school that does not answer gets a remark', async () => {
    const { ctx, look } = await site()
    expect((await look()).about('校园登录')).toEqual([])
    await addSchool(ctx, { name: '不在的', address: 'https://127.0.0.1:1' })
    const { code, about } = await look()
    expect([code, about('校园登录').join()]).toEqual([0, expect.stringMatching(/^提醒.*「不在的」：.*别的登录照常/)])
  })

  it('knows its processes: those that left without a word, workers, and several without Redis', async () => {
    const { ctx, look } = await site()
    if (isSqlite) return expect((await look()).about('进程')).toEqual([])
    const node = (name: string, seen_at: number) => ({
      node: name,
      host: `${name}.example`,
      pid: 7,
      seen_at,
      step: null,
    })
    const now = Date.now()
    await ctx.db.insertInto('nodes').values(node('one', now)).execute()
    expect((await look()).about('进程').join()).toMatch(/^正常.*只有一个在运行/)
    await ctx.db
      .insertInto('nodes')
      .values([node('two', now), node('old', now - 3_600_000)])
      .execute()
    const { code, about } = await look()
    expect(code).toBe(1)
    expect(about('进程').join()).toMatch(/提醒.*old\.example.*1 小时没有报到.*故障.*有 2 个在运行.*没有 REDIS_URL/)
    const workers = () => checkNodes(ctx, { ...ctx.config, workers: 2 })
    expect(await workers()).toContainEqual(expect.objectContaining({ level: 'broken' }))
    await ctx.db.updateTable('nodes').set({ host: 'one.example' }).where('node', '=', 'two').execute()
    const text = 'WORKERS 的 2 个在运行：one.example (pid 7)、one.example (pid 7)'
    expect(await workers()).toContainEqual({ level: 'ok', about: '进程', text })
    const redisUrl = inject('redisUrl')
    if (!redisUrl) return
    const deaf = await doctor({ ...ctx.config, redisUrl })
    expect(deaf.about('进程').join()).toMatch(/故障.*听不到 one\.example \(pid 7\)、one\.example/)
  })

  it('that is damaged, or not a database, is broken in words', async () => {
    const { ctx } = await site()
    const { config } = ctx
    if (!isSqlite) {
      const { code, about } = await doctor({
        ...config,
        database: { engine: 'mysql', url: `${new URL('/no_such_database_here', inject('mysqlUrl'))}` },
      })
      expect([code, about('数据库').join()]).toEqual([1, expect.stringMatching(/故障.*没有这个数据库怎么办：先建库/)])
      return
    }
    const file = join(config.dataDir, 'other.db')
    await writeFile(file, 'x'.repeat(10_000))
    const { code, about } = await doctor({ ...config, database: { engine: 'sqlite', file } })
    expect([code, about('数据库').join()]).toEqual([1, expect.stringMatching(/故障.*怎么办/)])
  })
})

async function restoreSteps(ctx: Ctx, last: { name: string; timestamp: string } | undefined): Promise<void> {
  await sql`delete from kysely_migration where name = '9001-future' or name = ${last?.name}`.execute(ctx.db)
  await sql`insert into kysely_migration (name, timestamp) values (${last?.name}, ${last?.timestamp})`.execute(ctx.db)
}

describe('files', () => {
  it('that rows lack are broken, those that no row has a remark unless they are young or being removed', async () => {
    const { ctx, user, look } = await site()
    const uploads = join(ctx.config.dataDir, 'uploads')
    await storePicture(ctx, user.id, await smallFile(1))
    const { media_key: key } = await ctx.db.selectFrom('media').select('media_key').executeTakeFirstOrThrow()
    const long = new Date(Date.now() - 3_600_000)
    const put = async (name: string, at: Date) => {
      await mkdir(join(uploads, 'ab'), { recursive: true })
      await writeFile(join(uploads, `ab/ab${name.repeat(30)}-card.webp`), 'x')
      await utimes(join(uploads, `ab/ab${name.repeat(30)}-card.webp`), at, at)
    }
    await put('1', long)
    await put('2', new Date())
    await put('3', long)
    await ctx.db
      .insertInto('removed_media')
      .values({ media_key: `ab/ab${'3'.repeat(30)}` })
      .execute()
    const extra = await look()
    expect([extra.code, extra.about('图片')]).toEqual([
      0,
      [expect.stringMatching(/^提醒.*1 个文件没有记录（1 MB），如 ab\/ab1{30}-card\.webp/)],
    ])
    await rm(join(uploads, fileKeys(key)[0] ?? ''))
    const lacking = await look()
    expect([lacking.code, lacking.about('图片')[0]]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^故障.*1 张有记录，缺文件，如 ${key}怎么办：从备份`)),
    ])
  })

  it('tell the age of the last backup, and why the timer made none', async () => {
    const { ctx, look } = await site()
    expect((await look()).about('备份')[0]).toMatch(/^提醒.*还没有.*打开自动备份/)
    await recordBackup(ctx.db, { name: 'shiliu-1.tar', bytes: 1, now: Date.now() - 5 * 86_400_000 })
    const { code, about } = await look()
    expect([code, about('备份').join()]).toEqual([0, expect.stringMatching(/^提醒.*5 天前/)])
    await recordBackup(ctx.db, { name: 'shiliu-2.tar', bytes: 1, now: Date.now() })
    expect((await look()).about('备份').join()).toMatch(/^正常.*0 分钟前/)
    await recordBackup(ctx.db, { name: 'shiliu-4.tar', bytes: 1, now: Date.now() + 5 * 86_400_000 })
    expect((await look()).about('备份').join()).toMatch(/^提醒.*时间在将来.*校准这台机器的时钟/)
    await recordBackup(ctx.db, { name: 'shiliu-5.tar', bytes: 1, now: Date.now() })
    const failed = { name: 'shiliu-3.tar', target: 'folder', state: 'failed', note: '磁盘满了' } as const
    const times = { started_at: Date.now(), ended_at: Date.now(), lease_until: 0 }
    await ctx.db
      .insertInto('backups')
      .values({ ...failed, ...times, bytes: null, node: null })
      .execute()
    expect((await look()).about('备份').join()).toMatch(/提醒.*磁盘满了.*正常/)
  })

  it('of exports that no row knows, and of backups that were not finished, get remarks', async () => {
    const { ctx, user, look } = await site()
    const long = new Date(Date.now() - 3_600_000)
    const put = async (folder: string, name: string, at: Date) => {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), 'x')
      await utimes(join(folder, name), at, at)
    }
    const exports = join(ctx.config.dataDir, 'exports')
    const part = (digit: string) => `${digit.repeat(64)}-00001`
    await put(exports, part('1'), long)
    await put(exports, part('2'), new Date())
    await put(exports, part('3'), long)
    const row = { user_id: user.id, state: 'ready', file_name: '3'.repeat(64), parts: 1 } as const
    await ctx.db
      .insertInto('data_exports')
      .values({ ...row, bytes: 1, lease_until: 0, created_at: 1 })
      .execute()
    const partial = 'shiliu-20260101-040000.tar.partial'
    await put(ctx.config.backupDir, partial, long)
    await put(ctx.config.backupDir, 'shiliu-20260102-040000.tar.partial', new Date())
    const { code, about } = await look()
    expect(code).toBe(0)
    expect(about('导出的数据')).toEqual([
      expect.stringMatching(new RegExp(`^提醒.*1 个文件没有记录（1 MB），如 exports/${part('1')}怎么办：.*删掉$`)),
    ])
    expect(about('备份').join()).toMatch(new RegExp(`提醒.*有 1 份没有做完的（1 MB），如 ${partial}怎么办：`))
  })

  it('of backups have where to go, or say that they have not', async () => {
    const { ctx } = await site()
    const { dataDir } = ctx.config
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const look = async (kind: string, backupDir: string, port?: number) => {
      const keys = { accessKeyId: 'a', secretAccessKey: 'b' }
      const options = { bucket: 'b', region: 'r', pathStyle: true, endpoint: `http://127.0.0.1:${port}`, ...keys }
      const found = await checkBackupTarget(kind, { backupDir, backupS3: port ? options : undefined }, 300)
      return found.map(({ level, text, advice = '' }) => `${level} ${text} ${advice}`).join()
    }
    expect(await look('off', file)).toBe('')
    expect(await look('folder', join(dataDir, 'not/yet'))).toMatch(/^ok .*not\/yet 写得了/)
    await expect(stat(join(dataDir, 'not'))).rejects.toThrow('ENOENT')
    expect(await look('folder', file)).toMatch(/^broken 写不了 .* ReadWritePaths/)
    expect(await look('s3', file)).toMatch(/^broken .*没有写 BACKUP_S3_BUCKET/)
    expect(await look('s3', file, await startSilence())).toMatch(/^broken 备份的存储桶 b：1 秒没有回答 .*BACKUP_S3_\*/)
    expect(await look('s3', file, 1)).toMatch(/^broken 备份的存储桶 b：/)
  })

  it('of a folder that others can open, or that is none, are told', async () => {
    const { ctx, look } = await site()
    await chmod(ctx.config.dataDir, 0o755)
    expect((await look()).about('数据目录').join()).toMatch(/^提醒.*别的用户能打开.*chmod 700/)
    expect((await stat(ctx.config.dataDir)).mode & 0o777).toBe(0o755)
    const file = join(ctx.config.dataDir, 'file')
    await writeFile(file, '')
    const { code, about } = await doctor({ ...ctx.config, dataDir: file })
    expect([code, about('数据目录').join()]).toEqual([1, expect.stringMatching(/^故障.*不是目录/)])
  })

  it('are merged before they are large', () => {
    expect([walFinding(64e6), walFinding(600e6)]).toEqual([
      null,
      expect.objectContaining({ level: 'remark', text: expect.stringContaining('572 MB') }),
    ])
  })

  it('need room', () => {
    const level = (share: number, bytes: number) => spaceFinding('/data', { share, bytes }).level
    expect([level(0.5, 1e10), level(0.1, 1e10), level(0.04, 1e10), level(0.5, 1e7)]).toEqual([
      'ok',
      'remark',
      'broken',
      'broken',
    ])
  })
})

describe('a check that throws', () => {
  it('is a finding, and the others go on', async () => {
    const { ctx } = await site()
    const { config } = ctx
    const s3 = {
      endpoint: 'nowhere',
      region: 'r',
      bucket: 'b',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      pathStyle: true,
    }
    const found = await doctor({ ...config, s3: { ...s3, publicUrl: 'http://127.0.0.1:1/b' } })
    expect([found.code, found.about('对象存储').join()]).toEqual([1, expect.stringMatching(/^故障.*没有查成/)])
    expect(found.about('数据库结构').join()).toMatch(/^正常/)
    expect(found.about('服务器')).toHaveLength(1)
    if (!isSqlite) return
    const file = join(config.dataDir, 'other.db')
    // Root reads everything, but follows no circle.
    await symlink(`${file}-wal`, `${file}-wal`)
    const odd = await doctor({ ...config, database: { engine: 'sqlite', file } })
    expect(odd.about('数据库').join()).toMatch(/故障.*没有查成：ELOOP/)
    expect([odd.about('数据目录'), odd.about('服务器')]).toMatchObject([
      [expect.stringMatching(/^正常/)],
      { length: 1 },
    ])
  })
})
