/** Administrators: by id below /admin, by username or id below /auth/admin (docs/api.md#admin-accounts). */
import { z } from 'zod'
import { created, exactInput, filterText, flag, id, lineInput, pagedTable, tablePagination, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { newAdminUsernameRule, passwordRule } from '../rules.ts'
import { adminRole, coded, currentPassword, newPassword, optionalFlag } from './fields.ts'
import { adminResource } from './resource.ts'
import { DEFAULT_ADMIN_ROLE, ROLE_WORDS } from './roles.ts'

const roleIn = adminRole.nullish().transform((value) => value ?? undefined)

const row = z.object({
  id: id.describe('ID'),
  username: z.string().describe('用户名'),
  role: coded(adminRole, '角色', ROLE_WORDS),
  second_factor: coded(flag, '两步验证', { 1: '已开启', 0: '未开启' }),
  status: coded(flag, '状态', { 1: '启用', 0: '停用' }),
  created_at: time.describe('创建时间'),
  updated_at: time.describe('更新时间'),
})

const input = z.object({
  username: lineInput(newAdminUsernameRule),
  password: exactInput(passwordRule),
  role: roleIn.describe(`角色，不写是${ROLE_WORDS[DEFAULT_ADMIN_ROLE]}`),
  status: optionalFlag,
})
const errors = ['admin_self', 'admin_self_disabled', 'admin_last'] as const
const passwordErrors = [
  'password_common',
  'password_is_username',
  'admin_self_password',
  'password_current_wrong',
  'too_many_requests',
] as const

const ownPassword = currentPassword
  .or(z.literal('').transform(() => undefined))
  .nullish()
  .describe('当前密码，改自己的密码时要写')

export const admins = adminResource({
  name: 'admins',
  label: '管理员',
  readRole: 'owner',
  writeRole: 'owner',
  row,
  filters: {
    username: filterText.describe('用户名的一部分'),
    role: filterText.describe('角色'),
  },
  create: input,
  update: z.object({
    password: newPassword,
    currentPassword: ownPassword,
    role: roleIn.describe('角色'),
    status: optionalFlag,
  }),
  errors: [...errors, ...passwordErrors, 'admin_taken'],
})

const endpoint = endpointsOf('管理员管理')
const path = '/auth/admin/admins'
const byUsername = z.object({ id: z.string().min(1).max(200).describe('用户名；没有叫这个名字的，就是数字编号') })
const missing = ['admin_not_found'] as const

export const list = endpoint({
  method: 'GET',
  path,
  role: 'admin',
  adminRole: 'owner',
  summary: '管理员列表',
  query: z.object({
    ...pagedTable(),
    username: filterText.describe('用户名的一部分'),
    role: filterText.describe('角色'),
  }),
  output: z.object({ data: z.array(row).describe('管理员'), pagination: tablePagination }),
})

export const create = endpoint({
  method: 'POST',
  path,
  role: 'admin',
  adminRole: 'owner',
  idempotent: true,
  summary: '新增管理员',
  message: '管理员创建成功',
  body: input,
  output: created,
  errors: [...passwordErrors, 'admin_taken'],
})

const change = z.object({ password: exactInput(passwordRule), currentPassword: ownPassword })

export const update = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  role: 'admin',
  adminRole: 'owner',
  summary: '修改管理员的密码',
  message: '管理员更新成功',
  params: byUsername,
  body: change,
  errors: [...missing, ...passwordErrors],
})

export const setPassword = endpoint({
  method: 'PUT',
  path: `${path}/:id/password`,
  role: 'admin',
  adminRole: 'owner',
  summary: '重设管理员的密码，他的设备随即全部退出登录；改自己的密码时，当前设备除外',
  message: '密码修改成功',
  params: byUsername,
  body: change,
  errors: [...missing, ...passwordErrors],
})

export const setStatus = endpoint({
  method: 'PUT',
  path: `${path}/:id/status`,
  role: 'admin',
  adminRole: 'owner',
  summary: '启用或停用管理员，停用的随即退出登录',
  message: '管理员更新成功',
  params: byUsername,
  body: z.object({
    status: z
      .union([z.literal([0, 1]), z.literal(['0', '1'])], '状态只能是0或1')
      .transform((status) => Number(status) === 1)
      .meta({ shown: { type: 'integer', enum: [0, 1] } }),
  }),
  errors: [...missing, 'admin_self_disabled', 'admin_last'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  role: 'admin',
  adminRole: 'owner',
  summary: '删除管理员',
  message: '删除成功',
  params: byUsername,
  errors: [...missing, 'admin_self', 'admin_last'],
})

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: `${path}/:id/second-factor`,
  role: 'admin',
  adminRole: 'owner',
  summary: '关闭一个丢了手机的管理员的两步验证，他的设备随即全部退出登录',
  message: '两步验证已关闭',
  params: byUsername,
  errors: [...missing, 'second_factor_missing', 'admin_self_second_factor'],
})
