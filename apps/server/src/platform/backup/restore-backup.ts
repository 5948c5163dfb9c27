/** Puts a site back from an archive, onto either engine. */
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { DatabaseConfig } from '../config.ts'
import { type Db, openDatabase } from '../db/client.ts'
import type { ConnectionOptions } from '../db/copying/connection.ts'
import { decodeRow, type PortableRow, type RowSource } from '../db/copying/portable.ts'
import { assertKnownSteps, copyInto, endCopy, isUnfinishedCopy, type Progress } from '../db/copying/target.ts'
import { chunks } from '../db/rows.ts'
import {
  assertNotInUse,
  fileTimestamp,
  putBackSqlite,
  removeWithSidecars,
  replaceSqlite,
  unfinishedRestore,
} from '../db/sqlite-files.ts'
import { PICTURE_TYPE } from '../images/presets.ts'
import type { Storage } from '../storage/storage.ts'
import { BackupError, type Entry, type Manifest, readEntries, verifyArchive } from './archive.ts'
import { type BackupSite, storageOf } from './make-backup.ts'

const decompress = promisify(gunzip)

export type Restored = {
  manifest: Manifest
  /** The name that the old database got; null where there was none. */
  kept: string | null
  /** `same` as before, `replaced` in DATA_DIR, or to be set by hand as JWT_SECRET. */
  secret: 'same' | 'replaced' | { file: string }
}

/** Reads the archive from its beginning; called twice. */
export type ReadBackup = () => AsyncIterable<Uint8Array>

/** Throws `BackupError` where there is no such file. */
export function readBackupFile(file: string): ReadBackup {
  if (!existsSync(file)) throw new BackupError(`没有找到备份：${file}`)
  return () => createReadStream(file, { highWaterMark: 1024 * 1024 })
}

export type RestoreOptions = ConnectionOptions & {
  progress?: Progress | undefined
  signal?: AbortSignal
  /** Changes rows once they were compared with the archive, before a server may use them. */
  adjustRows?: (db: Db) => Promise<void>
}

/**
 * Checks the whole archive, then writes rows, pictures and the secret, and takes the place of the old database last.
 * Pictures that are there stay: their names are never given twice. Throws `BackupError`, `CopyError` or the reason of
 * `signal`; the old site is then as it was. What a killed process leaves is refused by servers, and the next restore
 * begins it anew.
 */
export async function restoreBackup(
  read: ReadBackup,
  site: BackupSite,
  options: RestoreOptions = {},
): Promise<Restored> {
  const manifest = await verifyArchive(read(), () => options.signal?.throwIfAborted())
  assertKnownSteps(manifest.steps)
  const { database } = site
  if (database.engine === 'mysql')
    return write(read, manifest, { site, target: database, ...options }, async (secret) => {
      const restored = { manifest, kept: null, secret: secret.take() }
      await endCopy(database, options)
      return restored
    })
  const isThere = existsSync(database.file)
  if (isThere) assertNotInUse(database.file)
  const isUnfinished = isThere && (await isUnfinishedCopy(database))
  const incoming = unfinishedRestore(database.file)
  removeWithSidecars(incoming)
  const target = { engine: 'sqlite', file: incoming } as const
  try {
    return await write(read, manifest, { site, target, ...options }, async (secret) => {
      if (isUnfinished) removeWithSidecars(database.file)
      const kept = replaceSqlite(database.file, incoming)
      try {
        const restored = { manifest, kept, secret: secret.take() }
        await endCopy(database)
        return restored
      } catch (error) {
        putBackSqlite(database.file, incoming, kept)
        throw error
      }
    })
  } finally {
    removeWithSidecars(incoming)
  }
}

type Writing = RestoreOptions & { site: BackupSite; target: DatabaseConfig }

/** Rows and pictures in one pass, then `finish`. Where any of it fails, neither a picture nor the secret stays. */
async function write(
  read: ReadBackup,
  manifest: Manifest,
  { site, target, adjustRows, ...options }: Writing,
  finish: (secret: NewSecret) => Promise<Restored>,
): Promise<Restored> {
  const entries = lookahead(readEntries(read()))
  const storage = await storageOf(site)
  const added: string[] = []
  let secret: NewSecret | undefined
  try {
    const first = await entries.next()
    if (first?.name !== 'secrets.json') throw new BackupError('备份里没有密钥')
    const { jwt_secret } = JSON.parse(first.body.toString()) as { jwt_secret: string }
    secret = writeSecret(jwt_secret, site)
    const sums = await copyInto(rowsOf(manifest, entries), target, { ...options, keepsMark: true })
    const differing = manifest.tables.find(({ name, checksum }) => sums[name]?.checksum !== checksum)
    if (differing) throw new BackupError(`表 ${differing.name} 和备份里的校验不符`)
    const files = await writePictures(entries, storage, added, options.signal)
    if (files !== manifest.pictures.files) throw new BackupError('备份里的图片和清单里的数目不符')
    if (adjustRows) await withDatabase(target, adjustRows)
    options.signal?.throwIfAborted()
    return await finish(secret)
  } catch (error) {
    secret?.discard()
    await removeFiles(storage, added)
    // What was waited for may have failed later than it was to stop.
    throw options.signal?.aborted ? options.signal.reason : error
  } finally {
    storage.close()
    await entries.close()
  }
}

