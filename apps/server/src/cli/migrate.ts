import { openDatabase } from '#platform/db/client.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { CommandModule } from './tools.ts'

export const migrateCommand: CommandModule = (program, tools) => {
  program
    .command('migrate')
    .usage('[选项]')
    .description('把数据库升级到当前版本（启动时也会自动做）')
    .action(async () => {
      const database = openDatabase(tools.config().database)
      try {
        const applied = await migrate(database)
        tools.say(applied.length > 0 ? `已升级：${applied.join('、')}` : '数据库已经是最新的')
      } finally {
        await database.close()
      }
    })
}
