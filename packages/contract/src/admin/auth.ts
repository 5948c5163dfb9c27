/** Tokens of administrators are not accepted as a user's (docs/api.md#roles-and-tokens). */
import { z } from 'zod'
import { device, deviceToken, existingPassword, knownDevice, tokens } from '../auth.ts'
import { exactInput, id, idParam, lineInput } from '../common.ts'
import { MAIL, mailCodeRule, optionalEmailRule } from '../email-rules.ts'
import { endpointsOf } from '../endpoint.ts'
import { adminUsernameRule, newPasswordRule } from '../rules.ts'
import { adminRole, codeIn, currentPassword } from './fields.ts'

const endpoint = endpointsOf('管理员登录')

export const admin = z.object({
  id: id.describe('编号'),
  username: z.string().describe('用户名'),
  role: adminRole.describe('角色'),
})
export type Admin = z.output<typeof admin>

export const login = endpoint({
  method: 'POST',
  path: '/auth/admin/login',
  role: 'guest',
  summary: '管理员登录',
  message: '登录成功',
  description: '开启了两步验证的管理员还要 code。密码正确而没有写 code 时答 second_factor_required，不算猜错。',
  body: z.object({
    username: lineInput(adminUsernameRule),
    password: existingPassword,
    code: codeIn.nullish().or(z.literal('').transform(() => undefined)),
    ...knownDevice,
  }),
  output: z.object({ admin: admin.describe('登录的管理员'), tokens, device_token: deviceToken }),
  errors: [
    'credentials_wrong',
    'second_factor_required',
    'second_factor_wrong',
    'second_factor_unreadable',
    'account_disabled',
    'proof_required',
    'proof_wrong',
  ],
})

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/admin/refresh',
  role: 'guest',
  summary: '管理员换取新的令牌',
  body: z.object({ refresh_token: z.string('缺少刷新令牌').min(1, '缺少刷新令牌').max(512, '刷新令牌不正确') }),
  output: tokens,
  errors: ['session_ended'],
})

export const me = endpoint({
  method: 'GET',
  path: '/auth/admin/me',
  role: 'admin',
  adminRole: 'viewer',
  withoutSecondFactor: true,
  summary: '当前管理员',
  output: admin.extend({
    second_factor_due: z.boolean().describe('要先绑定验证器，才能做别的'),
  }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/admin/logout',
  role: 'admin',
  adminRole: 'viewer',
  withoutSecondFactor: true,
  summary: '管理员退出登录',
  message: '已退出登录',
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/admin/password',
  role: 'admin',
  adminRole: 'viewer',
  withoutSecondFactor: true,
  summary: '修改自己的密码，其他设备随即退出登录',
  message: '密码修改成功',
  body: z.object({ currentPassword, newPassword: exactInput(newPasswordRule) }),
  errors: [
    'password_current_wrong',
    'password_unchanged',
    'password_common',
    'password_is_username',
    'too_many_requests',
  ],
})

const ownEmail = z.object({
  email: z.string().nullable().describe('自己的邮箱；没有时为 null'),
  pending: z.string().nullable().describe('等着输入验证码的邮箱；没有时为 null'),
})

export const getEmail = endpoint({
  method: 'GET',
  path: '/auth/admin/email',
  role: 'admin',
  adminRole: 'viewer',
  summary: '自己的邮箱，待处理的提醒发到那里',
  output: ownEmail,
})

export const setEmail = endpoint({
  method: 'PUT',
  path: '/auth/admin/email',
  role: 'admin',
  adminRole: 'viewer',
  summary: '填写自己的邮箱，空为删除：发一个验证码到那里，验证之后才生效',
  description: `验证码 ${MAIL.verifyMs / 60_000} 分钟内有效，只能用一次，输错五次作废。删除马上生效。`,
  message: '已收到，新的邮箱输入邮件里的验证码之后才生效',
  body: z.object({ email: lineInput(optionalEmailRule).describe('邮箱，空为删除'), currentPassword }),
  output: ownEmail,
  errors: ['password_current_wrong', 'mail_off', 'too_many_requests'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/admin/email',
  role: 'admin',
  adminRole: 'viewer',
  summary: '用验证码确认自己的邮箱',
  message: '邮箱已保存',
  body: z.object({ code: lineInput(mailCodeRule).describe('邮件里的验证码，大小写、空格和连字符都不管') }),
  output: ownEmail,
  errors: ['code_wrong', 'too_many_requests'],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/admin/sessions',
  role: 'admin',
  adminRole: 'viewer',
  summary: '自己登录着的设备，新的在前',
  output: z.array(device),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/admin/sessions/:id',
  role: 'admin',
  adminRole: 'viewer',
  summary: '让自己的一个设备退出登录',
  message: '已退出登录',
  params: idParam,
  errors: ['record_not_found'],
})

const anySession = device.extend({
  admin_id: id.describe('管理员编号'),
  username: z.string().describe('管理员'),
  address: z.string().nullable().describe('登录时的 IP 地址'),
})
export type AdminSession = z.output<typeof anySession>

export const listAllSessions = endpoint({
  method: 'GET',
  path: '/auth/admin/all-sessions',
  role: 'admin',
  adminRole: 'owner',
  summary: '所有管理员登录着的设备，新的在前，最多 500 个',
  output: z.array(anySession),
})

export const endAnySession = endpoint({
  method: 'DELETE',
  path: '/auth/admin/all-sessions/:id',
  role: 'admin',
  adminRole: 'owner',
  summary: '让一个管理员的一个设备退出登录',
  message: '已退出登录',
  params: idParam,
  errors: ['record_not_found'],
})
