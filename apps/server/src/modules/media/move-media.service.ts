/** Copies the files of all pictures to another storage while the site runs (docs/decisions/054-moving.md). */
import { createHash } from 'node:crypto'
import type { Db } from '#platform/db/client.ts'
import { chunks } from '#platform/db/rows.ts'
import { fileKeys, PICTURE_TYPE } from '#platform/images/presets.ts'
import type { Storage, StoredFileInfo } from '#platform/storage/storage.ts'
import * as repo from './media.repo.ts'

/** Most of the time goes into waiting for the bucket, or for syncs of the disk. */
const AT_ONCE = 8

/** A file whose copy is not what was written: it can only be the storage's fault. */
export class CopyDiffersError extends Error {}

export type CopyReport = {
  pictures: number
  /** Files that were written now; the others had been copied before. */
  files: number
  bytes: number
  /** Keys of pictures whose files are in neither storage. */
  missing: string[]
}

type Options = {
  from: Storage
  to: Storage
  /** Takes files of the same size for equal, which an earlier run has compared. */
  bySize?: boolean
  progress?: ((done: number, total: number) => void) | undefined
  /** Called before so many bytes are written; rejects where there is no room. */
  requireRoom?: ((bytes: number) => Promise<void>) | undefined
  /** Gets the keys of pictures of which something was written. */
  copied?: Set<string>
  /** Ends it between two files. */
  signal?: AbortSignal
}

/**
 * Copies what the other storage has not, or has differently, and compares each file by size and MD5. Run again it
 * copies what is missing. Rejects at the first failure, with what was copied until then in place.
 */
export async function copyMedia(db: Db, options: Options): Promise<CopyReport> {
  const total = await repo.countMedia(db)
  const report: CopyReport = { pictures: 0, files: 0, bytes: 0, missing: [] }
  for (let after = ''; ; ) {
    const folder = await repo.findFolderAfter(db, after)
    if (folder === undefined) return report
    options.signal?.throwIfAborted()
    await copyFolder(db, folder, options, report, () => options.progress?.(report.pictures, Math.max(total, 1)))
    after = folder
  }
}

async function copyFolder(db: Db, folder: string, options: Options, report: CopyReport, progress: () => void) {
  const { from, to, requireRoom, copied, signal } = options
  const keys = await repo.listKeysIn(db, folder)
  const [source, target] = [await listFiles(from, folder), await listFiles(to, folder)]
  const missing = keys.filter((key) => !fileKeys(key).some((file) => source.has(file) || target.has(file)))
  report.missing.push(...missing)
  const wanted = keys.flatMap((key) => fileKeys(key).flatMap((file) => source.get(file) ?? []))
  const differing = await collect(wanted, async (file) => {
    signal?.throwIfAborted()
    return (await isCopied(options, file, target.get(file.key))) ? [] : [file]
  })
  await requireRoom?.(differing.reduce((sum, { size }) => sum + size, 0))
  const written = await collect(differing, async ({ key }) => {
    signal?.throwIfAborted()
    const body = await from.get(key)
    // Deleted since.
    if (body === null) return []
    await to.put(key, body, PICTURE_TYPE)
    return [{ key, size: body.length, md5: md5Of(body) }]
  })
  await verify(to, folder, written)
  for (const { key } of written) copied?.add(pictureOf(key))
  report.files += written.length
  report.bytes += written.reduce((sum, { size }) => sum + size, 0)
  report.pictures += keys.length
  progress()
}

async function listFiles(storage: Storage, folder: string): Promise<Map<string, StoredFileInfo>> {
  return new Map((await storage.list(folder)).map((file) => [file.key, file]))
}

/** Reads only what is on the disk, where a bucket tells the MD5. */
async function isCopied(
  { from, to, bySize = false }: Options,
  source: StoredFileInfo,
  target: StoredFileInfo | undefined,
): Promise<boolean> {
  if (!target || source.size !== target.size) return false
  if (bySize) return true
  const { key } = source
  if (target.md5 && target.md5 === (await md5In(from, key))) return true
  if (source.md5 && source.md5 === (await md5In(to, key))) return true
  return (await md5In(from, key)) === (await md5In(to, key))
}

/** By what the storage says of the files, and by reading back those of which it says no MD5 that is equal. */
async function verify(
  to: Storage,
  folder: string,
  written: Required<Omit<StoredFileInfo, 'changedAt'>>[],
): Promise<void> {
  if (written.length === 0) return
  const found = await listFiles(to, folder)
  await collect(written, async ({ key, size, md5 }) => {
    const copy = found.get(key)
    const equal = copy?.size === size && (copy.md5 === md5 || (await md5In(to, key)) === md5)
    if (!equal) throw new CopyDiffersError(key)
    return []
  })
}

const md5Of = (body: Buffer) => createHash('md5').update(body).digest('hex')

async function md5In(storage: Storage, key: string): Promise<string | null> {
  const body = await storage.get(key)
  return body && md5Of(body)
}

/** `ab/ab12…` of `ab/ab12…-card.webp`. */
const pictureOf = (fileKey: string) => fileKey.replace(/-[a-z]+\.webp$/, '')

/** The results of `work`, of which `AT_ONCE` run at the same time. After a failure none begins. */
async function collect<T, R>(items: readonly T[], work: (item: T) => Promise<R[]>): Promise<R[]> {
  const results: R[] = []
  const queue = items.values()
  let failed = false
  const worker = async () => {
    for (const item of queue) {
      if (failed) return
      try {
        results.push(...(await work(item)))
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failure = workers.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
  return results
}

/** Removes the copies of pictures that were deleted while they were copied. Returns how many. */
export async function removeDeletedCopies(db: Db, to: Storage, copied: ReadonlySet<string>): Promise<number> {
  let removed = 0
  for (const keys of chunks([...copied])) {
    const there = new Set((await repo.listMediaByKeys(db, keys)).map((row) => row.media_key))
    const gone = keys.filter((key) => !there.has(key))
    if (gone.length > 0) await to.remove(gone.flatMap(fileKeys))
    removed += gone.length
  }
  return removed
}
