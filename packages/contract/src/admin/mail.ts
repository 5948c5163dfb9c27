/** The mail that the site sends, as administrators look after it (docs/product.md#mail). */
import { z } from 'zod'
import { count, id, lineInput, time } from '../common.ts'
import { emailRule, MAIL } from '../email-rules.ts'
import { endpointsOf } from '../endpoint.ts'

const endpoint = endpointsOf('网站设置')

/** Whether a password for the SMTP server is kept: `stale` where server or user name changed since. */
const MAIL_PASSWORD = ['none', 'set', 'stale'] as const

/** What became of a mail. */
const MAIL_STATES = ['waiting', 'sent', 'failed'] as const

const state = z.object({
  enabled: z.boolean().describe('填了发信服务器和发件人，可以发邮件'),
  password: z.enum(MAIL_PASSWORD).describe('密码：none 没有，set 已保存，stale 服务器或用户名改过，要重新填写'),
  waiting: count.describe('等着发出的邮件'),
  failed: count.describe('最近一天没有发出去的邮件'),
  sent: count.describe('最近一天发出的邮件'),
  problem: z.string().nullable().describe('最近一次没有发出去的原因；正常时为 null'),
  tests: z
    .array(
      z.object({
        id: id.describe('编号'),
        to: z.string().describe('收件人'),
        state: z.enum(MAIL_STATES).describe('waiting 正在发，sent 已发出，failed 没有发出去'),
        problem: z.string().nullable().describe('没有发出去的原因'),
        created_at: time.describe('时间'),
      }),
    )
    .describe('最近一天的测试邮件，新的在前，最多五封'),
})
export type MailState = z.output<typeof state>

export const get = endpoint({
  method: 'GET',
  path: '/admin/mail',
  role: 'admin',
  adminRole: 'administrator',
  summary: '邮件发得怎么样',
  output: state,
})

export const setPassword = endpoint({
  method: 'PUT',
  path: '/admin/mail/password',
  role: 'admin',
  adminRole: 'administrator',
  summary: '保存发信服务器的密码：只写不读，加密保存，只用于现在的服务器和用户名',
  message: '密码已保存',
  body: z.object({
    password: z
      .string('请填写密码')
      .max(MAIL.passwordMax, `密码不能超过 ${MAIL.passwordMax} 位`)
      .describe('空为删除保存的密码'),
  }),
  output: state,
})

export const test = endpoint({
  method: 'POST',
  path: '/admin/mail/test',
  role: 'admin',
  adminRole: 'administrator',
  summary: '发一封测试邮件，在后台发出，结果见邮件的状态',
  message: '测试邮件正在发出',
  body: z.object({ to: lineInput(emailRule).describe('收件人') }),
  output: state,
  errors: ['mail_off', 'too_many_requests'],
})
