/**
 * What the docs tell whoever runs the site to type: commands of `cli`, requests and SQL are run as they stand there,
 * with names of this machine put in. Other commands: tools/docs-commands.test.mjs; moving from an old site:
 * import-docs.test.ts.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Config, loadConfig } from '#platform/config.ts'
import { emptyMachine, run, sumsOf } from '#test/backed-up-site.ts'
import { startBucket } from '#test/buckets.ts'
import { makeAdmin, makePost, makeUser } from '#test/factories.ts'
import { emptySite } from '#test/import-target.ts'
import { missingMysqlDatabase } from '#test/mysql-databases.ts'
import { createTestApp, openSite } from '#test/test-app.ts'
import docsFolders from '../../../../tools/lib/docs-folders.json' with { type: 'json' }

const timeout = 120_000
const root = new URL('../../../../', import.meta.url)
const pages = docsFolders.flatMap((folder) =>
  readdirSync(new URL(`./${folder}/`, root))
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => readFileSync(new URL(`./${folder}/${name}`, root), 'utf8')),
)

/** What the pattern finds, each once and without its comment. */
const told = (pattern: RegExp) =>
  [...new Set(pages.flatMap((page) => Array.from(page.matchAll(pattern), ([, line = '']) => line)))]
    .map((line) => line.replace(/\s+#.*/, '').trim())
    .filter((line, i, all) => all.indexOf(line) === i)
    .toSorted()

const COMMANDS = told(/(?:npm run cli -- |apps\/server\/dist\/cli\.js )([a-z][^`\n]*)/g)
/** Only their names, where the text says what belongs to them. */
const NAMES = ['import', 'move']

/** In an order that a site could have them, each with what it says. */
const ON_THE_SITE: Record<string, string> = {
  'addresses --note 12': '笔记 12\tuser:',
  'addresses --user shiliu01': '203.0.113.9',
  'addresses --address 203.0.113.9': '笔记 12\tuser:',
  'settings:export /别的地方/settings.json': '已写到',
  'settings:import /别的地方/settings.json --dry-run': '一天的笔记：5 → 60\n会改 1 项',
  'settings:import /别的地方/settings.json': '已改 1 项',
  recount: '所有计数都正确',
  'recount --check': '所有计数都正确',
  reindex: '已重建：笔记和草稿 1 篇',
  'admin:create 用户名': '已新建管理员 用户名',
  'admin:recover 用户名': '用户名',
  backup: '核对无误',
  'backup /别的磁盘/shiliu.tar': '已备份到 ',
  'backup /别的磁盘/shiliu-日期.tar': '已备份到 ',
  'backup s3:': '已备份到 s3:shiliu-',
  backups: 's3:shiliu-',
  doctor: '，0 项故障',
  'move-media --to s3 --copy-only': '网站没有改变',
  'move-media --to s3': '现在可以启动服务器了',
  'move-media --to disk': '请在 .env 里去掉 S3_*',
}
/** On a machine that has only what the docs say. */
const ON_ANOTHER = [
  'restore /别的磁盘/shiliu.tar --yes',
  'restore /别的磁盘/shiliu-日期.tar --yes',
  'restore s3:shiliu-20260901-040000.tar --yes',
  'restore <备份> --yes',
  'restore /data/backups/文件 --yes',
]
const BETWEEN_ENGINES = ['move --to mysql://shiliu:一个长密码@主机:3306/shiliu --yes', 'move --to sqlite --yes']

it('every command of the pages is run in a test', () => {
  const others = COMMANDS.filter((command) => !NAMES.includes(command) && !command.startsWith('import --from mysql:'))
  expect(others).toEqual([...Object.keys(ON_THE_SITE), ...ON_ANOTHER, ...BETWEEN_ENGINES].toSorted())
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shiliu-docs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A site that others have written to, with a bucket for backups, and one that its pictures may move to. */
async function siteOfDocs() {
  const [copies, pictures] = [await startBucket(), await startBucket()]
  const bucket = {
    BACKUP_S3_BUCKET: 'pictures',
    BACKUP_S3_ENDPOINT: copies.address,
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_FORCE_PATH_STYLE: '1',
  }
  // A port that nobody listens on.
  const { ctx } = await createTestApp({ ...bucket, PORT: '59' })
  const user = await makeUser(ctx, { user_id: 'shiliu01' })
  await makeAdmin(ctx)
  await makePost(ctx, user, { pictures: 1 })
  const address = { kind: 'post', record_id: 12, address: '203.0.113.9', port: 40_123, created_at: 0 } as const
  await ctx.db
    .insertInto('addresses')
    .values({ ...address, account: `user:${user.id}` })
    .execute()
  const { dataDir, jwtSecret } = ctx.config
  const { s3 } = loadConfig({ DATA_DIR: dataDir, JWT_SECRET: jwtSecret, ...pictures.settings })
  return { ctx, bucket, withPictures: { ...ctx.config, s3 } }
}

if (inject('engine') === 'sqlite')
  describe('on SQLite', () => {
    it('the commands of cli do what they are told for', { timeout }, async () => {
      const { ctx, bucket, withPictures } = await siteOfDocs()
      const disk = await newFolder()
      const own = (command: string) => command.replace(/\/别的(?:磁盘|地方)/, disk).split(' ')
      let inBucket = ''
      for (const [command, words] of Object.entries(ON_THE_SITE)) {
        if (command.startsWith('settings:import') && command.endsWith('--dry-run'))
          await ctx.db
            .insertInto('settings')
            .values({ name: 'notes_per_day', value: '5', username: 'test', updated_at: 0 })
            .execute()
        const site: Config = command.startsWith('move-media') ? withPictures : ctx.config
        const { code, out, err } = await run(site, ...own(command))
        expect([command, code, err, out]).toEqual([command, 0, '', expect.stringContaining(words)])
        if (command === 'backups') inBucket = /s3:(shiliu-\S+\.tar)/.exec(out)?.[1] ?? ''
      }
      const noted = await ctx.db.selectFrom('backups').select(['target', 'state']).execute()
      expect(noted).toEqual(Array.from({ length: 4 }, () => ({ target: 'command', state: 'done' })))
      expect(readdirSync(disk).toSorted()).toEqual(['settings.json', 'shiliu-日期.tar', 'shiliu.tar'])

      const machine = await emptyMachine(bucket)
      const { posts, users } = await sumsOf(ctx.config.database)
      for (const command of ON_ANOTHER) {
        const argv = own(
          command
            .replace('shiliu-20260901-040000.tar', inBucket)
            .replace(/<备份>|\/data\/backups\/文件/, join(disk, 'shiliu.tar')),
        )
        expect([command, await run(machine, ...argv)]).toMatchObject([command, { code: 0, err: '' }])
        expect(await sumsOf(machine.database)).toMatchObject({ posts, users })
      }
    })

    it('the requests are answered', { timeout }, async () => {
      const requests = told(/(curl -[^`\n]*)/g)
      expect(requests).toHaveLength(4)
      const token = 'a token that whoever reads the figures shows'.replaceAll(' ', '-')
      const { app } = await createTestApp({ METRICS_TOKEN: token })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const here = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      const cwd = await newFolder()
      await writeFile(join(cwd, '.env'), `HOST=127.0.0.1\nMETRICS_TOKEN=${token}\n`)
      for (const request of requests) {
        const shell = request.replace(/https?:\/\/(?:127\.0\.0\.1:3000|shiliu\.example\.edu\.cn)/, here)
        const { stdout } = await promisify(execFile)('bash', ['-c', shell], { cwd, env: { PATH: process.env.PATH } })
        if (request.endsWith('/metrics'))
          expect([request, stdout]).toEqual([request, expect.stringMatching(/^shiliu_info\{/m)])
        else if (request.includes('| grep -q')) expect([request, stdout]).toEqual([request, ''])
        else expect([request, JSON.parse(stdout)]).toMatchObject([request, { code: 200 }])
      }
    })
  })

