/** Registration, sign-in and sessions of users (docs/api.md#login-and-refresh). */
import { z } from 'zod'
import { REGISTRATION, REGISTRATION_EMAIL } from './admin/settings.ts'
import {
  campusBadge,
  captchaFields,
  count,
  exactInput,
  flag,
  id,
  idParam,
  lineInput,
  personality,
  proofField,
  time,
  userBase,
} from './common.ts'
import { emailRule, MAIL, optionalEmailRule } from './email-rules.ts'
import { endpointsOf } from './endpoint.ts'
import { avatarIn, bioIn } from './profile-fields.ts'
import { nicknameRule, passwordRule, userIdRule } from './rules.ts'

const endpoint = endpointsOf('账号')

export const tokens = z
  .object({
    access_token: z.string().describe('访问令牌，放在请求头 Authorization: Bearer 之后'),
    refresh_token: z.string().describe('刷新令牌，用一次换一次'),
    expires_in: z.number().int().describe('访问令牌几秒后过期'),
  })
  .meta({ id: 'Tokens', description: '访问令牌和刷新令牌' })
export type Tokens = z.output<typeof tokens>

const ownUser = userBase
  .extend({
    is_active: flag.describe('是否启用'),
    created_at: time.describe('注册时间'),
    campus_badge: campusBadge,
    ...personality.shape,
  })
  .meta({ id: 'OwnUser', description: '登录的用户自己' })
export type OwnUser = z.output<typeof ownUser>

/** Other clients send the URL of their own default avatar, which is ignored. */
const avatarOrNot = avatarIn.catch(undefined).describe('本站上传的图片地址；其他地址视为没有')

/** What lets a browser past the limits of guessing (docs/api.md#sign-in-limits). */
export const deviceToken = z.string().describe('这台设备的凭证，下次登录时一起发送；见限额')
export const knownDevice = {
  device_token: z.string().max(200).optional().describe('上次登录时得到的 device_token'),
  proof: proofField.describe('工作量证明；没有时可能要等几秒'),
}

/** As it is stored, not chosen now: one of a site that was moved here may be shorter or longer than the rules allow. */
export const existingPassword = z.string('请输入密码').min(1, '请输入密码').max(200, '账号或密码错误')

export const signedIn = z.object({ user: ownUser, tokens, device_token: deviceToken })
export type SignedIn = z.output<typeof signedIn>

export const captcha = endpoint({
  method: 'GET',
  path: '/auth/captcha',
  role: 'guest',
  summary: '获取图形验证码：4 位，不分大小写，5 分钟内用一次',
  output: z.object({
    captchaId: z.string().describe('注册时一起发送'),
    captchaSvg: z.string().describe('图片，SVG 文本'),
  }),
})

export const challenge = endpoint({
  method: 'GET',
  path: '/auth/challenge',
  role: 'guest',
  summary: '获取工作量证明的题目：10 分钟内用一次',
  query: z.object({
    use: z
      .literal(['login', 'register', 'email', 'reset'], '用途不正确')
      .describe('用来登录、注册、获取注册用的邮件验证码，还是找回密码'),
  }),
  output: z.object({ challenge: z.string().describe('题目，JSON 文本；和解答一起作为 proof 发送') }),
})

export const checkUserId = endpoint({
  method: 'GET',
  path: '/auth/check-user-id',
  role: 'guest',
  summary: '小石榴号是否可用',
  query: z.object({ user_id: lineInput(userIdRule) }),
  output: z.object({ isUnique: z.boolean().describe('没有人用') }),
})

export const registration = endpoint({
  method: 'GET',
  path: '/auth/registration',
  role: 'guest',
  summary: '怎样注册',
  output: z.object({
    mode: z
      .literal(REGISTRATION)
      .describe('open 任何人可以注册，invite 需要邀请码，campus 只能用校园账号第一次登录时注册，closed 不开放'),
    captcha: z.boolean().describe('可以凭图形验证码注册；否则需要工作量证明'),
    mail: z.boolean().describe('可以用邮箱找回密码'),
    email: z
      .literal(REGISTRATION_EMAIL)
      .describe('注册时的邮箱：off 不要，optional 可以填，required 必须填；填的都要先获取邮件验证码'),
    email_domains: z.array(z.string()).describe('邮箱只能用这些域名和它们的子域名；空为任何'),
    mail_delayed: z.boolean().describe('邮件现在发不出去，验证码会迟到；注册不要邮箱时总是 false'),
  }),
})