async function withDatabase(target: DatabaseConfig, work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = openDatabase(target, { mysql: { unbounded: true, size: 2 } })
  await work(db).finally(close)
}

const PICTURES_AT_ONCE = 8
const UPLOADS = 'uploads/'

/** Returns how many files there were; `added` gets the keys of those that were not there before. */
async function writePictures(
  entries: Lookahead,
  storage: Storage,
  added: string[],
  signal?: AbortSignal,
): Promise<number> {
  let written = 0
  let folder: string | undefined
  let known = new Set<string>()
  for (;;) {
    signal?.throwIfAborted()
    const some: Entry[] = []
    await entries.fill()
    while (some.length < PICTURES_AT_ONCE && entries.peek()?.name.startsWith(UPLOADS)) {
      some.push((await entries.next()) as Entry)
      await entries.fill()
    }
    if (some.length === 0) return written
    const keys = some.map(({ name }) => name.slice(UPLOADS.length))
    // An archive has them folder by folder.
    for (const key of keys) {
      const its = key.split('/')[0] ?? ''
      if (its !== folder) known = new Set((await storage.list(its)).map((file) => file.key))
      folder = its
      if (!known.has(key)) added.push(key)
    }
    const puts = some.map(({ body }, i) => storage.put(keys[i] as string, body, PICTURE_TYPE))
    // One that fails must not be removed before another is written.
    const failure = (await Promise.allSettled(puts)).find(({ status }) => status === 'rejected')
    if (failure) throw (failure as PromiseRejectedResult).reason
    written += some.length
  }
}

/** As far as the storage answers. */
async function removeFiles(storage: Storage, keys: readonly string[]): Promise<void> {
  for (const some of chunks(keys)) {
    try {
      await storage.remove(some)
    } catch {
      return
    }
  }
}

type Lookahead = {
  peek(): Entry | undefined
  /** Reads the next one for `peek`. */
  fill(): Promise<void>
  next(): Promise<Entry | undefined>
  close(): Promise<void>
}

function lookahead(entries: AsyncGenerator<Entry>): Lookahead {
  let waiting: Entry | undefined
  let filled = false
  const fill = async () => {
    if (filled) return
    const { value, done } = await entries.next()
    waiting = done ? undefined : value
    filled = true
  }
  return {
    peek: () => waiting,
    fill,
    async next() {
      await fill()
      filled = false
      const found = waiting
      waiting = undefined
      return found
    },
    close: async () => void (await entries.return(undefined)),
  }
}

/** The tables are read in the order in which they were written. */
function rowsOf({ steps, tables }: Manifest, entries: Lookahead): RowSource {
  return {
    steps,
    tables,
    async *rows({ name }): AsyncGenerator<PortableRow[]> {
      for (;;) {
        await entries.fill()
        if (!entries.peek()?.name.startsWith(`tables/${name}/`)) return
        const entry = (await entries.next()) as Entry
        const lines = (await unzipped(entry)).toString().split('\n')
        for (let start = 0; start < lines.length; start += LINES) {
          yield lines.slice(start, start + LINES).map(decodeRow)
        }
      }
    },
  }
}

const LINES = 1000
/** Some times what a piece of a table has: its last row may be long. */
const LARGEST_PIECE = 64 * 1024 * 1024

async function unzipped({ name, body }: Entry): Promise<Buffer> {
  try {
    return await decompress(body, { maxOutputLength: LARGEST_PIECE })
  } catch {
    throw new BackupError(`备份已经损坏：${name} 解不开`)
  }
}

type NewSecret = {
  /** Gives it its place, by renaming alone. The one before is kept under another name. */
  take(): Restored['secret']
  /** The one before has its place again. */
  discard(): void
}

/** Writes it beside its place: in DATA_DIR it is to be replaced; a secret of the environment is not ours to change. */
function writeSecret(secret: string, { jwtSecret, dataDir }: BackupSite): NewSecret {
  if (secret === jwtSecret) return { take: () => 'same', discard: () => undefined }
  const own = join(dataDir, 'jwt-secret')
  const isFromFile = existsSync(own) && readFileSync(own, 'utf8').trim() === jwtSecret
  const file = isFromFile ? own : join(dataDir, 'jwt-secret.from-backup')
  const incoming = `${file}.partial`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  rmSync(incoming, { force: true })
  writeFileSync(incoming, `${secret}\n`, { mode: 0o600, flush: true })
  const before = `${own}.before-restore-${fileTimestamp()}`
  return {
    take() {
      if (isFromFile) renameSync(own, before)
      renameSync(incoming, file)
      return isFromFile ? 'replaced' : { file }
    },
    discard() {
      if (isFromFile && existsSync(before)) renameSync(before, own)
      rmSync(incoming, { force: true })
    },
  }
}
