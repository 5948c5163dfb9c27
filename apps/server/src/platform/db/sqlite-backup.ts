/** Copies of a SQLite file: a backup while the site runs, a restore while it does not. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { openDatabase } from './client.ts'
import { migrate } from './migrate.ts'

/** Says in one Chinese line why a file was not copied. */
export class FileRefused extends Error {}

type Progress = (done: number, total: number) => void

/** Writes a consistent copy of `source` to `target`, which appears only once it is whole. Throws `FileRefused`. */
export async function backupSqlite(source: string, target: string, progress?: Progress): Promise<void> {
  if (!existsSync(source)) throw new FileRefused(`没有找到数据库：${source}`)
  if (existsSync(target)) throw new FileRefused(`文件已经存在，换一个名字：${target}`)
  const partial = `${target}.partial`
  removeWithCompanions(partial)
  await copy(source, partial, progress)
  checkWhole(partial)
  renameSync(partial, target)
}

/**
 * Puts a backup in the place of `target`. It is checked and brought up to date beside it first; what stood there is kept
 * as `<target>.before-restore-…`, whose name is answered. Throws `FileRefused` with nothing changed: not a backup of
 * this product, damaged, or `target` in use.
 */
export async function restoreSqlite(backup: string, target: string, progress?: Progress): Promise<string | null> {
  if (!existsSync(backup)) throw new FileRefused(`没有找到备份：${backup}`)
  const arriving = `${target}.restoring`
  removeWithCompanions(arriving)
  try {
    await prepare(backup, arriving, progress)
    if (!existsSync(target)) {
      removeCompanions(target)
      renameSync(arriving, target)
      return null
    }
    leaveAlone(target)
    const kept = `${target}.before-restore-${stamp()}`
    for (const suffix of ['', ...COMPANIONS]) {
      if (existsSync(target + suffix)) renameSync(target + suffix, kept + suffix)
    }
    renameSync(arriving, target)
    return kept
  } finally {
    removeWithCompanions(arriving)
  }
}

/** The time as a part of a file's name. */
export function stamp(now = new Date()): string {
  return now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
}

const COMPANIONS = ['-wal', '-shm', '-journal']

function removeCompanions(file: string): void {
  for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true })
}

function removeWithCompanions(file: string): void {
  rmSync(file, { force: true })
  removeCompanions(file)
}

async function copy(source: string, target: string, progress?: Progress): Promise<void> {
  const database = open(source)
  try {
    await database.backup(target, {
      progress({ totalPages, remainingPages }) {
        progress?.(totalPages - remainingPages, totalPages)
        // All the rest in one go: a copy in pieces begins anew at every write of a running site.
        return Math.max(remainingPages, 1)
      },
    })
  } finally {
    database.close()
  }
}

function open(file: string): SqliteDatabase.Database {
  try {
    const database = new SqliteDatabase(file, { fileMustExist: true })
    // The first read is where a file that is no database is noticed.
    database.pragma('schema_version')
    return database
  } catch {
    throw new FileRefused(`不是 SQLite 数据库，或者打不开：${file}`)
  }
}

function checkWhole(file: string): void {
  const database = open(file)
  try {
    if (database.pragma('quick_check', { simple: true }) !== 'ok') throw new FileRefused(`文件已经损坏：${file}`)
  } finally {
    database.close()
  }
}

async function prepare(backup: string, arriving: string, progress?: Progress): Promise<void> {
  await copy(backup, arriving, progress)
  checkWhole(arriving)
  const database = open(arriving)
  const ours = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get()
  database.close()
  if (!ours) throw new FileRefused(`不是小石榴的备份：${backup}`)
  const handle = openDatabase({ engine: 'sqlite', file: arriving })
  try {
    await migrate(handle)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new FileRefused(`备份不能升级到当前版本，可能来自更新的版本：${reason}`)
  } finally {
    await handle.close()
  }
}

/** Leaving WAL mode needs the file for oneself: it fails while any other process has it open. */
function leaveAlone(file: string): void {
  const database = new SqliteDatabase(file, { timeout: 0 })
  try {
    database.pragma('journal_mode = delete')
  } catch (error) {
    const busy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
    if (busy) throw new FileRefused('数据库正在使用，请先停止服务器')
    // A damaged file is one more reason to restore.
  } finally {
    database.close()
  }
}
