/** How full the disks are that pictures and database are written to. */
import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { uploadsDir } from './disk.ts'

/** Below it no pictures are taken: what is left belongs to the database, since a full disk stops every write. */
export const LEAST_FREE_SHARE = 0.05

/** Backups stop, and health warns, below this: the rest is for the database, however large the disk. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** The uploads of a second need no more than one look. */
const CACHED_MS = 1000

export type Disks = {
  /** The free share of the fullest of our disks, from 0 to 1; 1 where pictures and database are elsewhere. */
  freeShare(): Promise<number>
}

/** Those of `DATA_DIR` with SQLite, and of `uploads/` without an object storage. */
export function ourDisks(config: Pick<Config, 'dataDir' | 's3' | 'database'>): Disks {
  const folders = [
    ...(config.database.engine === 'sqlite' ? [config.dataDir] : []),
    // May be a disk of its own.
    ...(config.s3 ? [] : [uploadsDir(config)]),
  ]
  let last: Promise<number> | undefined
  let lastAt = 0
  return {
    freeShare() {
      const now = performance.now()
      if (!last || now - lastAt > CACHED_MS) {
        last = Promise.all(folders.map(freeShareOf)).then((shares) => Math.min(1, ...shares))
        lastAt = now
      }
      return last
    },
  }
}

/** Of what we may use, as `df` counts it: file systems keep some for root. */
export async function freeSpace(folder: string): Promise<{ share: number; bytes: number }> {
  const { bavail, bfree, blocks, bsize } = await statfs(folder)
  return { share: bavail / Math.max(1, blocks - bfree + bavail), bytes: bavail * bsize }
}

/** A folder that cannot be asked is not known to be full. */
const freeShareOf = (folder: string) =>
  freeSpace(folder).then(
    ({ share }) => share,
    () => 1,
  )
