import { collections as api } from '@shiliu/contract/admin/collections'
import { IconStar } from '@tabler/icons-react'
import { ownerColumns } from '../define-column.ts'
import { accountTrashFilter, person } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const collections = defineResource(api, {
  path: 'collections',
  noun: '收藏',
  Icon: IconStar,
  nameOf: (row) => `${row.nickname} 收藏的《${row.post_title}》`,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    ...ownerColumns,
    { key: 'post_id', label: '笔记ID', kind: 'note', post: (row) => row.post_id, numeric: true },
    { key: 'post_title', label: '笔记标题', kind: 'note', post: (row) => row.post_id },
    { key: 'created_at', label: '收藏时间', kind: 'date', sortable: true },
  ],
  filters: [
    { name: 'user_id', label: '用户ID', kind: 'text', linked: true },
    { name: 'user_display_id', label: '小石榴号', kind: 'text' },
    { name: 'post_id', label: '笔记ID', kind: 'text' },
    accountTrashFilter,
  ],
  fields: [
    { name: 'user_id', label: '用户ID', ...person, fixed: true, nameField: 'nickname' },
    { name: 'post_id', label: '笔记ID', kind: 'number', min: 1, required: true, nameField: 'post_title' },
  ],
})
