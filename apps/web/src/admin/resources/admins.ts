import { admins as api } from '@shiliu/contract/admin/admins'
import { newAdminUsernameRule, passwordRule } from '@shiliu/contract/rules'
import { IconShieldLock } from '@tabler/icons-react'
import { flagOptions } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const admins = defineResource(api, {
  path: 'admins',
  noun: '管理员',
  Icon: IconShieldLock,
  nameOf: (row) => row.username,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'username', label: '用户名', kind: 'text', sortable: true },
    { key: 'status', label: '状态', kind: 'flag', labels: ['启用', '停用'] },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
    { key: 'updated_at', label: '更新时间', kind: 'date', hidden: true },
  ],
  filters: [{ name: 'username', label: '用户名', kind: 'text' }],
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
      hint: '修改后，对方的所有设备都会退出登录；改自己的密码时，只有这台设备不退出',
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
