import { emailDomains as api } from '@shiliu/contract/admin/domains'
import { bannedDomainRule } from '@shiliu/contract/email-rules'
import { noteRule } from '@shiliu/contract/rules'
import { IconMailOff } from '@tabler/icons-react'
import { defineResource } from '../define-resource.ts'

export const emailDomains = defineResource(api, {
  path: 'domains',
  noun: '封禁邮箱域名',
  title: '封禁邮箱域名',
  Icon: IconMailOff,
  nameOf: (row) => row.domain,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'domain', label: '域名', kind: 'text' },
    { key: 'note', label: '备注', kind: 'longText' },
    { key: 'username', label: '谁封的', kind: 'text' },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'domain', label: '域名', kind: 'text' },
    { name: 'note', label: '备注', kind: 'text' },
  ],
  fields: [
    {
      name: 'domain',
      label: '域名',
      kind: 'text',
      required: true,
      rule: bannedDomainRule,
      placeholder: 'mail.example.com',
      hint: '这个域名和它的子域名的邮箱不能再绑定；已经绑定的不受影响',
    },
    { name: 'note', label: '备注', kind: 'text', rule: noteRule, hint: '只有管理员看得到' },
  ],
})
