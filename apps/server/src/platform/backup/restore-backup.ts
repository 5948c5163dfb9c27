/** Puts a site back from an archive, onto either engine. */
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { DatabaseConfig } from '../config.ts'
import { decodeRow, type PortableRow, type RowSource } from '../db/copying/portable.ts'
import { assertKnownSteps, copyInto } from '../db/copying/target.ts'
import { assertNotInUse, fileTimestamp, removeWithSidecars, replaceSqlite } from '../db/sqlite-backup.ts'
import { PICTURE_TYPE } from '../images/presets.ts'
import { BackupError, type Entry, type Manifest, readEntries, verifyArchive } from './archive.ts'
import { type BackupSite, storageOf } from './make-backup.ts'

const decompress = promisify(gunzip)

type Progress = (done: number, total: number) => void

export type Restored = {
  manifest: Manifest
  /** The name that the old database got; null where there was none. */
  kept: string | null
  /** `same` as before, `replaced` in DATA_DIR, or to be set by hand as JWT_SECRET. */
  secret: 'same' | 'replaced' | { file: string }
}

/**
 * Checks the whole archive, then writes rows and pictures, and takes the place of the old database last. Pictures that are
 * there stay: their names are never given twice. Throws `BackupError` or `CopyError`; the old site is then as it was.
 */
export async function restoreBackup(file: string, site: BackupSite, progress?: Progress): Promise<Restored> {
  if (!existsSync(file)) throw new BackupError(`没有找到备份：${file}`)
  const manifest = await verifyArchive(createReadStream(file))
  assertKnownSteps(manifest.steps)
  const { database } = site
  if (database.engine === 'mysql') {
    const secret = await write(file, manifest, site, database, progress)
    return { manifest, kept: null, secret: restoreSecret(secret, site, false) }
  }
  if (existsSync(database.file)) assertNotInUse(database.file)
  const incoming = `${database.file}.restoring`
  removeWithSidecars(incoming)
  try {
    const secret = await write(file, manifest, site, { engine: 'sqlite', file: incoming }, progress)
    const kept = replaceSqlite(database.file, incoming)
    return { manifest, kept, secret: restoreSecret(secret, site, kept !== null) }
  } finally {
    removeWithSidecars(incoming)
  }
}

/** Rows and pictures, in one pass. Returns the secret. */
async function write(
  file: string,
  manifest: Manifest,
  site: BackupSite,
  target: DatabaseConfig,
  progress: Progress | undefined,
): Promise<string> {
  const entries = lookahead(readEntries(createReadStream(file, { highWaterMark: 1024 * 1024 })))
  const storage = await storageOf(site)
  try {
    const first = await entries.next()
    if (first?.name !== 'secrets.json') throw new BackupError('备份里没有密钥')
    const { jwt_secret } = JSON.parse(first.body.toString()) as { jwt_secret: string }
    const sums = await copyInto(rowsOf(manifest, entries), target, { progress })
    const differing = manifest.tables.find(({ name, checksum }) => sums[name]?.checksum !== checksum)
    if (differing) throw new BackupError(`表 ${differing.name} 和备份里的校验不符`)
    for (;;) {
      const some: Entry[] = []
      while (some.length < PICTURES_AT_ONCE && entries.peek()?.name.startsWith('uploads/')) {
        some.push((await entries.next()) as Entry)
        await entries.fill()
      }
      if (some.length === 0) return jwt_secret
      await Promise.all(some.map(({ name, body }) => storage.put(name.slice('uploads/'.length), body, PICTURE_TYPE)))
    }
  } finally {
    storage.close()
    await entries.close()
  }
}

const PICTURES_AT_ONCE = 8

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
        const { body } = (await entries.next()) as Entry
        const lines = (await decompress(body)).toString().split('\n')
        for (let start = 0; start < lines.length; start += LINES) {
          yield lines.slice(start, start + LINES).map(decodeRow)
        }
      }
    },
  }
}

const LINES = 1000

/** In DATA_DIR it is replaced; a secret of the environment is not ours to change. */
function restoreSecret(secret: string, { jwtSecret, dataDir }: BackupSite, keepsOld: boolean): Restored['secret'] {
  if (secret === jwtSecret) return 'same'
  const own = join(dataDir, 'jwt-secret')
  const isFromFile = existsSync(own) && readFileSync(own, 'utf8').trim() === jwtSecret
  const file = isFromFile ? own : join(dataDir, 'jwt-secret.from-backup')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (isFromFile && keepsOld) renameSync(own, `${own}.before-restore-${fileTimestamp()}`)
  const incoming = `${file}.partial`
  rmSync(incoming, { force: true })
  writeFileSync(incoming, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(incoming, file)
  return isFromFile ? 'replaced' : { file }
}
