import { categories as api } from '@shiliu/contract/admin/categories'
import { TRASH_WORDS } from '@shiliu/contract/admin/trash'
import { categoryNameRule, categoryTitleRule } from '@shiliu/contract/rules'
import { IconCategory } from '@tabler/icons-react'
import { paths } from '#app/paths.ts'
import { trashFilter } from '../define-field.ts'
import { defineResource } from '../define-resource.ts'

export const categories = defineResource(api, {
  path: 'categories',
  noun: '分类',
  Icon: IconCategory,
  nameOf: (row) => row.name,
  columns: [
    { key: 'id', label: 'ID', kind: 'number', sortable: true },
    { key: 'name', label: '分类名称', kind: 'text', sortable: true },
    { key: 'category_title', label: '英文标题', kind: 'text' },
    {
      key: 'post_count',
      label: '笔记数',
      kind: 'number',
      to: (row) => `${paths.admin('posts')}?category_id=${row.id}&is_draft=0`,
      sortable: true,
    },
    { key: 'created_at', label: '创建时间', kind: 'date', sortable: true },
    { key: 'state', label: '回收站', kind: 'enum', labels: TRASH_WORDS, hidden: true },
    { key: 'purge_at', label: '彻底删除时间', kind: 'date', hidden: true },
  ],
  filters: [
    { name: 'name', label: '分类名称', kind: 'text' },
    { name: 'category_title', label: '英文标题', kind: 'text' },
    trashFilter,
  ],
  fields: [
    {
      name: 'name',
      label: '分类名称',
      kind: 'text',
      rule: categoryNameRule,
      required: true,
      placeholder: '例如：校园',
    },
    {
      name: 'category_title',
      label: '英文标题',
      kind: 'text',
      rule: categoryTitleRule,
      required: true,
      placeholder: '例如：campus',
      hint: '频道的网址，只用小写英文字母',
    },
  ],
})
