import { basename, dirname, join, resolve } from 'node:path'
import { recordBackup } from '#modules/backups/backups.service.ts'
import type { Manifest } from '#platform/backup/archive.ts'
import { assertPrivateFolder, backupFolder } from '#platform/backup/destinations.ts'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { backupName } from '#platform/backup/rotation.ts'
import type { Config } from '#platform/config.ts'
import { openDatabase } from '#platform/db/client.ts'
import { acquireSingleInstanceLock } from '#platform/db/single-instance-lock.ts'
import { isSqliteFile, restoreSqlite } from '#platform/db/sqlite-backup.ts'
import { uploadsDir } from '#platform/storage/disk.ts'
import { type RegisterCommands, UserError } from './command-context.ts'

export const backupCommands: RegisterCommands = (program, context) => {
  program
    .command('backup')
    .usage('[文件] [选项]')
    .description('把数据库、图片和密钥备份成一个文件，读回来核对过才算数；服务器运行时也可以用')
    .argument('[文件]', '备份写到哪里；不给就写到数据目录的 backups 里')
    .action(async (file?: string) => {
      const config = context.config()
      const target = file ? resolve(file) : join(config.dataDir, 'backups', backupName(new Date()))
      assertPrivateFolder(dirname(target), uploadsDir(config))
      const bar = context.progress('备份')
      const destination = backupFolder(dirname(target))
      const { manifest, bytes } = await makeBackup(config, destination, {
        name: basename(target),
        progress: bar.update,
      }).finally(() => bar.stop())
      await noteBackup(config, basename(target), bytes)
      context.print(`已备份到 ${target}（${megabytes(bytes)} MB），读回来核对无误`)
      context.print(`  ${describe(manifest)}`)
      if (manifest.pictures.missing > 0) context.print(`  有 ${manifest.pictures.missing} 张图片的文件不在了`)
      context.print('  里面有密钥和所有人的数据，不要给别人；请再复制一份到别的机器')
    })

  program
    .command('restore')
    .usage('<文件> --yes [选项]')
    .description('从备份恢复数据库、图片和密钥，须先停止服务器；原来的 SQLite 数据库改名保留')
    .argument('<文件>', 'backup 写出的文件，或旧版本写出的 SQLite 数据库')
    .option('-y, --yes', '确认替换现在的数据')
    .action(async (file: string, options: { yes?: boolean }) => {
      const config = context.config()
      if (!options.yes) throw new UserError(`这会替换 ${placeOf(config)}。确认请加上 --yes`)
      const source = resolve(file)
      const bar = context.progress('恢复')
      if (isSqliteFile(source)) {
        const kept = await restoreSqlite(source, sqliteFile(config), bar.update).finally(() => bar.stop())
        context.print(`已从 ${file} 恢复数据库；图片和密钥不在这种备份里`)
        if (kept) context.print(`原来的数据库保留在 ${kept}`)
        return
      }
      const lock = await acquireSingleInstanceLock(config, 0)
      const restored = await restoreBackup(source, config, bar.update)
        .finally(() => bar.stop())
        .finally(() => lock.release())
      context.print(`已从 ${file} 恢复：${describe(restored.manifest)}`)
      if (restored.kept) context.print(`原来的数据库保留在 ${restored.kept}`)
      if (restored.secret === 'replaced') context.print('密钥换成了备份里的')
      else if (restored.secret !== 'same')
        context.print(
          `备份里的密钥和 JWT_SECRET 不同：把 ${restored.secret.file} 里的写进 JWT_SECRET，再删掉它；否则所有人要重新登录，验证器要重新绑定`,
        )
      context.print('现在启动服务器；搜索的索引在后台自己重建')
    })
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
