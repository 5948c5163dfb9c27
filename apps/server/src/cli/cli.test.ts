import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#platform/db/client.ts'
import { verifyPassword } from '#platform/passwords.ts'
import { startCommand } from '#test/server-process.ts'
import { testConfig } from '#test/test-app.ts'
import { runCli } from './program.ts'

async function stage() {
  const { config, remove } = await testConfig({ withoutTables: true })
  onTestFinished(remove)
  const run = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text), isTTY: false }
    const code = await runCli(argv, () => config, terminal)
    return { code, out, err }
  }
  const database = openDatabase(config.database)
  onTestFinished(() => database.close())
  return { config, run, db: database.db }
}

describe('the command line', () => {
  it('prints its help in Chinese', async () => {
    const { run } = await stage()
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    for (const part of [
      '用法：',
      '命令：',
      'migrate',
      'user:create <小石榴号>',
      'recount',
      'reindex',
      'doctor',
      'backup',
      'restore',
    ]) {
      expect(out).toContain(part)
    }
    expect(out).not.toMatch(/Usage|Options|Commands|display help/)
    expect((await run('recount', '--help')).out).toContain('--check')
    expect((await run('seed', '--help')).out).toContain('（默认 1000）')
  })

  it('goes on where nobody reads any more what it says, as behind head', async () => {
    const { config } = await stage()
    const child = startCommand(config, ['doctor'], { env: { PORT: '59' } })
    child.stdout.destroy()
    const said = text(child.stderr)
    expect([await once(child, 'exit'), await said]).toEqual([[0, null], ''])
  })

  it('breaks the lines of its help before 80 columns, and before no punctuation', async () => {
    const { run } = await stage()
    const lines = (await run('--help')).out.split('\n')
    expect(lines.filter((line) => line.length + (line.match(/[\u2e80-\uffef]/g)?.length ?? 0) > 82)).toEqual([])
    expect(lines.filter((line) => /^\s*[，。；：、）」]/.test(line))).toEqual([])
    expect(lines.some((line) => line.startsWith(' '.repeat(26)))).toBe(true)
  })

  it('shows where accounts, notes and sign-ins came from', async () => {
    const { run, db } = await stage()
    await run('migrate')
    await run('user:create', 'ann', '-p', 'shiliu123')
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const row = { record_id: 12, account: `user:${id}`, address: '203.0.113.9', port: 40_123, created_at: 0 }
    await db
      .insertInto('addresses')
      .values({ ...row, kind: 'post' })
      .execute()
    const line = ['1970-01-01T00:00:00.000Z', '笔记 12', row.account, row.address, row.port].join('\t')
    for (const by of [
      ['-u', 'ANN'],
      ['-u', String(id)],
      ['-n', '12'],
      ['-a', row.address],
    ]) {
      expect(await run('addresses', ...by)).toMatchObject({ code: 0, out: `${line}\n` })
    }
    for (const by of [
      ['-c', '12'],
      ['-u', 'nobody'],
    ]) {
      expect(await run('addresses', ...by)).toMatchObject({ code: 0, out: '没有\n' })
    }
    expect(await run('addresses')).toMatchObject({ code: 1, err: expect.stringContaining('请选一个') })
  })

  it.each([
    [['nope'], '没有这个命令：nope'],
    [['user:create'], '缺少参数：小石榴号'],
    [['migrate', '--wrong'], '没有这个选项：--wrong'],
    [['user:create', 'a'], '小石榴号长度必须在3-15位之间'],
    [['user:create', 'abc', '-p', '123'], '密码至少需要6位'],
    [['admin:create', 'a'], '用户名至少需要2位'],
  ])('rejects %j with a message', async (argv, message) => {
    const { run } = await stage()
    expect(await run(...argv)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) })
  })

  it('reports an unreachable service and exits', async () => {
    const { config } = await stage()
    const { PATH } = process.env
    const child = spawn(process.execPath, ['src/cli.ts', 'recount'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      // Nothing listens on this port.
      env: { PATH, DATA_DIR: config.dataDir, REDIS_URL: 'redis://127.0.0.1:1', JWT_SECRET: config.jwtSecret },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
    expect([code, said]).toEqual([1, expect.stringContaining('REDIS_URL: cannot connect')])
  })

  it('migrates once', async () => {
    const { run } = await stage()
    expect((await run('migrate')).out).toContain('0001-accounts')
    expect(await run('migrate')).toMatchObject({ code: 0, out: '数据库已经是最新的\n' })
  })

  it('creates accounts, generating a password unless one is given', async () => {
    const { run, db } = await stage()
    const made = await run('user:create', 'Ann_1', '-n', '安', '-p', 'secret12')
    expect(made.out).toMatch(/^已新建用户 Ann_1（安），编号 \d+\n$/)
    expect(await run('user:create', 'ann_1')).toMatchObject({ code: 1, err: expect.stringContaining('已存在') })
    const password = /密码：(.+)\n/.exec((await run('admin:create', 'boss')).out)?.[1] ?? ''
    const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ user_id: 'Ann_1', nickname: '安', is_active: 1 })
    const admin = await db.selectFrom('admins').selectAll().executeTakeFirstOrThrow()
    expect(await verifyPassword(admin.password_hash, password, 'test')).toBe(true)
  })

  it('signs a sole owner in again who lost the authenticator', async () => {
    const { run, db } = await stage()
    await run('admin:create', 'boss', '-p', 'secret12')
    await db.updateTable('admins').set({ totp_secret: 'GEZDGNBV', totp_since: 1, is_active: 0 }).execute()
    const { id } = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    await db.insertInto('recovery_codes').values({ admin_id: id, code_hash: 'x' }).execute()
    expect(await run('admin:recover', 'nobody')).toMatchObject({ code: 1, err: '管理员不存在\n' })
    expect(await run('admin:recover', 'Boss')).toMatchObject({ code: 0, out: expect.stringContaining('已关闭') })
    const admin = await db.selectFrom('admins').selectAll().executeTakeFirstOrThrow()
    expect(admin).toMatchObject({ totp_secret: null, totp_since: null, is_active: 1, role: 'owner' })
    expect(await db.selectFrom('recovery_codes').select('id').execute()).toEqual([])
  })

  it.each([
    ['user:create', 'IloveYou', '很常见'],
    ['user:create', 'Somebody', '密码不能和小石榴号一样'],
    ['admin:create', 'IloveYou', '很常见'],
    ['admin:create', 'Somebody', '密码不能和用户名一样'],
  ])('%s refuses the password %s', async (command, password, reason) => {
    const { run, db } = await stage()
    await run('migrate')
    const refused = await run(command, 'somebody', '-p', password)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(reason) })
    const table = command === 'user:create' ? 'users' : 'admins'
    expect(await db.selectFrom(table).select('id').execute()).toEqual([])
  })

  it('recount --check fails on drift, recount corrects it', async () => {
    const { run, db } = await stage()
    await run('user:create', 'ann', '-p', 'secret12')
    await db.updateTable('users').set({ fans_count: 3 }).execute()
    const checked = await run('recount', '--check')
    expect(checked).toMatchObject({ code: 1, err: '' })
    expect(checked.out).toMatch(/偏差 {2}users\.fans_count .*1 行不符\n.*编号 \d+：记录 3，实际 0/)
    expect(await run('recount')).toMatchObject({ code: 0, out: expect.stringContaining('已改正 1 处偏差') })
    expect(await run('recount', '--check')).toMatchObject({ code: 0, out: expect.stringContaining('所有计数都正确') })
  })

  it('rebuilds the search index', async () => {
    const { run, db } = await stage()
    await run('user:create', 'ann', '-p', 'secret12')
    await sql`delete from search_names`.execute(db)
    expect(await run('reindex')).toEqual({ code: 0, out: '已重建：笔记和草稿 0 篇，用户 1 个\n', err: '' })
    const found = await sql`select count(*) as n from search_names`.execute(db)
    expect(found.rows).toEqual([{ n: 1 }])
  })
})
