/** Where backups are kept: a folder, or a bucket. */
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { freeSpace } from '../storage/disks.ts'
import { BackupError, type Sink } from './archive.ts'

export type StoredBackup = { name: string; bytes: number }

export type Destination = {
  /** For messages: the folder, or the bucket. */
  place: string
  /** Throws `BackupError` where the name is taken or nothing can be written. */
  create(name: string): Promise<Sink>
  /** What was finished, or is about to be: `keep` makes it a backup. */
  read(name: string): AsyncIterable<Uint8Array>
  /** Gives what was verified its name. */
  keep(name: string): Promise<void>
  discard(name: string): Promise<void>
  /** Only names that we give. */
  list(): Promise<StoredBackup[]>
  remove(name: string): Promise<void>
}

/** `shiliu-20260901-040000.tar`, in UTC. */
export const NAME = /^shiliu-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})\.tar$/
const PARTIAL = '.partial'
/** One that is written changes all the time. */
const LEFT_OVER_MS = 15 * 60_000

/** Less is left for the database. */
const LEAST_FREE_BYTES = 100 * 1024 * 1024
const CHECK_BYTES = 16 * 1024 * 1024

type FolderOptions = { freeBytes?: (folder: string) => Promise<number> }

/** Files that only their owner reads. A full disk, or one that is about to be, leaves nothing of ours. */
export function backupFolder(
  folder: string,
  { freeBytes = async (at) => (await freeSpace(at)).bytes }: FolderOptions = {},
): Destination {
  const at = (name: string) => join(folder, name)
  const partial = (name: string) => at(name + PARTIAL)
  /** Of processes that were killed. */
  async function removeLeftOver(): Promise<void> {
    const names = (await readdir(folder)).filter(
      (name) => name.endsWith(PARTIAL) && NAME.test(name.slice(0, -PARTIAL.length)),
    )
    for (const name of names)
      if (Date.now() - (await stat(at(name))).mtimeMs > LEFT_OVER_MS) await rm(at(name), { force: true })
  }
  return {
    place: folder,
    async create(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw new BackupError(`不能新建目录 ${folder}：${reasonOf(error)}`)
      })
      if (await exists(at(name))) throw new BackupError(`文件已经存在，换一个名字：${at(name)}`)
      await removeLeftOver()
      const file = await open(partial(name), 'wx', 0o600).catch((error: unknown) => {
        throw new BackupError(`不能写 ${folder}：${reasonOf(error)}`)
      })
      let unchecked = CHECK_BYTES
      return {
        async write(bytes) {
          unchecked += bytes.length
          if (unchecked >= CHECK_BYTES) {
            unchecked = 0
            if ((await freeBytes(folder)) < LEAST_FREE_BYTES) throw new BackupError(`磁盘放不下备份：${folder}`)
          }
          for (let done = 0; done < bytes.length; ) {
            const { bytesWritten } = await file.write(bytes, done).catch((error: unknown) => {
              throw new BackupError(`备份没有写成，${folder}：${reasonOf(error)}`)
            })
            done += bytesWritten
          }
        },
        async finish() {
          await file.sync()
          await file.close()
        },
        async abort() {
          await file.close().catch(() => undefined)
          await rm(partial(name), { force: true })
        },
      }
    },
    read: (name) => createReadStream(partial(name), { highWaterMark: 1024 * 1024 }),
    async keep(name) {
      await chmod(partial(name), 0o600)
      await rename(partial(name), at(name))
      await syncFolder(folder)
    },
    discard: (name) => rm(partial(name), { force: true }),
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
      return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(at(name))).size })))
    },
    remove: (name) => rm(at(name), { force: true }),
  }
}

/** Anybody could fetch what lies there. */
export function assertPrivateFolder(folder: string, uploads: string): void {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(uploads)}${sep}`))
    throw new BackupError('备份不能放在 uploads 里：谁都能下载那里的文件')
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const REASONS: Record<string, string> = {
  ENOSPC: '磁盘已满',
  EDQUOT: '磁盘配额已满',
  EFBIG: '文件太大，文件系统放不下',
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '文件系统是只读的',
  ENOTDIR: '路径里有一段不是目录',
}

/** In words where we have them. */
function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? message
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
