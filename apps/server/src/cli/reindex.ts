import { reindex } from '#modules/search/reindex.service.ts'
import type { CommandModule } from './tools.ts'

export const reindexCommand: CommandModule = (program, tools) => {
  program
    .command('reindex')
    .usage('[选项]')
    .description('重建搜索索引，服务器运行时也可以用')
    .action(async () => {
      const bar = tools.progress('重建')
      const done = await tools.withApp((ctx) => reindex(ctx, bar.update)).finally(() => bar.stop())
      tools.say(`已重建：笔记和草稿 ${done.posts} 篇，用户 ${done.users} 个`)
      if (done.removed > 0) tools.say(`清除了 ${done.removed} 条已不存在的内容`)
    })
}
