/** What lies on the disks: space, permissions, pictures beside their rows. Only reads. */
import { access, constants, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupError } from '#platform/backup/archive.ts'
import { leftOverBackups } from '#platform/backup/destinations.ts'
import { backupBucket } from '#platform/backup/s3-destination.ts'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/client.ts'
import { walBytes } from '#platform/db/sqlite-files.ts'
import { fileKeys, keyOfUrl, PRESETS, sizesOf } from '#platform/images/presets.ts'
import { uploadsDir } from '#platform/storage/disk.ts'
import { freeSpace, LEAST_FREE_BYTES, LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import { nameOfUnlisted, type Storage } from '#platform/storage/storage.ts'
import * as repo from './doctor.repo.ts'
import { ANSWER_MS, broken, type Finding, ok, remark } from './finding.ts'

const MB = 1024 * 1024
const LITTLE_SHARE = 0.15

/** `exists` is false before the first start. */
export async function checkDataDir(config: Config): Promise<{ exists: boolean; findings: Finding[] }> {
  const { dataDir, s3, database } = config
  const about = '数据目录'
  const info = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error)
  if (info instanceof Error) {
    const findings =
      info.code === 'ENOENT'
        ? [remark(about, `还没有 ${dataDir}`, '第一次启动时自己建好；不是第一次，就是 DATA_DIR 写错了')]
        : [
            broken(
              about,
              `打不开 ${dataDir}：${info.code}`,
              '用服务的用户运行：runuser -u shiliu -- npm run cli -- doctor',
            ),
          ]
    return { exists: false, findings }
  }
  if (!info.isDirectory()) {
    const findings = [broken(about, `${dataDir} 不是目录`, '改 DATA_DIR，或挪开这个文件')]
    return { exists: false, findings }
  }
  const findings: Finding[] = []
  if ((info.mode & 0o077) !== 0 && process.platform !== 'win32')
    findings.push(remark(about, `别的用户能打开 ${dataDir}`, `chmod 700 ${dataDir}（启动时也会自己收紧）`))
  const owned = ['uploads', 'logs', 'jwt-secret', ...(database.engine === 'sqlite' ? SQLITE_FILES : [])]
  for (const name of owned) {
    const file = await stat(join(dataDir, name)).catch(() => null)
    if (file && file.uid !== info.uid)
      findings.push(
        broken(about, `${name} 的主人和目录的不一样，服务会写不了`, `chown -R --reference=${dataDir} ${dataDir}`),
      )
  }
  const unwritable = await access(dataDir, constants.W_OK).then(
    () => false,
    () => true,
  )
  if (unwritable) findings.push(broken(about, `现在的用户写不了 ${dataDir}`, '用服务的用户运行；是服务的用户就 chown'))
  if (findings.length === 0) findings.push(ok(about, `${dataDir} 只有主人能打开，写得了`))
  const folders = [dataDir, ...(s3 ? [] : [uploadsDir(config)])]
  for (const folder of folders) {
    const space = await freeSpace(folder).catch(() => null)
    const isAnother = folder === dataDir || (await stat(folder).catch(() => info)).dev !== info.dev
    if (space && isAnother) findings.push(spaceFinding(folder, space))
  }
  return { exists: true, findings }
}

/** Beyond what a busy site leaves, which keeps 64 MB at most. */
const LARGE_WAL_BYTES = 512 * MB

/** Of SQLite. */
export async function checkWal({ database }: Pick<Config, 'database'>): Promise<Finding[]> {
  const wal = database.engine === 'sqlite' ? walFinding(walBytes(database.file)) : null
  return wal ? [wal] : []
}

/** Something has been reading for long, so that nothing could be merged; null where all is well. */
export function walFinding(bytes: number): Finding | null {
  if (bytes < LARGE_WAL_BYTES) return null
  return remark(
    '数据库',
    `shiliu.db-wal 有 ${Math.round(bytes / MB)} MB：有程序长时间读着数据库，写入并不进去`,
    '正在备份或搬家就等它完，之后自己变小；不是就看谁开着它：fuser -v shiliu.db，结束那个程序',
  )
}

const SQLITE_FILES = ['shiliu.db', 'shiliu.db-wal', 'shiliu.db-shm', 'shiliu.db.lock']

export function spaceFinding(folder: string, { share, bytes }: { share: number; bytes: number }): Finding {
  const text = `${folder} 所在的磁盘剩 ${Math.floor(share * 100)}%（${Math.floor(bytes / MB)} MB）`
  const advice = '腾出空间：旧的备份、日志，或换大的磁盘；不用重启'
  if (share < LEAST_FREE_SHARE || bytes < LEAST_FREE_BYTES) return broken('磁盘', `${text}：已经不接受图片`, advice)
  if (share < LITTLE_SHARE) return remark('磁盘', text, advice)
  return ok('磁盘', text)
}

/** Whether the timer's next backup has where to go; `kind` as the setting has it. */
export async function checkBackupTarget(
  kind: string,
  { backupDir, backupS3 }: Pick<Config, 'backupDir' | 'backupS3'>,
  callMs = ANSWER_MS,
): Promise<Finding[]> {
  const about = '备份的去处'
  if (kind === 'off') return []
  if (kind === 's3') {
    if (!backupS3) return [broken(about, '要放到存储桶，没有写 BACKUP_S3_BUCKET', '在 .env 里写好，重启')]
    try {
      const bucket = await backupBucket(backupS3, { callMs })
      return [ok(about, `${bucket.place} 有回答，有 ${(await bucket.list()).length} 份`)]
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      return [broken(about, error.message, '看它在不在运行，BACKUP_S3_* 写对没有；到时候备份做不成')]
    }
  }
  // Made by the first backup.
  let folder = backupDir
  while (dirname(folder) !== folder && (await stat(folder).catch(() => null)) === null) folder = dirname(folder)
  const isWritable = await access(folder, constants.W_OK).then(
    async () => (await stat(folder)).isDirectory(),
    () => false,
  )
  if (isWritable) return [ok(about, `${backupDir} 写得了`)]
  return [broken(about, `写不了 ${backupDir}`, 'chown 给服务的用户；用 systemd 时也加进 ReadWritePaths')]
}

