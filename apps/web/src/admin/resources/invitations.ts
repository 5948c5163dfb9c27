import { invitations as api } from '@shiliu/contract/admin/invitations'
import { expiryDayRule, invitationCodeRule, noteRule } from '@shiliu/contract/rules'
import { IconTicket } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { defineResource } from '../define-resource.ts'

export const invitations = defineResource(api, {
  path: 'invitations',
  noun: '邀请码',
  Icon: IconTicket,
  nameOf: (row) => row.note || row.code,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'code', label: '邀请码', kind: 'text' },
    { key: 'note', label: '备注', kind: 'text' },
    { key: 'uses_left', label: '剩余次数', kind: 'number' },
    {
      key: 'used_count',
      label: '已用次数',
      kind: 'number',
      to: (row) => `${paths.admin('users')}?invitation_id=${row.id}`,
      sortable: true,
    },
    { key: 'expires_on', label: '有效期至', kind: 'text' },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'code', label: '邀请码', kind: 'text' },
    { name: 'note', label: '备注', kind: 'text' },
  ],
  fields: [
    {
      name: 'code',
      label: '邀请码',
      kind: 'text',
      on: 'create',
      rule: invitationCodeRule,
      placeholder: '可以留空',
      hint: '4 到 50 个字，不分大小写；留空会生成一个',
    },
    { name: 'code', label: '邀请码', kind: 'text', on: 'update', rule: invitationCodeRule, hint: '留空则不变' },
    { name: 'note', label: '备注', kind: 'text', rule: noteRule, placeholder: '例如：2026 级新生' },
    { name: 'uses_left', label: '剩余次数', kind: 'number', min: 0, placeholder: '不限', hint: '留空为不限次数' },
    {
      name: 'expires_on',
      label: '有效期至',
      kind: 'text',
      rule: expiryDayRule,
      placeholder: '2026-12-31',
      hint: '当天还能用；留空为一直有效',
    },
  ],
})
