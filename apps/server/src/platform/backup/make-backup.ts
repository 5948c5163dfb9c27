/** One dated archive of a site that goes on: rows of one moment, pictures, and the secret that opens what is sealed. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { VERSION } from '@shiliu/contract/limits'
import type { Config } from '../config.ts'
import { encodeRow, tableSummer } from '../db/copying/portable.ts'
import { openSnapshot, type Snapshot } from '../db/copying/snapshot.ts'
import type { Progress } from '../db/copying/target.ts'
import { groupBy } from '../db/rows.ts'
import { fileKeys } from '../images/presets.ts'
import { diskStorage } from '../storage/disk.ts'
import { s3Storage } from '../storage/s3.ts'
import type { Storage } from '../storage/storage.ts'
import { BackupError, type Entry, type Manifest, type Sink, verifyArchive, writeArchive } from './archive.ts'
import type { Destination } from './destinations.ts'

const compress = promisify(gzip)

/** What a backup needs to know of the site. */
export type BackupSite = Pick<Config, 'database' | 'dataDir' | 's3' | 'jwtSecret'>
type Making = { name: string; now?: Date; progress?: Progress | undefined; signal?: AbortSignal }
type Add = (entry: Entry) => Promise<void>

/** Of rows as text, before it is compressed. */
const PIECE_BYTES = 2 * 1024 * 1024
const PICTURES_AT_ONCE = 8
/** A picture takes about as long as so many rows. */
const ROWS_PER_PICTURE = 20

export type MadeBackup = { name: string; bytes: number; manifest: Manifest }

/**
 * Writes, reads back and only then gives the name. Throws `BackupError`, or the reason of `signal`, and leaves nothing
 * where any of it fails.
 */
export async function makeBackup(
  site: BackupSite,
  destination: Destination,
  { name, now = new Date(), progress, signal }: Making,
): Promise<MadeBackup> {
  const storage = await storageOf(site)
  let snapshot: Snapshot | undefined
  try {
    snapshot = await openSnapshot(site.database)
    const bytes = await writeTo(await destination.create(name), site, snapshot, { storage, now, progress, signal })
    await snapshot.close()
    const manifest = await verified(destination, name, () => {
      signal?.throwIfAborted()
      progress?.(1, 1)
    })
    return { name, bytes, manifest }
  } catch (error) {
    // What was waited for may have failed later than it was to stop.
    throw signal?.aborted ? signal.reason : error
  } finally {
    await snapshot?.close()
    storage.close()
  }
}

type WritingTo = Omit<Writing, 'add'> & { storage: Storage; signal: AbortSignal | undefined }

/** Returns how many bytes there are. */
async function writeTo(
  sink: Sink,
  site: BackupSite,
  snapshot: Snapshot,
  { storage, now, progress, signal }: WritingTo,
): Promise<number> {
  let bytes = 0
  const counting = {
    ...sink,
    write: (chunk: Uint8Array) => {
      bytes += chunk.length
      return sink.write(chunk)
    },
  }
  await writeArchive(counting, (add) => {
    const unlessStopped = async (entry: Entry) => {
      signal?.throwIfAborted()
      await add(entry)
    }
    return writeSite(site, snapshot, storage, { add: unlessStopped, now, progress })
  })
  return bytes
}

async function verified(destination: Destination, name: string, advance: () => void): Promise<Manifest> {
  try {
    const manifest = await verifyArchive(destination.readBack(name), advance).catch((error: unknown) => {
      throw new BackupError(`备份写好以后读不回来：${error instanceof Error ? error.message : error}`)
    })
    await destination.keep(name, advance)
    return manifest
  } catch (error) {
    await destination.discard(name).catch(() => undefined)
    throw error
  }
}

export async function storageOf({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  return s3 ? s3Storage(s3) : diskStorage({ dataDir })
}

type Writing = { add: Add; now: Date; progress?: Progress | undefined }

async function writeSite(
  { database, jwtSecret }: BackupSite,
  snapshot: Snapshot,
  storage: Storage,
  { add, now, progress }: Writing,
): Promise<Omit<Manifest, 'entries' | 'format'>> {
  const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0)
  const pictures = snapshot.tables.find(({ name }) => name === 'media')?.rows ?? 0
  const total = rows + pictures * ROWS_PER_PICTURE
  let done = 0
  const advance = (by: number) => {
    done += by
    progress?.(Math.min(done, total), total)
  }
  await add({ name: 'secrets.json', body: Buffer.from(JSON.stringify({ jwt_secret: jwtSecret })) })
  const keys: string[] = []
  const tables: Manifest['tables'] = []
  for (const table of snapshot.tables) {
    const keyAt = table.name === 'media' ? table.columns.indexOf('media_key') : -1
    const summer = tableSummer()
    const piece = pieces(table.name, add)
    for await (const batch of snapshot.rows(table)) {
      for (const row of batch) {
        summer.add(row)
        if (keyAt >= 0) keys.push(String(row[keyAt]))
        await piece.add(encodeRow(row))
      }
      advance(batch.length)
    }
    await piece.end()
    const { name, columns, nextId } = table
    tables.push({ name, columns: [...columns], nextId, ...summer.sum() })
  }
  // From here on nobody waits for what others overwrite.
  await snapshot.close()
  return {
    version: VERSION,
    created_at: now.toISOString(),
    engine: database.engine,
    steps: [...snapshot.steps],
    tables,
    pictures: await writePictures(storage, keys, add, () => advance(ROWS_PER_PICTURE)),
  }
}

/** Lines of a table, compressed some megabytes at a time. */
function pieces(table: string, add: Add) {
  let lines: string[] = []
  let bytes = 0
  let count = 0
  const flush = async () => {
    if (lines.length === 0) return
    const body = await compress(lines.join('\n'))
    lines = []
    bytes = 0
    await add({ name: `tables/${table}/${String(++count).padStart(6, '0')}.ndjson.gz`, body })
  }
  return {
    async add(line: string) {
      lines.push(line)
      bytes += line.length
      if (bytes >= PIECE_BYTES) await flush()
    },
    end: flush,
  }
}

/** Folder by folder, whose list says which sizes a picture has. */
async function writePictures(storage: Storage, keys: string[], add: Add, advance: () => void) {
  const written = { count: 0, files: 0, bytes: 0, missing: 0 }
  const folders = groupBy(keys.toSorted(), (key) => key.split('/')[0] ?? '')
  for (const [folder, inFolder] of folders) {
    const stored = new Set((await answered(storage.list(folder))).map(({ key }) => key))
    for (const key of inFolder) {
      const files = fileKeys(key).filter((file) => stored.has(file))
      // No more sizes than this.
      const bodies = await Promise.all(files.slice(0, PICTURES_AT_ONCE).map((file) => answered(storage.get(file))))
      let found = 0
      for (const [i, body] of bodies.entries()) {
        if (!body) continue
        await add({ name: `uploads/${files[i]}`, body })
        found++
        written.files++
        written.bytes += body.length
      }
      if (found > 0) written.count++
      else written.missing++
      advance()
    }
  }
  return written
}

async function answered<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw new BackupError(`读不出图片：${error instanceof Error ? error.message : error}`)
  })
}
