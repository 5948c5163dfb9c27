import { likes as api } from '@shiliu/contract/admin/likes'
import { IconHeart } from '@tabler/icons-react'
import { ownerColumns } from '../define-column.ts'
import { accountTrashFilter, optionsOf, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

const COMMENT = 2
const targets = { 1: '笔记', [COMMENT]: '评论' }

export const likes = defineResource(api, {
  path: 'likes',
  noun: '点赞',
  Icon: IconHeart,
  nameOf: (row) => `${row.nickname} 赞了${row.target_type === COMMENT ? '评论' : '笔记'} ${row.target_id}`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    ...ownerColumns,
    { key: 'target_type', label: '目标类型', kind: 'enum', labels: targets },
    {
      key: 'target_id',
      label: '目标ID',
      kind: 'note',
      post: (row) => row.post_id,
      comment: (row) => (row.target_type === COMMENT ? row.target_id : null),
      numeric: true,
    },
    { key: 'created_at', label: '点赞时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'user_id', label: '用户ID', kind: 'text', linked: true },
    { name: 'user_display_id', label: '小石榴号', kind: 'text' },
    { name: 'target_type', label: '目标类型', kind: 'select', options: optionsOf(targets) },
    { name: 'target_id', label: '目标ID', kind: 'text' },
    accountTrashFilter,
  ],
  fields: [
    { name: 'user_id', label: '用户ID', ...person, fixed: true, nameField: 'nickname' },
    {
      name: 'target_type',
      label: '目标类型',
      kind: 'select',
      required: true,
      options: optionsOf(targets),
    },
    { name: 'target_id', label: '目标ID', kind: 'number', min: 1, required: true },
  ],
})