const operations = readFileSync(new URL('docs/operations.md', root), 'utf8')

/** The statements of a section's blocks. */
function statementsOf(section: string): string[] {
  const [text = ''] = new RegExp(`^## ${section}$[^]*?(?=^## )`, 'm').exec(operations) ?? []
  return Array.from(text.matchAll(/```sql\n(.*?)```/gs), ([, block = '']) => block.split(/;\s*\n/))
    .flat()
    .filter(Boolean)
}

if (inject('engine') === 'mysql')
  it('the statements of «用 MySQL» make a database that a site moves into and back', { timeout }, async () => {
    const statements = statementsOf('用 MySQL')
    expect(statements).toHaveLength(3)
    const { url, giveBack } = missingMysqlDatabase()
    const [name, user] = [new URL(url).pathname.slice(1), `docs_${process.pid}`]
    const root = await createConnection({ uri: inject('mysqlUrl') })
    onTestFinished(async () => {
      await root.query(`drop user if exists ${user}@'%'`)
      await root.end()
      await giveBack()
    })
    for (const statement of statements)
      await root.query(statement.replace('shiliu@', `${user}@`).replace(/(DATABASE |ON )shiliu\b/, `$1${name}`))

    const before = await emptySite('sqlite')
    const { ctx, close } = await openSite(before)
    await makePost(ctx, await makeUser(ctx), { title: '银杏大道' })
    await close()
    const { posts, users } = await sumsOf(before.database)
    const [there = '', back = ''] = BETWEEN_ENGINES
    const [, , target = ''] = there
      .replace('shiliu:', `${user}:`)
      .replace('主机:3306', new URL(url).host)
      .replace('/shiliu ', `/${name} `)
      .split(' ')
    expect(await run(before, 'move', '--to', target, '--yes')).toMatchObject({ code: 0, err: '' })

    const [, optimize = ''] = /`(OPTIMIZE TABLE \w+)`/.exec(operations) ?? []
    const site = await createConnection({ uri: target })
    onTestFinished(() => site.end())
    const [said] = await site.query(optimize)
    expect(said).toContainEqual(expect.objectContaining({ Msg_type: 'status', Msg_text: 'OK' }))

    const after = loadConfig({ DATA_DIR: await newFolder(), LOG_LEVEL: 'silent', DATABASE_URL: target })
    expect(await run(after, ...back.split(' '))).toMatchObject({ code: 0, err: '' })
    const file = join(after.dataDir, 'shiliu.db')
    expect(await sumsOf({ engine: 'sqlite', file })).toMatchObject({ posts, users })
  })
