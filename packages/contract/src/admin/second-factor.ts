/** Codes of an authenticator app besides the password, for administrators (docs/product.md#second-factor). */
import { z } from 'zod'
import { count, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { codeIn, currentPassword } from './fields.ts'

const endpoint = endpointsOf('管理员登录')
const path = '/auth/admin/second-factor'
const passwordErrors = ['password_current_wrong', 'too_many_requests'] as const

const recoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe('恢复码，每个能用一次，只在这里出现这一次'),
})

const state = z.object({
  enabled: z.boolean().describe('是否已经绑定验证器'),
  enabled_at: time.nullable().describe('绑定的时间'),
  recovery_codes_left: count.describe('还没有用过的恢复码'),
  required: z.boolean().describe('网站是否要求每个管理员都绑定'),
})
export type SecondFactor = z.output<typeof state>

export const get = endpoint({
  method: 'GET',
  path,
  role: 'admin',
  adminRole: 'viewer',
  withoutSecondFactor: true,
  summary: '自己的两步验证',
  output: state,
})

export const begin = endpoint({
  method: 'POST',
  path,
  role: 'admin',
  adminRole: 'viewer',
  withoutSecondFactor: true,
  summary: '开始绑定验证器，用验证器上的验证码确认之后才生效',
  body: z.object({ currentPassword }),
  output: z.object({
    secret: z.string().describe('密钥，Base32；不能扫码时手工输入'),
    uri: z.string().describe('otpauth:// 地址，画成二维码给验证器扫'),
  }),
  errors: [...passwordErrors, 'second_factor_exists'],
})

export const confirm = endpoint({
  method: 'PUT',
  path,
  role: 'admin',
  adminRole: 'viewer',
  withoutSecondFactor: true,
  summary: '确认绑定验证器，自己的其他设备随即退出登录',
  message: '两步验证已开启',
  body: z.object({ code: codeIn }),
  output: recoveryCodes,
  errors: ['second_factor_exists', 'second_factor_missing', 'second_factor_wrong', 'second_factor_unreadable'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recovery-codes`,
  role: 'admin',
  adminRole: 'viewer',
  summary: '换一组新的恢复码，旧的随即作废',
  message: '恢复码已更换',
  body: z.object({ currentPassword }),
  output: recoveryCodes,
  errors: [...passwordErrors, 'second_factor_missing'],
})

export const remove = endpoint({
  method: 'DELETE',
  path,
  role: 'admin',
  adminRole: 'viewer',
  summary: '关闭自己的两步验证',
  message: '两步验证已关闭',
  body: z.object({ currentPassword, code: codeIn }),
  errors: [...passwordErrors, 'second_factor_missing', 'second_factor_wrong', 'second_factor_unreadable'],
})
