/** Registration, sign-in and sessions of users (docs/api.md#login-and-refresh). */
import { z } from 'zod'
import { REGISTRATION } from './admin/settings.ts'
import { campusBadge, count, exactInput, flag, id, idParam, lineInput, personality, time, userBase } from './common.ts'
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
  proof: z.string().max(4000).optional().describe('工作量证明；没有时可能要等几秒'),
}

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
    use: z.literal(['login', 'register', 'reset'], '用途不正确').describe('用来登录、注册还是找回密码'),
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
  }),
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
    proof: z.string().max(4000).optional().describe('工作量证明；有它时不需要验证码'),
    captchaId: z.string('请输入验证码').max(64, '验证码错误，请重新输入').optional(),
    captchaText: z.string('请输入验证码').max(16, '验证码错误，请重新输入').optional(),
  }),
  output: signedIn,
  errors: [
    'registration_closed',
    'registration_campus',
    'invitation_wrong',
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
      password: z.string('请输入密码').min(1, '请输入密码').max(200, '账号或密码错误'),
      ...knownDevice,
    })
    .transform(({ user_display_id, ...body }) => ({ ...body, user_id: body.user_id || user_display_id || '' }))
    .refine((body) => body.user_id !== '', { message: '请输入小石榴号', path: ['user_id'] }),
  output: signedIn,
  errors: ['credentials_wrong', 'account_disabled', 'proof_required', 'proof_wrong', 'local_passwords_off'],
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
  last_activity: time.describe('最近一次换取令牌的时间'),
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
