import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { endAllSessions } from '#modules/auth/sessions.service.ts'
import { recordBackup } from '#modules/backups/backups.service.ts'
import { keepTrashUntil } from '#modules/moderation/history.service.ts'
import type { Manifest } from '#platform/backup/archive.ts'
import { assertPrivateFolder, backupFolder, type Destination } from '#platform/backup/destinations.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import {
  type ReadBackup,
  type Restored,
  type RestoreOptions,
  readBackupFile,
  restoreBackup,
} from '#platform/backup/restore-backup.ts'
import { manualName, timeOfName } from '#platform/backup/rotation.ts'
import { backupBucket } from '#platform/backup/s3-destination.ts'
import { DAY_MS, iso, localTime } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { type Db, openDatabase } from '#platform/db/client.ts'
import { isSqliteFile, restoreSqlite } from '#platform/db/sqlite-files.ts'
import { uploadsDir } from '#platform/storage/disk.ts'
import { type RegisterCommands, UserError } from './command-context.ts'
import { stoppable, toUserError } from './failures.ts'
import { lockNewSite } from './new-site.ts'

/** Begins what names a backup in the bucket. */
const BUCKET = 's3:'

export const backupCommands: RegisterCommands = (program, context) => {
  program
    .command('backup')
    .usage('[文件|s3:] [选项]')
    .description('把数据库、图片和密钥备份成一个文件，读回来核对过才算数；服务器运行时也可以用')
    .argument('[文件]', '备份写到哪里；不给就写到数据目录的 backups（或 BACKUP_DIR）里，s3: 是备份的存储桶')
    .action(async (file?: string) => {
      const config = context.config()
      const { database: at } = config
      if (at.engine === 'sqlite' && !existsSync(at.file)) throw new UserError(`没有找到数据库：${at.file}`)
      const { destination, name, shown } = await targetOf(config, file)
      const bar = context.progress('备份')
      const { manifest, bytes } = await stoppable((signal) =>
        makeBackup(config, destination, { name, progress: bar.update, signal }),
      )
        .catch((error: unknown) => {
          throw toUserError(error, '没有写完的已经去掉，网站照常；可以再运行一次')
        })
        .finally(() => bar.stop())
      await noteBackup(config, name, bytes)
      context.print(`已备份到 ${shown}（${megabytes(bytes)} MB），读回来核对无误`)
      context.print(`  ${describe(manifest)}`)
      if (manifest.pictures.missing > 0) context.print(`  有 ${manifest.pictures.missing} 张图片的文件不在了`)
      context.print('  里面有密钥和所有人的数据，不要给别人；请再复制一份到别的机器')
    })

  program
    .command('backups')
    .description('列出自动备份和 backup 写在数据目录（或 BACKUP_DIR）和备份的存储桶里的备份，新的在前')
    .action(async () => {
      const config = context.config()
      const folder = backupFolder(config.backupDir)
      const bucket = config.backupS3 && (await backupBucket(config.backupS3))
      const time = localTime(config.timeZone)
      let any = false
      for (const [destination, toRestore] of [
        [folder, (name: string) => join(folder.place, name)],
        ...(bucket ? ([[bucket, (name: string) => BUCKET + name]] as const) : []),
      ] as const) {
        const found = (await destination.list()).toSorted((a, b) => (a.name < b.name ? 1 : -1))
        any ||= found.length > 0
        context.print(`${destination.place}：${found.length === 0 ? '还没有备份' : `${found.length} 个`}`)
        for (const { name, bytes } of found)
          context.print(`  ${time(iso(timeOfName(name) ?? 0))}  ${megabytes(bytes)} MB  ${toRestore(name)}`)
      }
      if (any) context.print('恢复其中一个：restore 最后一列 --yes')
    })

  program
    .command('restore')
    .usage('<文件|s3:名字> --yes [选项]')
    .description('从备份恢复数据库、图片和密钥，须先停止服务器；原来的 SQLite 数据库改名保留')
    .argument('<文件>', 'backup 写出的文件，s3: 加备份的存储桶里的名字（backups 列出），或旧版本写出的 SQLite 数据库')
    .option('-y, --yes', '确认替换现在的数据')
    .option('--end-sessions', '结束所有登录：所有人都要重新登录一次')
    .action(async (file: string, options: { yes?: boolean; endSessions?: boolean }) => {
      const config = context.config()
      if (!options.yes) throw new UserError(`这会替换 ${placeOf(config)}。确认请加上 --yes`)
      const isOld = !file.startsWith(BUCKET) && isOldBackup(resolve(file))
      const bar = context.progress('恢复')
      const { adjustRows, messages } = adjustments(config, options.endSessions === true)
      if (isOld) {
        const kept = await restoreSqlite(resolve(file), sqliteFile(config), { progress: bar.update, adjustRows })
          .catch((error: unknown) => {
            throw toUserError(error, AGAIN)
          })
          .finally(() => bar.stop())
        context.print(`已从 ${file} 恢复数据库；图片和密钥不在这种备份里`)
        if (kept) context.print(`原来的数据库保留在 ${kept}`)
        for (const line of messages) context.print(line)
        return
      }
      const read = await sourceOf(config, file)
      const restored = await restore(config, read, { progress: bar.update, adjustRows })
        .catch((error: unknown) => {
          throw toUserError(error, AGAIN)
        })
        .finally(() => bar.stop())
      context.print(`已从 ${file} 恢复：${describe(restored.manifest)}`)
      if (restored.kept) context.print(`原来的数据库保留在 ${restored.kept}`)
      if (restored.secret === 'replaced') context.print('密钥换成了备份里的')
      else if (restored.secret !== 'same')
        context.print(
          `备份里的密钥和 JWT_SECRET 不同：把 ${restored.secret.file} 里的写进 JWT_SECRET，再删掉它；否则所有人要重新登录，验证器要重新绑定`,
        )
      for (const line of messages) context.print(line)
      context.print('现在启动服务器；搜索的索引在后台自己重建')
    })
}

