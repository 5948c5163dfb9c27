/** Where backups are kept: a folder, or a bucket. */
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { freeSpace, LEAST_FREE_BYTES } from '../storage/disks.ts'
import { BackupError, type Sink } from './archive.ts'

export type StoredBackup = { name: string; bytes: number }

export type Destination = {
  /** For messages: the folder, or the bucket. */
  place: string
  /**
   * Begins a backup, which has its name only after `keep`, and removes what processes left that were killed long ago.
   * Throws `BackupError` where nothing can be written, or a file of the folder has the name; in a bucket `keep`
   * replaces it.
   */
  create(name: string): Promise<Sink>
  /** What the sink has finished. */
  readBack(name: string): AsyncIterable<Uint8Array>
  /** Gives what was verified its name. Calls `progress` from time to time. */
  keep(name: string, progress?: () => void): Promise<void>
  /** Removes what was finished and is not kept. */
  discard(name: string): Promise<void>
  /** Those that were kept, with names that we give. */
  list(): Promise<StoredBackup[]>
  read(name: string): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
}

/** `shiliu-20260901-040000.tar`, in UTC; `shiliu-20260901-040000-manual.tar` is one of the command line. */
export const NAME = /^shiliu-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(-manual)?\.tar$/
/** Ends the name of what was not verified. */
export const PARTIAL = '.partial'
/** One that is written changes all the time, and is touched while it is read back. */
const LEFT_OVER_MS = 15 * 60_000
const TOUCH_MS = 60_000

const CHUNKS = { highWaterMark: 1024 * 1024 }

const CHECK_BYTES = 16 * 1024 * 1024

type FolderOptions = { freeBytes?: (folder: string) => Promise<number> }

/** Files that only their owner reads. A full disk, or one that is about to be, leaves nothing of ours. */
export function backupFolder(
  folder: string,
  { freeBytes = async (at) => (await freeSpace(at)).bytes }: FolderOptions = {},
): Destination {
  const at = (name: string) => join(folder, name)
  const partial = (name: string) => at(name + PARTIAL)
  return {
    place: folder,
    async create(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw new BackupError(`不能新建目录 ${folder}：${reasonOf(error)}`)
      })
      if (await exists(at(name))) throw new BackupError(`文件已经存在，换一个名字：${at(name)}`)
      for (const { name: leftOver } of await leftOverBackups(folder, name)) await rm(at(leftOver), { force: true })
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
    async *readBack(name) {
      let touched = 0
      for await (const chunk of createReadStream(partial(name), CHUNKS)) {
        if (Date.now() - touched > TOUCH_MS) {
          touched = Date.now()
          await utimes(partial(name), new Date(), new Date())
        }
        yield chunk as Uint8Array
      }
    },
    read: (name) => createReadStream(at(name), CHUNKS),
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

/** What killed processes have left of backups, and of one that is to be called `wanted`; the next backup removes it. */
export async function leftOverBackups(folder: string, wanted?: string): Promise<StoredBackup[]> {
  const isOurs = (name: string) => name === wanted || NAME.test(name)
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith(PARTIAL) && isOurs(name.slice(0, -PARTIAL.length)),
  )
  const found = await Promise.all(
    names.map(async (name) => {
      // One that is finished meanwhile has another name.
      const info = await stat(join(folder, name)).catch(() => null)
      return info && Date.now() - info.mtimeMs > LEFT_OVER_MS ? [{ name, bytes: info.size }] : []
    }),
  )
  return found.flat()
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
  EEXIST: `已经有一份同名的 ${PARTIAL} 在写，或者刚刚断了：等 15 分钟再试，或者确认没有在写以后删掉它`,
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
