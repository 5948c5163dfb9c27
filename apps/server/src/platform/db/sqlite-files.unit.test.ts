import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'
import { restoreSqlite } from './sqlite-files.ts'

async function stage() {
  const dir = mkdtempSync(join(tmpdir(), 'shiliu-files-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const at = (name: string) => join(dir, name)
  const site = openDatabase({ engine: 'sqlite', file: at('site.db') })
  onTestFinished(() => site.close())
  await migrate(site)
  return { dir, at, site, file: at('site.db') }
}

type Site = Awaited<ReturnType<typeof stage>>['site']

const createTag = (site: Site, name: string) =>
  site.db.insertInto('tags').values({ name, name_key: name, created_at: 1 }).execute()

/** As `backup` wrote them before it wrote archives. */
async function backupSqlite(file: string, target: string): Promise<void> {
  const database = new SqliteDatabase(file)
  await database.backup(target)
  database.close()
}

function tagsIn(file: string): unknown[] {
  const database = new SqliteDatabase(file)
  const names = database.prepare('select name from tags order by id').pluck().all()
  database.close()
  return names
}

it('restores only when nobody has the file open, and keeps the old database', async () => {
  const { at, site, file, dir } = await stage()
  await createTag(site, '旧')
  await backupSqlite(file, at('copy.db'))
  await createTag(site, '新')
  await expect(restoreSqlite(at('copy.db'), file)).rejects.toThrow('请先停止服务器')
  await createTag(site, '还在')
  await site.close()
  const kept = await restoreSqlite(at('copy.db'), file)
  expect(tagsIn(file)).toEqual(['旧'])
  expect(tagsIn(kept ?? '')).toEqual(['旧', '新', '还在'])
  expect(readdirSync(dir).filter((name) => name.includes('restoring'))).toEqual([])
})

it('rejects files that are no backup of this product, and changes nothing', async () => {
  const { at, site, file, dir } = await stage()
  await createTag(site, '旧')
  await site.close()
  writeFileSync(at('text.db'), 'not a database, but long enough to be read as the header of one')
  writeFileSync(at('empty.db'), '')
  const newer = openDatabase({ engine: 'sqlite', file: at('newer.db') })
  await migrate(newer)
  await newer.close()
  const future = new SqliteDatabase(at('newer.db'))
  future.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '')")
  future.close()
  await expect(restoreSqlite(at('none.db'), file)).rejects.toThrow('没有找到备份')
  await expect(restoreSqlite(at('text.db'), file)).rejects.toThrow('不是 SQLite 数据库')
  await expect(restoreSqlite(at('empty.db'), file)).rejects.toThrow('不是小石榴的备份')
  await expect(restoreSqlite(at('newer.db'), file)).rejects.toThrow('更新的版本')
  expect(tagsIn(file)).toEqual(['旧'])
  expect(readdirSync(dir).filter((name) => /restor/.test(name))).toEqual([])
})

it('restores over a damaged database and without one', async () => {
  const { at, site, file } = await stage()
  await createTag(site, '旧')
  await backupSqlite(file, at('copy.db'))
  await site.close()
  writeFileSync(file, 'a disk that lies: garbage where the database was')
  expect(await restoreSqlite(at('copy.db'), file)).toContain('before-restore')
  expect(tagsIn(file)).toEqual(['旧'])
  expect(await restoreSqlite(at('copy.db'), at('fresh.db'))).toBeNull()
  expect(tagsIn(at('fresh.db'))).toEqual(['旧'])
})
