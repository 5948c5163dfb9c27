import { recount } from '#modules/account/recount.service.ts'
import type { CommandModule } from './tools.ts'

export const recountCommand: CommandModule = (program, tools) => {
  program
    .command('recount')
    .usage('[选项]')
    .description('重新计算所有计数并改正，服务器运行时也可以用')
    .option('-c, --check', '只检查不改正；有偏差时退出码为 1')
    .action(async ({ check = false }: { check?: boolean }) => {
      const bar = tools.progress('核对')
      const reports = await tools
        .withApp((ctx) => recount(ctx, { check, progress: bar.update }))
        .finally(() => bar.stop())
      for (const { counter, rows, wrong, examples } of reports) {
        tools.say(`${wrong === 0 ? '正确' : '偏差'}  ${counter.padEnd(24)} ${rows} 行，${wrong} 行不符`)
        for (const { id, stored, actual } of examples) tools.say(`      编号 ${id}：记录 ${stored}，实际 ${actual}`)
      }
      const wrong = reports.reduce((sum, report) => sum + report.wrong, 0)
      if (wrong === 0) tools.say('所有计数都正确')
      else tools.say(check ? `共 ${wrong} 处偏差，去掉 --check 再运行一次就会改正` : `已改正 ${wrong} 处偏差`)
      if (check && wrong > 0) tools.exitCode(1)
    })
}
