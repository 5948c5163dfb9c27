import { sessions as api } from '@shiliu/contract/admin/sessions'
import { IconDevices } from '@tabler/icons-react'
import { ownerColumns } from '../define-column.ts'
import { accountTrashFilter, flagOptions, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const sessions = defineResource(api, {
  path: 'sessions',
  noun: '会话',
  Icon: IconDevices,
  nameOf: (row) => `${row.nickname}的会话 ${row.id}`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    ...ownerColumns,
    { key: 'user_agent', label: '设备', kind: 'longText', max: 40 },
    { key: 'is_active', label: '状态', kind: 'flag', labels: ['活跃', '非活跃'] },
    { key: 'expires_at', label: '过期时间', kind: 'date', sortable: true },
    { key: 'last_activity', label: '最后活动', kind: 'date', hidden: true },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
    { key: 'updated_at', label: '更新时间', kind: 'date', hidden: true },
  ],
  filters: [
    { name: 'user_id', label: '用户ID', kind: 'text', linked: true },
    { name: 'user_display_id', label: '小石榴号', kind: 'text' },
    { name: 'is_active', label: '状态', kind: 'select', options: flagOptions('活跃', '非活跃') },
    accountTrashFilter,
  ],
  fields: [
    { name: 'user_id', label: '用户ID', ...person, fixed: true, nameField: 'nickname' },
    { name: 'user_agent', label: '设备', kind: 'text', max: 500, placeholder: '可以不填' },
    { name: 'is_active', label: '活跃', kind: 'flag', initial: true, hint: '取消后，这台设备立即退出登录' },
  ],
})
