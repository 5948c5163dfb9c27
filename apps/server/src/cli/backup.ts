import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '#platform/config.ts'
import { backupSqlite, fileTimestamp, restoreSqlite } from '#platform/db/sqlite-backup.ts'
import { type RegisterCommands, UserError } from './command-context.ts'

export const backupCommands: RegisterCommands = (program, context) => {
  program
    .command('backup')
    .usage('[文件] [选项]')
    .description('备份 SQLite 数据库，服务器运行时也可以用；图片在 uploads 目录，请另行复制')
    .argument('[文件]', '备份写到哪里；不给就写到数据目录的 backups 里')
    .action(async (file?: string) => {
      const config = context.config()
      const source = sqliteFile(config, 'mysqldump --single-transaction --routines <数据库> > backup.sql')
      const target = file ? resolve(file) : join(config.dataDir, 'backups', `shiliu-${fileTimestamp()}.db`)
      mkdirSync(dirname(target), { recursive: true })
      const bar = context.progress('备份')
      await backupSqlite(source, target, bar.update).finally(() => bar.stop())
      context.print(`已备份到 ${target}`)
    })

  program
    .command('restore')
    .usage('<文件> --yes [选项]')
    .description('用备份替换 SQLite 数据库，须先停止服务器；原来的数据库改名保留')
    .argument('<文件>', 'backup 写出的文件')
    .option('-y, --yes', '确认替换现在的数据库')
    .action(async (file: string, options: { yes?: boolean }) => {
      const target = sqliteFile(context.config(), 'mysql <数据库> < backup.sql')
      if (!options.yes) throw new UserError(`这会替换 ${target}。确认请加上 --yes`)
      const bar = context.progress('恢复')
      const kept = await restoreSqlite(resolve(file), target, bar.update).finally(() => bar.stop())
      context.print(`已从 ${file} 恢复`)
      if (kept) context.print(`原来的数据库保留在 ${kept}`)
    })
}

function sqliteFile({ database }: Config, instead: string): string {
  if (database.engine === 'sqlite') return database.file
  throw new UserError(`这个命令只用于 SQLite。现在用的是 MySQL，请用它自己的工具：\n  ${instead}`)
}
