import { listAddresses } from '#modules/addresses/addresses.service.ts'
import { findUser } from '#modules/users/users.service.ts'
import { iso } from '#platform/clock.ts'
import { type RegisterCommands, UserError } from './command-context.ts'

type Options = Partial<Record<'user' | 'note' | 'comment' | 'session' | 'address', string>>

const MOST = 1000
const KINDS = { note: 'post', comment: 'comment', session: 'session' } as const
const NAMES = { post: '笔记', comment: '评论', session: '登录' }

/** For whoever manages the server: nothing else shows addresses (docs/operations.md#安全日志). */
export const addressesCommand: RegisterCommands = (program, context) => {
  program
    .command('addresses')
    .usage('[选项]')
    .description('查看登录、笔记和评论来自哪个地址；删除了的也在，直到超过保留的天数')
    .option('-u, --user <小石榴号>', '一个用户的；已注销的写编号')
    .option('-n, --note <编号>', '一篇笔记的')
    .option('-c, --comment <编号>', '一条评论的')
    .option('-s, --session <编号>', '一次登录的')
    .option('-a, --address <IP地址>', '来自一个地址的')
    .action(async (options: Options) => {
      const given = Object.entries(options) as [keyof Options, string][]
      const [choice] = given
      if (!choice || given.length > 1)
        throw new UserError('请选一个：--user、--note、--comment、--session 或 --address')
      const rows = await context.withApp(async (ctx) => {
        const [name, value] = choice
        if (name === 'address') return listAddresses(ctx, { address: value }, MOST)
        if (name !== 'user') return listAddresses(ctx, { kind: KINDS[name], record_id: Number(value) }, MOST)
        const id = (await findUser(ctx, value))?.id ?? value
        return listAddresses(ctx, { account: `user:${id}` }, MOST)
      })
      for (const { created_at, kind, record_id, account, address, port } of rows) {
        context.print([iso(created_at), `${NAMES[kind]} ${record_id}`, account, address, port ?? ''].join('\t'))
      }
      if (rows.length === 0) context.print('没有')
      if (rows.length === MOST) context.print(`只显示最近的 ${MOST} 条`)
    })
}
