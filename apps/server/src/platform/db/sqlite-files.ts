/**
 * Files of an SQLite database: restoring one, replacing one, and what beside it says that a restore or a move did not
 * finish.
 */
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import { BackupError } from '../backup/archive.ts'
import { ConfigError } from '../config.ts'
import { type DatabaseHandle, type Db, openDatabase } from './client.ts'
import type { Progress } from './copying/target.ts'
import { migrate } from './migrate.ts'
import { schemaState } from './schema-state.ts'

type RestoreOptions = {
  progress?: Progress
  /** Changes rows of the copy before it takes the database's place. */
  adjustRows?: (db: Db) => Promise<void>
}

/**
 * From a copy of the file. Returns the name that the old database got. Throws `BackupError` and changes nothing if it
 * cannot restore.
 */
export async function restoreSqlite(
  backup: string,
  target: string,
  options: RestoreOptions = {},
): Promise<string | null> {
  if (!existsSync(backup)) throw new BackupError(`没有找到备份：${backup}`)
  const incoming = unfinishedRestore(target)
  removeWithSidecars(incoming)
  try {
    await prepareBackup(backup, incoming, options)
    return replaceSqlite(target, incoming)
  } finally {
    removeWithSidecars(incoming)
  }
}

/** What a restore or a move writes before it takes the database's place. */
export const unfinishedRestore = (file: string): string => `${file}.restoring`
export const unfinishedMove = (file: string): string => `${file}.moving`

/** A new site must not begin where one was to be put. Throws `ConfigError` where only a part of it is there. */
export function refuseLeftOver(file: string): void {
  const leftOver = existsSync(file)
    ? undefined
    : [unfinishedRestore(file), unfinishedMove(file)].find((path) => existsSync(path))
  if (leftOver === undefined) return
  throw new ConfigError(
    `${leftOver}: a restore or move was never finished. Run it again; to begin with an empty site instead, delete this file.`,
  )
}

/** Returns the name that the old database got; null where there was none. Throws `BackupError` while one is in use. */
export function replaceSqlite(target: string, incoming: string): string | null {
  if (!existsSync(target)) {
    removeSidecars(target)
    renameSync(incoming, target)
    return null
  }
  assertNotInUse(target)
  const previous = `${target}.before-restore-${fileTimestamp()}`
  for (const suffix of ['', ...SIDECAR_SUFFIXES]) {
    if (existsSync(target + suffix)) renameSync(target + suffix, previous + suffix)
  }
  renameSync(incoming, target)
  return previous
}

/** Undoes `replaceSqlite`, which returned `previous`. */
export function putBackSqlite(target: string, incoming: string, previous: string | null): void {
  removeSidecars(target)
  renameSync(target, incoming)
  if (previous === null) return
  for (const suffix of ['', ...SIDECAR_SUFFIXES]) {
    if (existsSync(previous + suffix)) renameSync(previous + suffix, target + suffix)
  }
}

/** Whether it is a database of SQLite, as `backup` wrote them before it wrote archives. */
export function isSqliteFile(file: string): boolean {
  if (!existsSync(file)) return false
  const start = Buffer.alloc(16)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, start, 0, start.length, 0)
  } finally {
    closeSync(opened)
  }
  return start.toString('latin1') === 'SQLite format 3\0'
}

export function fileTimestamp(now = new Date()): string {
  return now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
}

/** Of the file beside the database that holds what was written last; 0 where there is none. */
export const walBytes = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

const SIDECAR_SUFFIXES = ['-wal', '-shm', '-journal']

function removeSidecars(file: string): void {
  for (const suffix of SIDECAR_SUFFIXES) rmSync(file + suffix, { force: true })
}

export function removeWithSidecars(file: string): void {
  rmSync(file, { force: true })
  removeSidecars(file)
}

async function copy(source: string, target: string, progress?: Progress): Promise<void> {
  const database = open(source)
  try {
    await database.backup(target, {
      progress({ totalPages, remainingPages }) {
        progress?.(totalPages - remainingPages, totalPages)
        // Copies the rest in one step: a stepwise copy restarts at every write of a running site.
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
    // A file that is no database fails at its first read.
    database.pragma('schema_version')
    return database
  } catch {
    throw new BackupError(`不是 SQLite 数据库，或者打不开：${file}`)
  }
}

function checkIntegrity(file: string): void {
  const database = open(file)
  try {
    if (database.pragma('quick_check', { simple: true }) !== 'ok') throw new BackupError(`文件已经损坏：${file}`)
  } finally {
    database.close()
  }
}

async function prepareBackup(
  backup: string,
  incoming: string,
  { progress, adjustRows }: RestoreOptions,
): Promise<void> {
  await copy(backup, incoming, progress)
  checkIntegrity(incoming)
  const database = open(incoming)
  const isOurs = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get()
  database.close()
  if (!isOurs) throw new BackupError(`不是小石榴的备份：${backup}`)
  const handle = openDatabase({ engine: 'sqlite', file: incoming })
  try {
    await upgrade(handle)
    await adjustRows?.(handle.db)
  } finally {
    await handle.close()
  }
}

async function upgrade(handle: DatabaseHandle): Promise<void> {
  try {
    await migrate(handle)
    const { newer } = await schemaState(handle.db)
    if (newer.length > 0) throw new Error(newer.join(', '))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`备份不能升级到当前版本，可能来自更新的版本：${reason}`)
  }
}

/** Leaving WAL mode needs exclusive access, so it fails while another process has the file open. */
export function assertNotInUse(file: string): void {
  const database = new SqliteDatabase(file, { timeout: 0 })
  try {
    database.pragma('journal_mode = delete')
  } catch (error) {
    const busy = error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
    if (busy) throw new BackupError('数据库正在使用，请先停止服务器')
    // A damaged file is a reason to restore, not an error.
  } finally {
    database.close()
  }
}
