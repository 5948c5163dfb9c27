/** E-mail addresses of accounts, for forgotten passwords and notices (docs/product.md#e-mail-address). */
import { z } from 'zod'
import { captchaFields, exactInput, lineInput, proofField, time } from './common.ts'
import { emailRule, MAIL, mailCodeRule } from './email-rules.ts'
import { endpointsOf } from './endpoint.ts'
import { newPasswordRule } from './rules.ts'

const endpoint = endpointsOf('账号')

const ownEmail = z.object({
  enabled: z.boolean().describe('本站能发邮件；不能时只能解除绑定'),
  email: z.string().nullable().describe('绑定的邮箱，验证过的；没有时为 null'),
  verified_at: time.nullable().describe('什么时候验证的'),
  pending: z.string().nullable().describe('等着输入验证码的邮箱；没有时为 null'),
  domains: z.array(z.string()).describe('只能用这些域名和它们的子域名；空为任何'),
})
export type OwnEmail = z.output<typeof ownEmail>

const password = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .max(200, '当前密码错误')
  .optional()
  .describe('账号的密码；账号没有密码时不用写')

const code = lineInput(mailCodeRule).describe('邮件里的验证码，大小写、空格和连字符都不管')

export const get = endpoint({
  method: 'GET',
  path: '/auth/email',
  role: 'user',
  summary: '自己绑定的邮箱',
  output: ownEmail,
})

export const begin = endpoint({
  method: 'POST',
  path: '/auth/email',
  role: 'user',
  summary: '绑定或更换邮箱：发一个验证码到那里，验证之后才生效',
  description: `验证码 ${MAIL.verifyMs / 60_000} 分钟内有效，只能用一次，输错五次作废。邮箱已经绑定了别的账号时，回答和平常一样。`,
  message: '验证码已经发出，请查收邮件',
  body: z.object({ email: lineInput(emailRule).describe('邮箱'), password }),
  output: ownEmail,
  errors: ['mail_off', 'password_current_wrong', 'email_domain', 'too_many_requests'],
})

export const confirm = endpoint({
  method: 'PUT',
  path: '/auth/email',
  role: 'user',
  summary: '用验证码确认邮箱',
  message: '邮箱已绑定',
  body: z.object({ code }),
  output: ownEmail,
  errors: ['code_wrong', 'email_domain', 'email_taken', 'too_many_requests'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/auth/email',
  role: 'user',
  summary: '解除绑定的邮箱',
  message: '邮箱已解除绑定',
  body: z.object({ password }),
  output: ownEmail,
  errors: ['password_current_wrong', 'email_missing', 'too_many_requests'],
})

const ACCOUNT = '请输入小石榴号或邮箱'
const account = z
  .string(ACCOUNT)
  .trim()
  .min(1, ACCOUNT)
  .max(MAIL.addressMax, '小石榴号或邮箱不正确')
  .describe('小石榴号，或绑定的邮箱')

export const askReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset',
  role: 'guest',
  summary: '忘记密码：发一个验证码到绑定的邮箱',
  description: `和注册一样要工作量证明或图形验证码。账号在不在、有没有邮箱，回答都一样。验证码 ${MAIL.resetMs / 60_000} 分钟内有效，只能用一次。`,
  message: '如果账号绑定了邮箱，验证码已经发到那里',
  body: z.object({
    account,
    proof: proofField.describe('工作量证明（use=reset）；有它时不需要验证码'),
    ...captchaFields,
  }),
  errors: [
    'read_only',
    'local_passwords_off',
    'mail_off',
    'proof_wrong',
    'captcha_wrong',
    'captcha_expired',
    'too_many_requests',
  ],
})

export const reset = endpoint({
  method: 'PUT',
  path: '/auth/password-reset',
  role: 'guest',
  summary: '用邮件里的验证码重设密码，所有设备随即退出登录',
  message: '密码已重设，请用新密码登录',
  description: '验证码输错太多次以后（429 proof_required），每次还要一个工作量证明，别人乱试不会挡住本人。',
  body: z.object({
    account,
    code,
    newPassword: exactInput(newPasswordRule),
    proof: proofField.describe('工作量证明（use=reset）；只在回答 proof_required 时需要'),
  }),
  errors: [
    'read_only',
    'local_passwords_off',
    'code_wrong',
    'password_common',
    'password_is_id',
    'proof_required',
    'proof_wrong',
    'too_many_requests',
  ],
})
