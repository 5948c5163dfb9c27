/** Administrators: by id below /admin, by username or id below /auth/admin (docs/api.md#admin-accounts). */
import { z } from 'zod'
import { created, exactInput, filterText, flag, id, lineInput, pagedTable, tablePagination, time } from '../common.ts'
import { endpointsOf } from '../endpoint.ts'
import { newAdminUsernameRule, passwordRule } from '../rules.ts'
import { coded, newPassword, optionalFlag } from './fields.ts'
import { adminResource } from './resource.ts'

const row = z.object({
  id: id.describe('ID'),
  username: z.string().describe('用户名'),
  status: coded(flag, '状态', { 1: '启用', 0: '停用' }),
  created_at: time.describe('创建时间'),
  updated_at: time.describe('更新时间'),
})

const input = z.object({
  username: lineInput(newAdminUsernameRule),
  password: exactInput(passwordRule),
  status: optionalFlag,
})
const errors = ['admin_self', 'admin_self_disabled', 'admin_last'] as const

export const admins = adminResource({
  name: 'admins',
  label: '管理员',
  row,
  filters: { username: filterText.describe('用户名的一部分') },
  create: input,
  update: z.object({ password: newPassword, status: optionalFlag }),
  errors: [...errors, 'admin_taken'],
})

const endpoint = endpointsOf('管理员管理')
const path = '/auth/admin/admins'
const byUsername = z.object({ id: z.string().min(1).max(200).describe('用户名；没有叫这个名字的，就是数字编号') })
const missing = ['admin_not_found'] as const

export const list = endpoint({
  method: 'GET',
  path,
  role: 'admin',
  summary: '管理员列表',
  query: z.object({ ...pagedTable(), username: filterText.describe('用户名的一部分') }),
  output: z.object({ data: z.array(row).describe('管理员'), pagination: tablePagination }),
})

export const create = endpoint({
  method: 'POST',
  path,
  role: 'admin',
  idempotent: true,
  summary: '新增管理员',
  message: '管理员创建成功',
  body: input,
  output: created,
  errors: ['admin_taken'],
})

const change = z.object({ password: exactInput(passwordRule) })

export const update = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  role: 'admin',
  summary: '修改管理员的密码',
  message: '管理员更新成功',
  params: byUsername,
  body: change,
  errors: missing,
})

export const setPassword = endpoint({
  method: 'PUT',
  path: `${path}/:id/password`,
  role: 'admin',
  summary: '重设管理员的密码，他的设备随即全部退出登录；改自己的密码时，当前设备除外',
  message: '密码修改成功',
  params: byUsername,
  body: change,
  errors: missing,
})

export const setStatus = endpoint({
  method: 'PUT',
  path: `${path}/:id/status`,
  role: 'admin',
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
  summary: '删除管理员',
  message: '删除成功',
  params: byUsername,
  errors: [...missing, 'admin_self', 'admin_last'],
})
