/** How old the last backup is, and where the next one goes. Only reads. */
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backupState, IN_FUTURE } from '#modules/backups/backups.service.ts'
import { BackupError } from '#platform/backup/archive.ts'
import { leftOverBackups } from '#platform/backup/destinations.ts'
import { backupBucket } from '#platform/backup/s3-destination.ts'
import type { Config } from '#platform/config.ts'
import type { DatabaseHandle } from '#platform/db/client.ts'
import { readSettings } from '#platform/db/settings.ts'
import { ANSWER_MS, broken, type Finding, lengthOf, ok, remark } from './finding.ts'

const OLD_BACKUP_MS = 2 * 86_400_000

/** The last backup that was read back, wherever it lies. */
export async function checkBackups({ db }: DatabaseHandle): Promise<Finding[]> {
  const about = '备份'
  const { last, problem, schedule } = await backupState(db, await readSettings(db), Date.now())
  const isOff = schedule === 'off'
  const onTime = isOff ? '在「网站设置 → 备份」打开自动备份' : '看日志里自动备份为什么没有做'
  const findings = problem ? [remark(about, `最近一次自动备份没有做成：${problem}`, '照这句话办，一小时后会再试')] : []
  if (!last) return [...findings, remark(about, '还没有', `npm run cli -- backup；${onTime}`)]
  const clock = '校准这台机器的时钟，再备份一次'
  if (last.isAhead) return [...findings, remark(about, `最近一次读回来核对过的备份，${IN_FUTURE}`, clock)]
  const age = Date.now() - last.at
  const text = `最近一次读回来核对过的在 ${lengthOf(age)}前`
  return [...findings, age > OLD_BACKUP_MS ? remark(about, text, onTime) : ok(about, text)]
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
      `${backupDir} 里有 ${found.length} 份没有做完的（${Math.ceil(bytes / 1024 / 1024)} MB），如 ${first.name}`,
      '做的时候进程被结束了；下一次备份会先删掉它们，也可以自己删',
    ),
  ]
}
