/** What lies on the disks: permissions and space. Only reads. */
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config.ts'
import { uploadsDir } from '#platform/storage/disk.ts'
import { freeSpace, LEAST_FREE_BYTES, LEAST_FREE_SHARE } from '#platform/storage/disks.ts'
import { broken, type Finding, ok, remark } from './finding.ts'

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

const SQLITE_FILES = ['shiliu.db', 'shiliu.db-wal', 'shiliu.db-shm', 'shiliu.db.lock']

export function spaceFinding(folder: string, { share, bytes }: { share: number; bytes: number }): Finding {
  const text = `${folder} 所在的磁盘剩 ${Math.floor(share * 100)}%（${Math.floor(bytes / MB)} MB）`
  const advice = '腾出空间：旧的备份、日志，或换大的磁盘；不用重启'
  if (share < LEAST_FREE_SHARE || bytes < LEAST_FREE_BYTES) return broken('磁盘', `${text}：已经不接受图片`, advice)
  if (share < LITTLE_SHARE) return remark('磁盘', text, advice)
  return ok('磁盘', text)
}
