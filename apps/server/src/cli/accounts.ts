import { newAdminUsernameRule, nicknameRule, passwordRule, type Rule, userIdRule } from '@shiliu/contract/rules'
import { createAdmin, requireAdmin } from '#modules/admin/admins.service.ts'
import { recoverAdmin } from '#modules/admin/second-factor.service.ts'
import { createUser } from '#modules/users/users.service.ts'
import { tx } from '#platform/db/tx.ts'
import { generatePassword, hashPassword, refuseGuessable } from '#platform/passwords.ts'
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
      refuseGuessable(password, 'user', userId)
      const id = await context.withApp(async (ctx) =>
        createUser(ctx, { user_id: userId, nickname, password_hash: await hashPassword(password, 'command line') }),
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
      refuseGuessable(password, 'admin', username)
      const id = await context.withApp((ctx) => createAdmin(ctx, username.trim(), password, 'owner'))
      context.print(`已新建管理员 ${username.trim()}，编号 ${id}`)
      if (options.password === undefined) context.print(`密码：${password}`)
    })

  program
    .command('admin:recover')
    .usage('<用户名>')
    .description('关闭一个管理员的两步验证并启用账号，用于丢了手机和恢复码的站长')
    .argument('<用户名>', '管理员的用户名')
    .action(async (username: string) => {
      await context.withApp(async (ctx) => {
        const admin = await requireAdmin(ctx, username.trim())
        await tx(ctx, (t) => recoverAdmin(t, admin.id))
      })
      context.print(
        `已关闭 ${username.trim()} 的两步验证，他的设备已全部退出登录；现在用密码就能登录，请随即重新绑定验证器`,
      )
    })
}

function assertValid(...pairs: [rule: Rule, value: string][]): void {
  for (const [rule, value] of pairs) {
    const wrong = rule(value)
    if (wrong) throw new UserError(wrong)
  }
}
