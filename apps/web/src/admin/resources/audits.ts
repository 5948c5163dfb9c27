import { audits as api } from '@shiliu/contract/admin/audits'
import { IconHistory } from '@tabler/icons-react'
import { optionsOf } from '../define-field.ts'
import { defineReadOnlyResource, type EditableResource } from '../define-resource.ts'

const actions = { create: '新增', update: '修改', delete: '删除' }

/** The audit trail of what administrators wrote to the other resources and the settings. */
export function defineAudits(others: readonly EditableResource[]) {
  const nouns: Record<string, string> = {
    ...Object.fromEntries(others.map(({ path, noun }) => [path, noun])),
    settings: '网站设置',
  }
  return defineReadOnlyResource(api, {
    path: 'audits',
    noun: '操作记录',
    title: '操作记录',
    Icon: IconHistory,
    nameOf: (row) => `${actions[row.action]}${nouns[row.resource] ?? row.resource} ${row.record_id}`,
    columns: [
      { key: 'id', label: 'ID', kind: 'number', sortable: true },
      { key: 'created_at', label: '时间', kind: 'date', sortable: true },
      { key: 'username', label: '管理员', kind: 'text' },
      { key: 'action', label: '操作', kind: 'enum', labels: actions },
      { key: 'resource', label: '对象', kind: 'enum', labels: nouns },
      { key: 'record_id', label: '记录ID', kind: 'number' },
      { key: 'record_name', label: '记录', kind: 'longText' },
      { key: 'changed', label: '改动', kind: 'diff' },
      { key: 'admin_id', label: '管理员ID', kind: 'number', hidden: true },
    ],
    filters: [
      { name: 'username', label: '管理员', kind: 'text' },
      { name: 'action', label: '操作', kind: 'select', options: optionsOf(actions) },
      { name: 'resource', label: '对象', kind: 'select', options: optionsOf(nouns) },
      { name: 'record_id', label: '记录ID', kind: 'text' },
    ],
  })
}