/** What killed processes have left of backups in the folder. */
export async function checkLeftOvers({ backupDir }: Pick<Config, 'backupDir'>): Promise<Finding[]> {
  const found = await leftOverBackups(backupDir)
  const [first] = found
  if (!first) return []
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0)
  return [
    remark(
      '备份',
      `${backupDir} 里有 ${found.length} 份没有做完的（${Math.ceil(bytes / MB)} MB），如 ${first.name}`,
      '做的时候进程被结束了；下一次备份会先删掉它们，也可以自己删',
    ),
  ]
}

/** Keys begin with one of 256 folders, which is also how much is in memory at once. */
const FOLDERS = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
const PAGE = 500
const EXAMPLES = 3
/** A picture's files are stored a little before its row. */
const YOUNG_MS = 10 * 60_000

type Found = { n: number; examples: string[] }
const note = (found: Found, keys: string[]) => {
  found.n += keys.length
  found.examples.push(...keys.slice(0, EXAMPLES - found.examples.length))
}

/** Compares the pictures that have rows with the files of the storage, a folder at a time. */
export async function checkPictures(db: Db, storage: Storage): Promise<Finding[]> {
  const about = '图片'
  const missing: Found = { n: 0, examples: [] }
  const extra: Found = { n: 0, examples: [] }
  let [pictures, extraBytes] = [0, 0]
  for (const folder of FOLDERS) {
    const files = new Map((await storage.list(folder)).map((file) => [file.key, file]))
    const rowless = new Set(files.keys())
    for (let after = ''; ; ) {
      const rows = await repo.listMediaOf(db, folder, after || `${folder}/`, PAGE)
      const last = rows.at(-1)
      if (!last) break
      after = last.media_key
      pictures += rows.length
      const incomplete = rows.filter((row) =>
        sizesOf(row).some((size) => !files.has(row.media_key + PRESETS[size].suffix)),
      )
      if (incomplete.length > 0)
        note(
          missing,
          await stillMissing(
            db,
            storage,
            folder,
            incomplete.map((row) => row.media_key),
          ),
        )
      for (const { media_key } of rows) for (const key of fileKeys(media_key)) rowless.delete(key)
    }
    const old = [...rowless].filter((key) => Date.now() - (files.get(key)?.changedAt ?? 0) > YOUNG_MS)
    const orphans = await withoutRows(db, old)
    note(extra, orphans)
    extraBytes += orphans.reduce((sum, key) => sum + (files.get(key)?.size ?? 0), 0)
  }
  const found: Finding[] = []
  if (missing.n > 0)
    found.push(
      broken(
        about,
        `${missing.n} 张有记录，缺文件，如 ${missing.examples.join('、')}`,
        '从备份把 uploads（或存储桶）里的文件放回来',
      ),
    )
  if (extra.n > 0)
    found.push(
      remark(
        about,
        `${extra.n} 个文件没有记录（${Math.ceil(extraBytes / MB)} MB），如 ${extra.examples.join('、')}`,
        '多半是恢复了旧的数据库；确认不需要就删掉，也可以留着',
      ),
    )
  return found.length > 0 ? found : [ok(about, `${pictures} 张都有文件，没有多余的文件`)]
}

/** Files of people's exports of their data that no row knows: nobody can fetch them, and nothing removes them. */
export async function checkExports(db: Db, storage: Storage): Promise<Finding[]> {
  const old = (await storage.unlisted.list()).filter(({ changedAt }) => Date.now() - changedAt > YOUNG_MS)
  const known = await repo.listExportNames(db, [...new Set(old.map(({ key }) => nameOfUnlisted(key)))])
  const extra = old.filter(({ key }) => !known.has(nameOfUnlisted(key)))
  const [first] = extra
  if (!first) return []
  const bytes = extra.reduce((sum, { size }) => sum + size, 0)
  return [
    remark(
      '导出的数据',
      `${extra.length} 个文件没有记录（${Math.ceil(bytes / MB)} MB），如 ${first.key}`,
      '多半是恢复了旧的数据库；里面是用户打包的个人数据，谁也下载不了，删掉',
    ),
  ]
}

/** What was uploaded or deleted between the two looks is not missing. */
async function stillMissing(db: Db, storage: Storage, folder: string, keys: string[]): Promise<string[]> {
  const rows = new Map(
    (await repo.listMediaOf(db, folder, `${folder}/`, Number.MAX_SAFE_INTEGER)).map((row) => [row.media_key, row]),
  )
  const files = new Set((await storage.list(folder)).map((file) => file.key))
  return keys.filter((key) => {
    const row = rows.get(key)
    return row !== undefined && sizesOf(row).some((size) => !files.has(key + PRESETS[size].suffix))
  })
}

/** Files of pictures that were deleted a moment ago, or that are still to be removed, are no orphans. */
async function withoutRows(db: Db, files: string[]): Promise<string[]> {
  const found: string[] = []
  for (let start = 0; start < files.length; start += PAGE) {
    const some = files.slice(start, start + PAGE)
    const keys = some.map((file) => keyOfUrl(file) ?? file)
    const { media, removed } = await repo.listKnownKeys(db, keys)
    found.push(...some.filter((_, i) => !media.has(keys[i] ?? '') && !removed.has(keys[i] ?? '')))
  }
  return found
}
