import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { chunks } from '../db/rows.ts'
import { UPLOADS_URL } from './addresses.ts'
import {
  checkedKey,
  checkedUnlistedKey,
  isKey,
  isUnlistedKey,
  type Storage,
  type StoredFileInfo,
  UNLISTED_FOLDER,
  urlsBelow,
} from './storage.ts'

type DiskOptions = {
  dataDir: string
}

/** The folder of uploaded files, which may be a mount of its own. */
export function uploadsDir({ dataDir }: DiskOptions): string {
  return resolve(dataDir, 'uploads')
}

/** Writes a temporary file, syncs and renames it, so that a power cut leaves no partial file. */
export function diskStorage(options: DiskOptions): Storage {
  const root = uploadsDir(options)
  const pathOf = (key: string) => join(root, checkedKey(key))
  // Beside the uploads, which are served.
  const unlistedRoot = resolve(options.dataDir)
  const unlistedPath = (key: string) => join(unlistedRoot, checkedUnlistedKey(key))

  return {
    ...urlsBelow(UPLOADS_URL),

    // Inside `uploads`, which may be a mount of its own: rename works within one file system. Keys have no leading dot.
    put: async (key, body) => write(root, join(root, '.tmp'), pathOf(key), body),
    remove: async (keys) => removeAll(keys.map(pathOf)),
    get: async (key) => readFile(pathOf(key)).catch(nullIfMissing),

    unlisted: {
      put: async (key, body) =>
        write(unlistedRoot, join(unlistedRoot, UNLISTED_FOLDER, '.tmp'), unlistedPath(key), body),
      remove: async (keys) => removeAll(keys.map(unlistedPath)),
      get: async (key) => readFile(unlistedPath(key)).catch(nullIfMissing),
      has: async (key) => (await stat(unlistedPath(key)).catch(nullIfMissing))?.isFile() ?? false,
      list: () => listFolder(unlistedRoot, UNLISTED_FOLDER, isUnlistedKey),
    },

    list: (folder) => listFolder(root, folder, isKey),

    check: () => access(root, constants.W_OK),

    close: () => undefined,
  }
}

const STATS_AT_ONCE = 50

async function listFolder(root: string, folder: string, isWanted: (key: string) => boolean): Promise<StoredFileInfo[]> {
  const names = (await readdir(join(root, folder)).catch(nullIfMissing)) ?? []
  const keys = names.map((name) => `${folder}/${name}`).filter(isWanted)
  const files: StoredFileInfo[] = []
  // A folder holds hundreds: a few at a time.
  for (const some of chunks(keys, STATS_AT_ONCE)) {
    const found = await Promise.all(
      some.map(async (key) => ({ key, info: await stat(join(root, key)).catch(nullIfMissing) })),
    )
    for (const { key, info } of found) {
      if (info?.isFile()) files.push({ key, size: info.size, changedAt: info.mtimeMs })
    }
  }
  return files
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function write(root: string, aside: string, path: string, body: Buffer): Promise<void> {
  const temporary = join(aside, randomUUID())
  await mkdir(aside, { recursive: true })
  const created = await mkdir(dirname(path), { recursive: true })
  try {
    await writeSynced(temporary, body)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
  if (created) await Promise.all([syncFolder(root), syncFolder(dirname(created))])
}

async function removeAll(paths: string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })))
}

async function writeSynced(path: string, body: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(body)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name survives a power cut only once its folder is synced. Windows cannot open folders and needs no sync. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
