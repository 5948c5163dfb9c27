import { admins as api } from '@shiliu/contract/admin/admins'
import { DEFAULT_ADMIN_ROLE, ROLE_WORDS } from '@shiliu/contract/admin/roles'
import { newAdminUsernameRule, passwordRule } from '@shiliu/contract/rules'
import { IconShieldLock } from '@tabler/icons-react'
import { flagOptions, optionsOf } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const admins = defineResource(api, {
  path: 'admins',
  noun: '管理员',
  Icon: IconShieldLock,
  nameOf: (row) => row.username,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'username', label: '用户名', kind: 'text', sortable: true },
    { key: 'role', label: '角色', kind: 'enum', labels: ROLE_WORDS },
    { key: 'second_factor', label: '两步验证', kind: 'flag', labels: ['已开启', '未开启'] },
    { key: 'status', label: '状态', kind: 'flag', labels: ['启用', '停用'] },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
    { key: 'updated_at', label: '更新时间', kind: 'date', hidden: true },
  ],
  filters: [
    { name: 'username', label: '用户名', kind: 'text' },
    { name: 'role', label: '角色', kind: 'select', options: optionsOf(ROLE_WORDS) },
  ],
  fields: [
    { name: 'username', label: '用户名', kind: 'text', rule: newAdminUsernameRule, required: true, fixed: true },
    { name: 'password', label: '密码', kind: 'password', rule: passwordRule, required: true, on: 'create' },
    {
      name: 'password',
      label: '新密码',
      kind: 'password',
      rule: passwordRule,
      on: 'update',
      placeholder: '留空则不变',
      hint: '修改后，对方的所有设备都会退出登录；自己的密码也可以在「我的账号」里改',
    },
    {
      name: 'currentPassword',
      label: '当前密码',
      kind: 'password',
      on: 'update',
      placeholder: '只在改自己的密码时填写',
    },
    {
      name: 'role',
      label: '角色',
      kind: 'select',
      required: true,
      initial: DEFAULT_ADMIN_ROLE,
      options: optionsOf(ROLE_WORDS),
      hint: '谁能做什么见「权限」',
    },
    {
      name: 'status',
      label: '状态',
      kind: 'select',
      required: true,
      initial: '1',
      options: flagOptions('启用', '停用'),
    },
  ],
})
