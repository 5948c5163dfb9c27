import { AUDIT_WORDS, AUDITED_WORDS, audits as api } from '@shiliu/contract/admin/audits'
import { IconHistory } from '@tabler/icons-react'
import { optionsOf } from '../define-field.ts'
import { defineReadOnlyResource } from '../define-resource.ts'

/** The audit trail of what administrators wrote, decided and read, and of their sign-ins. */
export const audits = defineReadOnlyResource(api, {
  path: 'audits',
  noun: '操作记录',
  title: '操作记录',
  Icon: IconHistory,
  nameOf: (row) =>
    `${AUDIT_WORDS[row.action]}${AUDITED_WORDS[row.resource] ?? row.resource} ${row.record_id || ''}`.trim(),
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'created_at', label: '时间', kind: 'date', sortable: true },
    { key: 'username', label: '管理员', kind: 'text' },
    { key: 'action', label: '操作', kind: 'enum', labels: AUDIT_WORDS },
    { key: 'resource', label: '对象', kind: 'enum', labels: AUDITED_WORDS },
    { key: 'record_id', label: '记录ID', kind: 'number' },
    { key: 'record_name', label: '记录', kind: 'longText' },
    { key: 'changed', label: '改动', kind: 'diff' },
    { key: 'admin_id', label: '管理员ID', kind: 'number', hidden: true },
  ],
  filters: [
    { name: 'from', label: '从', kind: 'date' },
    { name: 'to', label: '到', kind: 'date' },
    { name: 'username', label: '管理员', kind: 'text' },
    { name: 'action', label: '操作', kind: 'select', options: optionsOf(AUDIT_WORDS) },
    { name: 'resource', label: '对象', kind: 'select', options: optionsOf(AUDITED_WORDS) },
    { name: 'record_id', label: '记录ID', kind: 'text' },
    { name: 'admin_id', label: '管理员ID', kind: 'text', linked: true },
  ],
})
