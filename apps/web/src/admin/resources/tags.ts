import { tags as api } from '@shiliu/contract/admin/tags'
import { tagNameRule } from '@shiliu/contract/rules'
import { IconHash } from '@tabler/icons-react'
import { defineResource } from '../define-resource.ts'

export const tags = defineResource(api, {
  path: 'tags',
  noun: '标签',
  Icon: IconHash,
  nameOf: (row) => row.name,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'name', label: '标签名称', kind: 'text', sortable: true },
    { key: 'use_count', label: '使用次数', kind: 'number', sortable: true },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
  ],
  filters: [{ name: 'name', label: '标签名称', kind: 'text' }],
  fields: [{ name: 'name', label: '标签名称', kind: 'text', rule: tagNameRule, required: true }],
})
