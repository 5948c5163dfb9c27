import { newAdminUsernameRule, nicknameRule, passwordRule, type Rule, userIdRule } from '@shiliu/contract/rules'
import { createAdmin } from '#modules/admin/admins.service.ts'
import { createUser } from '#modules/users/users.service.ts'
import { generatePassword, hashPassword } from '#platform/passwords.ts'
import { type RegisterCommands, UserError } from './command-context.ts'

const PASSWORD = ['-p, --password <密码>', '密码；不给就生成一个并显示'] as const

export const accountCommands: RegisterCommands = (program, context) => {
  program
    .command('user:create')
    .usage('<小石榴号> [选项]')
    .description('新建用户')
    .argument('<小石榴号>', '3 到 15 位字母、数字、下划线')
    .option('-n, --nickname <昵称>', '昵称；不给就与小石榴号相同')
    .option(...PASSWORD)
    .action(async (userId: string, options: { nickname?: string; password?: string }) => {
      const nickname = options.nickname?.trim() ?? userId.slice(0, 10)
      const password = options.password ?? generatePassword()
      assertValid([userIdRule, userId], [nicknameRule, nickname], [passwordRule, password])
      const id = await context.withApp(async (ctx) =>
        createUser(ctx, { user_id: userId, nickname, password_hash: await hashPassword(password) }),
      )
      context.print(`已新建用户 ${userId}（${nickname}），编号 ${id}`)
      if (options.password === undefined) context.print(`密码：${password}`)
    })

  program
    .command('admin:create')
    .usage('<用户名> [选项]')
    .description('新建管理员')
    .argument('<用户名>', '2 到 50 位，不能全是数字')
    .option(...PASSWORD)
    .action(async (username: string, options: { password?: string }) => {
      const password = options.password ?? generatePassword()
      assertValid([newAdminUsernameRule, username], [passwordRule, password])
      const id = await context.withApp((ctx) => createAdmin(ctx, username.trim(), password))
      context.print(`已新建管理员 ${username.trim()}，编号 ${id}`)
      if (options.password === undefined) context.print(`密码：${password}`)
    })
}

function assertValid(...pairs: [rule: Rule, value: string][]): void {
  for (const [rule, value] of pairs) {
    const wrong = rule(value)
    if (wrong) throw new UserError(wrong)
  }
}
