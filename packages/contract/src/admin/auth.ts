/** Tokens of administrators are not accepted as a user's (docs/api.md#roles-and-tokens). */
import { z } from 'zod'
import { deviceToken, knownDevice, tokens } from '../auth.ts'
import { exactInput, id, lineInput } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { adminUsernameRule, passwordRule } from '../rules.ts'

const endpoint = endpointsOf('管理员登录')

export const admin = z.object({ id: id.describe('编号'), username: z.string().describe('用户名') })
export type Admin = z.output<typeof admin>

export const login = endpoint({
  method: 'POST',
  path: '/auth/admin/login',
  role: 'guest',
  summary: '管理员登录',
  message: '登录成功',
  body: z.object({ username: lineInput(adminUsernameRule), password: exactInput(passwordRule), ...knownDevice }),
  output: z.object({ admin: admin.describe('登录的管理员'), tokens, device_token: deviceToken }),
  errors: ['credentials_wrong', 'account_disabled', 'proof_required', 'proof_wrong'],
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
  summary: '当前管理员',
  output: admin,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/admin/logout',
  role: 'admin',
  summary: '管理员退出登录',
  message: '已退出登录',
})