export const sendRegistrationCode = endpoint({
  method: 'POST',
  path: '/auth/registration-email',
  role: 'guest',
  summary: '注册之前：发一个验证码到要用的邮箱',
  description: `和注册一样要工作量证明（use=email）或图形验证码。邮箱已经是别的账号的时，回答和平常一样。验证码 ${MAIL.verifyMs / 60_000} 分钟内有效，只能用一次；再次获取时，前面的仍然有效。`,
  message: '验证码已经发出，请查收邮件',
  body: z.object({
    email: lineInput(emailRule).describe('邮箱'),
    proof: proofField.describe('工作量证明；有它时不需要图形验证码'),
    ...captchaFields,
  }),
  output: z.object({ delayed: z.boolean().describe('邮件现在发不出去，恢复以后才到') }),
  errors: [
    'registration_closed',
    'registration_campus',
    'registration_email_off',
    'mail_off',
    'email_domain',
    'proof_wrong',
    'captcha_wrong',
    'captcha_expired',
    'too_many_requests',
  ],
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  role: 'guest',
  summary: '注册',
  message: '注册成功',
  body: z.object({
    user_id: lineInput(userIdRule),
    nickname: lineInput(nicknameRule),
    password: exactInput(passwordRule),
    bio: bioIn,
    avatar: avatarOrNot,
    invitation_code: z.string('邀请码不正确').max(200, '邀请码不正确').optional().describe('邀请注册时需要'),
    email: lineInput(optionalEmailRule).describe('要绑定的邮箱，空为没有；注册不要邮箱时不看'),
    email_code: z
      .string('请输入邮件里的验证码')
      .max(2 * MAIL.codeLength, '验证码不对或已经过期，请核对邮件，或重新获取')
      .optional()
      .describe('邮件里的验证码，有邮箱时需要；大小写、空格和连字符都不管'),
    proof: proofField.describe('工作量证明；有它时不需要验证码'),
    ...captchaFields,
  }),
  output: signedIn,
  errors: [
    'registration_closed',
    'registration_campus',
    'invitation_wrong',
    'email_required',
    'email_domain',
    'email_taken',
    'code_wrong',
    'proof_wrong',
    'captcha_refused',
    'too_many_requests',
    'captcha_wrong',
    'captcha_expired',
    'user_id_taken',
    'password_common',
    'password_is_id',
  ],
})

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  role: 'guest',
  summary: '登录',
  message: '登录成功',
  body: z
    .object({
      user_id: z.string().trim().max(64).optional(),
      user_display_id: z.string().trim().max(64).optional(),
      password: existingPassword,
      ...knownDevice,
    })
    .transform(({ user_display_id, ...body }) => ({ ...body, user_id: body.user_id || user_display_id || '' }))
    .refine((body) => body.user_id !== '', { message: '请输入小石榴号', path: ['user_id'] }),
  output: signedIn,
  errors: [
    'credentials_wrong',
    'account_disabled',
    'account_deleted',
    'proof_required',
    'proof_wrong',
    'local_passwords_off',
  ],
})

export const restore = endpoint({
  method: 'POST',
  path: '/auth/restore',
  role: 'guest',
  summary: '取回自己注销的账号，并登录',
  message: '账号已取回',
  body: z.object({
    ticket: z
      .string('缺少取回的凭证')
      .min(1, '缺少取回的凭证')
      .max(200, '取回的凭证不正确')
      .describe('登录时 account_deleted 带回的 ticket，10 分钟内有效'),
  }),
  output: signedIn,
  errors: ['restore_expired', 'account_disabled', 'read_only', 'address_banned'],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  role: 'guest',
  summary: '换取新的令牌',
  body: z.object({ refresh_token: z.string('缺少刷新令牌').min(1, '缺少刷新令牌').max(512, '刷新令牌不正确') }),
  output: tokens,
  errors: ['session_ended'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  role: 'user',
  summary: '退出登录',
  message: '已退出登录',
})

export const me = endpoint({
  method: 'GET',
  path: '/auth/me',
  role: 'user',
  summary: '当前用户',
  output: ownUser,
})

/** Without the address, which nobody sees in the app. */
export const device = z.object({
  id: id.describe('编号'),
  user_agent: z.string().describe('设备：浏览器的 User-Agent'),
  location: z.string().nullable().describe('登录时的 IP属地；不知道时为 null'),
  created_at: time.describe('登录时间'),
  last_activity: time.describe('最近使用的时间，精确到一小时'),
  current: z.boolean().describe('是不是正在用的这一个'),
})
export type Device = z.output<typeof device>

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  role: 'user',
  summary: '自己登录着的设备：正在用的在前，其余新的在前，最多 100 个',
  output: z.array(device),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  role: 'user',
  summary: '让自己的一个设备退出登录',
  message: '已退出登录',
  params: idParam,
  errors: ['record_not_found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  role: 'user',
  summary: '让别的设备都退出登录，正在用的留着',
  message: '别的设备都已退出登录',
  output: z.object({ ended: count.describe('退出了几个设备') }),
})
