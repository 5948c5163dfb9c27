import { tags as api } from '@shiliu/contract/admin/tags'
import { TRASH_WORDS } from '@shiliu/contract/admin/trash'
import { tagNameRule } from '@shiliu/contract/rules'
import { IconHash } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { trashFilter } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'
import { TagPanel } from '../tags/TagPanel.tsx'

export const tags = defineResource(api, {
  path: 'tags',
  noun: '标签',
  Icon: IconHash,
  Panel: TagPanel,
  nameOf: (row) => row.name,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'name', label: '标签名称', kind: 'text', sortable: true },
    {
      key: 'use_count',
      label: '使用次数',
      kind: 'number',
      to: (row) => `${paths.admin('posts')}?tag_id=${row.id}`,
      sortable: true,
    },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
    { key: 'state', label: '回收站', kind: 'enum', labels: TRASH_WORDS, hidden: true },
    { key: 'purge_at', label: '彻底删除时间', kind: 'date', hidden: true },
  ],
  filters: [{ name: 'name', label: '标签名称', kind: 'text' }, trashFilter],
  fields: [{ name: 'name', label: '标签名称', kind: 'text', rule: tagNameRule, required: true }],
})
