import { categories as api } from '@shiliu/contract/admin/categories'
import * as service from '#modules/categories/categories.service.ts'
import { containsText } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import * as repo from './impact.repo.ts'

export const categories = defineResource(api, {
  table: 'categories',
  filters: { name: containsText('name'), category_title: containsText('category_title') },
  sortable: ['name', 'post_count', 'created_at'],
  load: (ctx, ids) => service.loadCategories(ctx, ids),
  recordName: (row) => row.name,
  conflictErrors: ['category_name_taken', 'category_title_taken'],
  create: async (t, body) => (await service.createCategory(t, body)).id,
  update: (t, row, body) => service.updateCategory(t, row.id, body),
  remove: (t, ids) => service.removeCategories(t, ids),
  async impact(ctx, ids) {
    const { published, drafts } = await repo.countPostsInCategories(ctx.db, ids)
    return [
      { noun: '已发布的笔记', count: published, fate: 'blocks' },
      { noun: '草稿', count: drafts, fate: 'kept' },
    ]
  },
})
