import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SettingsFile } from '@shiliu/contract/admin/settings-file'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#platform/db/client.ts'
import { testConfig } from '#test/test-app.ts'
import { runCli } from './program.ts'

async function stage(answer?: string) {
  const { config, remove } = await testConfig({ withoutTables: true })
  onTestFinished(remove)
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return answer ?? ''
  }
  const run = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const terminal = { out: (text: string) => (out += text), err: (text: string) => (err += text), isTTY: false }
    const code = await runCli(argv, () => config, answer === undefined ? terminal : { ...terminal, ask })
    return { code, out, err }
  }
  const database = openDatabase(config.database)
  onTestFinished(() => database.close())
  const path = (name: string) => join(config.dataDir, name)
  const rows = () => database.db.selectFrom('settings').select(['name', 'value', 'username']).orderBy('name').execute()
  return { run, db: database.db, path, rows, asked }
}

it('writes the settings into a file of its owner, and takes them from one after showing what changes', async () => {
  const { run, db, path, rows } = await stage()
  const file = path('settings.json')
  expect(await run('settings:export', file)).toMatchObject({ code: 0, out: expect.stringContaining('没有密码和密钥') })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await run('settings:export', file)).toMatchObject({ code: 1, err: `${file} 已经存在，请换一个名字\n` })
  const content = JSON.parse(await readFile(file, 'utf8')) as SettingsFile
  expect(content).toMatchObject({ format: 'shiliu-settings', logo: null, settings: { notes_per_day: 60 } })
  expect(await run('settings:import', file)).toMatchObject({ code: 0, out: '和现在的设置一样，没有要改的\n' })
  Object.assign(content.settings, { notes_per_day: 5, registration: 'campus', of_later: 1 })
  // Some editors mark what they save.
  await writeFile(file, `\uFEFF${JSON.stringify(content)}`)
  const shown = '一天的笔记：60 → 5\n谁可以注册：任何人 → 用校园账号登录的人\n不会导入：of_later\n'
  expect(await run('settings:import', file, '--dry-run')).toMatchObject({
    code: 0,
    out: expect.stringContaining(shown),
  })
  expect(await rows()).toEqual([])
  expect(await run('settings:import', file)).toMatchObject({ code: 0, out: expect.stringContaining('已改 2 项') })
  expect(await rows()).toEqual([
    { name: 'notes_per_day', value: '5', username: '命令行' },
    { name: 'registration', value: '"campus"', username: '命令行' },
  ])
  const audits = await db.selectFrom('audits').select(['username', 'action', 'resource', 'admin_id']).execute()
  expect(audits).toEqual([{ username: '命令行', action: 'update', resource: 'settings', admin_id: null }])
})

it('changes nothing where one value is wrong, the file is none, or somebody says no', async () => {
  const { run, path, rows, asked } = await stage('n')
  const file = path('settings.json')
  const format = 'shiliu-settings'
  const wrong: [string, string][] = [
    [JSON.stringify({ format, settings: { notes_per_day: 5, site_icp: '没有' } }), '备案号：备案号要像'],
    [JSON.stringify({ format, settings: {}, logo: 'data:image/png;base64,AAAA' }), '标志：'],
    [JSON.stringify({ format: 'another', settings: {} }), '这不是导出的设置文件'],
    ['{', '这不是导出的设置文件'],
    ['[]', '这不是导出的设置文件'],
  ]
  for (const [text, message] of wrong) {
    await writeFile(file, text)
    expect(await run('settings:import', file)).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  }
  expect(await run('settings:import', path('none.json'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^读不了/),
  })
  expect(await run('settings:export', path('no/such/folder.json'))).toMatchObject({ code: 1 })
  await writeFile(file, JSON.stringify({ format, settings: { notes_per_day: 5 } }))
  expect(await run('settings:import', file)).toMatchObject({ code: 0, out: '一天的笔记：60 → 5\n什么也没有改\n' })
  expect(asked).toEqual(['改这 1 项？（y/N）'])
  expect(await rows()).toEqual([])
})
