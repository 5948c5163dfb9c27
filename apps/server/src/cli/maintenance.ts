/** Commands that bring stored data up to date. */
import { pino } from 'pino'
import { recount } from '#modules/account/recount.service.ts'
import { reindex } from '#modules/search/reindex.service.ts'
import { openDatabase } from '#platform/db/client.ts'
import { migrateDatabase } from '#resources.ts'
import type { RegisterCommands } from './command-context.ts'

export const migrateCommand: RegisterCommands = (program, context) => {
  program
    .command('migrate')
    .usage('[选项]')
    .description('把数据库升级到当前版本（启动时也会自动做）')
    .action(async () => {
      const config = context.config()
      const database = openDatabase(config.database)
      try {
        const applied = await migrateDatabase(config, database, pino({ level: 'silent' }))
        context.print(applied.length > 0 ? `已升级：${applied.join('、')}` : '数据库已经是最新的')
      } finally {
        await database.close()
      }
    })
}

export const recountCommand: RegisterCommands = (program, context) => {
  program
    .command('recount')
    .usage('[选项]')
    .description('重新计算所有计数并改正，服务器运行时也可以用')
    .option('-c, --check', '只检查不改正；有偏差时退出码为 1')
    .action(async ({ check = false }: { check?: boolean }) => {
      const bar = context.progress('核对')
      const reports = await context
        .withApp((ctx) => recount(ctx, { check, progress: bar.update }))
        .finally(() => bar.stop())
      for (const { counter, rows, wrong, examples } of reports) {
        context.print(`${wrong === 0 ? '正确' : '偏差'}  ${counter.padEnd(24)} ${rows} 行，${wrong} 行不符`)
        for (const { id, stored, actual } of examples) context.print(`      编号 ${id}：记录 ${stored}，实际 ${actual}`)
      }
      const wrong = reports.reduce((sum, report) => sum + report.wrong, 0)
      if (wrong === 0) context.print('所有计数都正确')
      else context.print(check ? `共 ${wrong} 处偏差，去掉 --check 再运行一次就会改正` : `已改正 ${wrong} 处偏差`)
      if (check && wrong > 0) context.exitCode(1)
    })
}

export const reindexCommand: RegisterCommands = (program, context) => {
  program
    .command('reindex')
    .usage('[选项]')
    .description('重建搜索索引，服务器运行时也可以用')
    .action(async () => {
      const bar = context.progress('重建')
      const done = await context.withApp((ctx) => reindex(ctx, bar.update)).finally(() => bar.stop())
      context.print(`已重建：笔记和草稿 ${done.posts} 篇，用户 ${done.users} 个`)
      if (done.removed > 0) context.print(`清除了 ${done.removed} 条已不存在的内容`)
    })
}
