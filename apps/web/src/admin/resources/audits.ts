import { audits as api } from '@shiliu/contract/admin/audits'
import { IconHistory } from '@tabler/icons-react'
import { defineReading, type Resource } from '../define-resource.ts'

const actions = { create: '新增', update: '修改', delete: '删除' }

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** What administrators wrote to the others. */
export function auditsOf(others: readonly Resource[]) {
  const nouns = Object.fromEntries(others.map(({ path, noun }) => [path, noun]))
  return defineReading(api, {
    path: 'audits',
    noun: '操作记录',
    title: '操作记录',
    Icon: IconHistory,
    nameOf: (row) => `${actions[row.action]}${nouns[row.resource] ?? row.resource} ${row.record_id}`,
    columns: [
      { key: 'id', label: 'ID', kind: 'number', sortable: true },
      { key: 'created_at', label: '时间', kind: 'date', sortable: true },
      { key: 'username', label: '管理员', kind: 'text' },
      { key: 'action', label: '操作', kind: 'mapped', words: actions },
      { key: 'resource', label: '对象', kind: 'mapped', words: nouns },
      { key: 'record_id', label: '记录ID', kind: 'number' },
      { key: 'record_name', label: '记录', kind: 'long' },
      { key: 'changed', label: '改动', kind: 'change' },
      { key: 'admin_id', label: '管理员ID', kind: 'number', aside: true },
    ],
    filters: [
      { name: 'username', label: '管理员', kind: 'text' },
      { name: 'action', label: '操作', kind: 'select', options: optionsOf(actions) },
      { name: 'resource', label: '对象', kind: 'select', options: optionsOf(nouns) },
      { name: 'record_id', label: '记录ID', kind: 'text' },
    ],
  })
}
