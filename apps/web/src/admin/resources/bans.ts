import { addressBans as api } from '@shiliu/contract/admin/address-bans'
import { banReasonRule, networkRule, noteRule } from '@shiliu/contract/rules'
import { IconWorldOff } from '@tabler/icons-react'
import { defineResource } from '../define-resource.ts'

export const addressBans = defineResource(api, {
  path: 'bans',
  noun: '封禁地址',
  title: '封禁地址',
  Icon: IconWorldOff,
  nameOf: (row) => row.network,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'network', label: '地址或网段', kind: 'text' },
    { key: 'reason', label: '原因', kind: 'longText' },
    { key: 'until', label: '封到', kind: 'date' },
    { key: 'in_force', label: '状态', kind: 'flag', labels: ['生效', '已到期'] },
    { key: 'accounts', label: '30天内的账号', kind: 'number' },
    { key: 'note', label: '备注', kind: 'longText' },
    { key: 'username', label: '谁封的', kind: 'text' },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'network', label: '地址或网段', kind: 'text' },
    { name: 'reason', label: '原因', kind: 'text' },
  ],
  fields: [
    {
      name: 'network',
      label: '地址或网段',
      kind: 'text',
      required: true,
      rule: networkRule,
      placeholder: '203.0.113.0/24',
      hint: '从这里不能注册、发布和修改，还可以看；IPv4 最大 /16，IPv6 最大 /32',
    },
    { name: 'reason', label: '原因', kind: 'text', required: true, rule: banReasonRule, hint: '会告诉从这里来的人' },
    { name: 'until', label: '封到', kind: 'time', hint: '留空为没有期限' },
    { name: 'note', label: '备注', kind: 'text', rule: noteRule, hint: '只有站长看得到' },
    { name: 'confirmed', label: '确认', kind: 'flag', initial: false, hint: '最近 30 天有账号用过它时要勾选' },
  ],
})
