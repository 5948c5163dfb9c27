import { categories as api } from '@shiliu/contract/admin/categories'
import * as service from '#modules/categories/categories.service.ts'
import { has } from '../conditions.repo.ts'
import { defineResource } from '../resource.ts'
import * as repo from './categories.repo.ts'

export const categories = defineResource(api, {
  table: 'categories',
  filters: { name: has('name'), category_title: has('category_title') },
  sortable: ['name', 'post_count', 'created_at'],
  load: (ctx, ids) => service.loadCategories(ctx, ids),
  nameOf: (row) => row.name,
  taken: ['category_name_taken', 'category_title_taken'],
  create: async (t, body) => (await service.createCategory(t, body)).id,
  update: (t, row, body) => service.updateCategory(t, row.id, body),
  remove: (t, ids) => service.removeCategories(t, ids),
  async impact(ctx, ids) {
    const { published, drafts } = await repo.countNotes(ctx.db, ids)
    return [
      { noun: '已发布的笔记', count: published, fate: 'blocks' },
      { noun: '草稿', count: drafts, fate: 'kept' },
    ]
  },
})