async function restore(config: Config, read: ReadBackup, options: RestoreOptions): Promise<Restored> {
  const lock = await lockNewSite(config)
  try {
    return await stoppable((signal) => restoreBackup(read, config, { ...options, signal }))
  } finally {
    await lock.release()
  }
}

/**
 * What a restored site needs changed (docs/decisions/070-sessions-and-trash-after-a-restore.md); `messages` are what to
 * print once it is done.
 */
function adjustments(config: Config, endsSessions: boolean) {
  const messages: string[] = []
  const adjustRows = async (db: Db) => {
    const now = Date.now()
    const kept = await keepTrashUntil(db, now + DAY_MS)
    const until = localTime(config.timeZone)(iso(now + DAY_MS)).slice(0, 16)
    if (kept > 0) messages.push(`回收站里有 ${kept} 项已经到期或快到期，都留到 ${until}：要留下的在那之前恢复`)
    if (endsSessions) messages.push(`结束了 ${await endAllSessions(db, now)} 个登录，所有人要重新登录`)
    else messages.push(REVIVED)
  }
  return { adjustRows, messages }
}

const REVIVED =
  '备份之后退出的登录、改掉的密码、停用的管理员又和备份时一样：要紧的重新改、重新停用；恢复时加上 --end-sessions 就结束所有登录'

const AGAIN = '原来的数据没有动；修好以后再运行同样的命令，会从头恢复'

/** Of SQLite only, as versions before 2 wrote it. */
function isOldBackup(file: string): boolean {
  try {
    return isSqliteFile(file)
  } catch (error) {
    throw new UserError(`读不了 ${file}：${(error as NodeJS.ErrnoException).code}`)
  }
}

type Target = { destination: Destination; name: string; shown: string }

async function targetOf(config: Config, file?: string): Promise<Target> {
  const dated = manualName(new Date())
  if (file?.startsWith(BUCKET)) {
    if (file !== BUCKET) throw new UserError('存储桶里的备份按时间取名：写 backup s3:，后面不写名字')
    return { destination: await bucketOf(config), name: dated, shown: BUCKET + dated }
  }
  const target = file ? resolve(file) : join(config.backupDir, dated)
  assertPrivateFolder(dirname(target), uploadsDir(config))
  return { destination: backupFolder(dirname(target)), name: basename(target), shown: target }
}

async function sourceOf(config: Config, file: string): Promise<ReadBackup> {
  if (!file.startsWith(BUCKET)) return readBackupFile(resolve(file))
  const name = file.slice(BUCKET.length)
  if (timeOfName(name) === null)
    throw new UserError(`存储桶里的备份没有叫 ${name || '（空）'} 的；backups 列出都有哪些`)
  const bucket = await bucketOf(config)
  return () => bucket.read(name)
}

async function bucketOf({ backupS3 }: Config): Promise<Destination> {
  if (!backupS3) throw new UserError('请先在 .env 里写好 BACKUP_S3_BUCKET（地址和密钥与 S3_* 不同时还有 BACKUP_S3_*）')
  return backupBucket(backupS3)
}

/** For the back office. A database of an older version cannot take it. */
async function noteBackup(config: Config, name: string, bytes: number): Promise<void> {
  const database = openDatabase(config.database)
  await recordBackup(database.db, { name, bytes, now: Date.now() })
    .catch(() => undefined)
    .finally(() => database.close())
}

const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 1024 / 1024))

function describe({ created_at, version, engine, tables, pictures }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const name = engine === 'sqlite' ? 'SQLite' : 'MySQL'
  return `${created_at} 的数据，版本 ${version}，${name}，${tables.length} 张表 ${rows} 行，图片 ${pictures.count} 张`
}

const placeOf = ({ database }: Config) =>
  database.engine === 'sqlite' ? database.file : `MySQL 数据库 ${new URL(database.url).pathname.slice(1)}`

function sqliteFile({ database }: Config): string {
  if (database.engine === 'sqlite') return database.file
  throw new UserError('这是旧版本写的 SQLite 数据库，只能恢复到 SQLite：先去掉 DATABASE_URL 恢复，再用 move 搬到 MySQL')
}
