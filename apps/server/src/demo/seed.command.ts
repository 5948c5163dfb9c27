import { passwordRule } from '@shiliu/contract/rules'
import { type RegisterCommands, UserError } from '#cli/command-context.ts'
import { generatePassword } from '#platform/passwords.ts'
import { countUsers } from './demo.repo.ts'
import { type SeedStage, seedBulk } from './seed-bulk.ts'

const LABELS: Record<SeedStage, string> = { users: '用户', posts: '笔记' }
const MAX_COUNT = 10_000_000

export const seedCommand: RegisterCommands = (program, context) => {
  /** What is made cannot be told from what people wrote, and is not taken back. */
  async function confirmOn(people: number): Promise<void> {
    const fact = `这个站点已有 ${people} 个用户，造出来的内容会和真的混在一起，不能撤回`
    const agreed = await context.confirm(`${fact}。继续吗？`)
    if (agreed === null) throw new UserError(`${fact}。确认请加上 --yes`)
    if (!agreed) throw new UserError('没有造任何内容')
  }

  program
    .command('seed')
    .usage('[选项]')
    .description('造一批用户和笔记，用来压测或试玩；服务器要先停下')
    .option('-u, --users <数量>', '新用户；0 表示让已有用户来写', '100')
    .option('-n, --posts <数量>', '新笔记，带图片、评论、赞、收藏', '1000')
    .option('-p, --password <密码>', '新用户共用的密码；不给就生成一个并显示')
    .option('-y, --yes', '站点里已经有人时不再问')
    .action(async (options: { users: string; posts: string; password?: string; yes?: boolean }) => {
      const users = parseCount('用户数量', options.users)
      const posts = parseCount('笔记数量', options.posts)
      const password = options.password ?? generatePassword()
      const passwordError = passwordRule(password)
      if (passwordError) throw new UserError(passwordError)
      let start = performance.now()
      const { update, stop } = context.stages()
      await context
        .withApp(async (ctx) => {
          const people = await countUsers(ctx.db)
          if (users === 0 && people === 0) throw new UserError('还没有用户，先用 --users 造一些')
          if (people > 0 && !options.yes) await confirmOn(people)
          start = performance.now()
          await seedBulk(ctx, { users, posts, password }, (stage, done, total) => update(LABELS[stage], done, total))
        })
        .finally(stop)
      const seconds = Math.round((performance.now() - start) / 1000)
      context.print(`已新建 ${users} 个用户、${posts} 篇笔记，用了 ${seconds} 秒`)
      if (users > 0) context.print(`新用户的小石榴号是 seed 加编号，密码：${password}`)
    })
}

function parseCount(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > MAX_COUNT)
    throw new UserError(`${name}要是 0 到 ${MAX_COUNT} 的整数`)
  return value
}
