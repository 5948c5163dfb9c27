/** Signing in with the account of one's school (docs/product.md#campus-sign-in). */
import { z } from 'zod'
import { signedIn } from './auth.ts'
import { exactInput, id, idParam, lineInput, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { newPasswordRule, nicknameRule, userIdRule } from './rules.ts'

const endpoint = endpointsOf('校园登录')

const offered = z
  .array(z.object({ id: id.describe('编号'), name: z.string().describe('名称，按钮上写「用…登录」') }))
  .describe('可以用的校园登录')

export const list = endpoint({
  method: 'GET',
  path: '/auth/campus',
  role: 'guest',
  summary: '有哪些校园登录',
  output: z.object({
    providers: offered,
    local_passwords: z.boolean().describe('也可以用小石榴号和密码登录'),
  }),
})

const password = z
  .string('请输入密码')
  .max(200, '当前密码错误')
  .optional()
  .describe('账号的密码；账号没有密码，或者本站不用密码登录时不用写')

export const start = endpoint({
  method: 'POST',
  path: '/auth/campus/:id/start',
  role: 'guest',
  summary: '开始用校园账号登录，或给登录的账号连接校园账号',
  description:
    '回答校方登录页的地址，并给浏览器一个只有服务器能读的 Cookie：登录只能在这个浏览器里完成，15 分钟内有效。',
  params: idParam,
  body: z.object({
    link: z.boolean('link 只能是 true 或 false').optional().describe('true：连接到现在登录的账号，要写账号的密码'),
    password,
  }),
  output: z.object({ url: z.string().describe('校方登录页的地址') }),
  errors: [
    'unauthorized',
    'campus_missing',
    'campus_elsewhere',
    'campus_unavailable',
    'password_current_wrong',
    'too_many_requests',
  ],
})

const code = z
  .string('这次登录已经过期，请重新开始')
  .min(1, '这次登录已经过期，请重新开始')
  .max(100, '这次登录已经过期，请重新开始')

const DEVICES_MAX = 10
const DEVICES = `device_tokens 最多 ${DEVICES_MAX} 个，每个不超过 200 个字`

export const finish = endpoint({
  method: 'POST',
  path: '/auth/campus/:id/finish',
  role: 'guest',
  summary: '校方把浏览器送回来以后，完成登录或连接',
  description:
    '要带着开始时的 Cookie。`signed_in`、`registration` 和 `linked` 中正好有一个：登录了，是第一次来，或者连接好了。',
  params: idParam,
  body: z.object({
    query: z
      .string('返回地址不完整，请重新登录')
      .min(1, '返回地址不完整，请重新登录')
      .max(8000, '返回地址太长了，请重新登录')
      .describe('校方送回来的地址里问号后面的部分'),
    device_tokens: z
      .array(z.string(DEVICES).max(200, DEVICES), DEVICES)
      .max(DEVICES_MAX, DEVICES)
      .optional()
      .describe(
        '这个浏览器以前登录时得到的 device_token，哪个账号的都行；登录的账号认得其中一个时不发新设备登录的邮件',
      ),
  }),
  output: z.object({
    signed_in: signedIn.nullable().describe('登录的账号和令牌'),
    registration: z
      .object({
        code: z.string().describe('注册或连接时用一次，15 分钟内、在这个浏览器里有效'),
        user_id: z.string().describe('建议的小石榴号'),
        nickname: z.string().describe('建议的昵称：校方给的姓名'),
        badge: z.string().nullable().describe('校方给的身份；没有为 null'),
        invitation: z.boolean().describe('需要邀请码'),
        closed: z.boolean().describe('不开放注册，只能连接已有的账号'),
      })
      .nullable()
      .describe('还没有账号时，用来注册或连接已有的账号'),
    linked: z.boolean().describe('已经连接到登录的账号'),
    ends_session: z.boolean().describe('退出登录时要用 /auth/campus/logout'),
  }),
  errors: [
    'campus_missing',
    'campus_unavailable',
    'campus_refused',
    'campus_expired',
    'campus_taken',
    'account_disabled',
    'account_deleted',
    'too_many_requests',
  ],
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/campus/register',
  role: 'guest',
  summary: '第一次用校园账号登录时建立账号',
  message: '注册成功',
  body: z.object({
    code,
    user_id: lineInput(userIdRule),
    nickname: lineInput(nicknameRule),
    invitation_code: z.string('邀请码不正确').max(200, '邀请码不正确').optional().describe('邀请注册时需要'),
  }),
  output: signedIn,
  errors: [
    'campus_expired',
    'registration_closed',
    'invitation_wrong',
    'user_id_taken',
    'account_disabled',
    'account_deleted',
    'too_many_requests',
  ],
})

export const link = endpoint({
  method: 'POST',
  path: '/auth/campus/link',
  role: 'user',
  summary: '把刚才的校园账号连接到登录的账号',
  message: '已连接校园账号',
  body: z.object({ code, password }),
  errors: ['campus_expired', 'campus_taken', 'password_current_wrong', 'too_many_requests'],
})

export const links = endpoint({
  method: 'GET',
  path: '/auth/campus/links',
  role: 'user',
  summary: '自己连接的校园账号',
  output: z.object({
    has_password: z.boolean().describe('设过密码'),
    local_passwords: z.boolean().describe('本站可以用小石榴号和密码登录'),
    links: z
      .array(
        z.object({
          id: id.describe('编号'),
          provider: z.string().describe('校园登录的名称'),
          account: z.string().describe('校园账号'),
          badge: z.string().nullable().describe('校方给的身份；没有为 null'),
          created_at: time.describe('连接的时间'),
          last_used_at: time.describe('最近一次用它的时间'),
        }),
      )
      .describe('连接的校园账号'),
    providers: offered.describe('还可以连接的校园登录'),
  }),
})

export const unlink = endpoint({
  method: 'DELETE',
  path: '/auth/campus/links/:id',
  role: 'user',
  summary: '断开一个校园账号，用它登录的其他设备随即退出登录',
  message: '已断开校园账号',
  params: idParam,
  errors: ['record_not_found', 'campus_last_way'],
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/campus/password',
  role: 'user',
  summary: '给用校园账号建立、还没有密码的账号设密码，其他设备随即退出登录',
  message: '密码已设置',
  body: z.object({ newPassword: exactInput(newPasswordRule) }),
  errors: ['password_exists', 'password_common', 'password_is_id', 'local_passwords_off'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/campus/logout',
  role: 'user',
  summary: '退出登录，并得到退出校园账号的地址',
  message: '已退出登录',
  output: z.object({
    url: z.string().nullable().describe('浏览器接着要去的校方地址；不用去时为 null'),
  }),
})
