import { categories as api } from '@shiliu/contract/admin/categories'
import * as service from '#modules/categories/categories.service.ts'
import { deleteTrash } from '#modules/moderation/history.service.ts'
import { putIntoTrash, TRASHED } from '#modules/moderation/trash-rows.service.ts'
import { channelsChanged } from '#modules/posts/posts.admin.service.ts'
import { actorOfAdmin } from '../admins.service.ts'
import { containsText, inTrash } from '../filters.repo.ts'
import { defineResource } from '../resource.ts'
import { withTrash } from '../trash-columns.service.ts'
import * as repo from './impact.repo.ts'

export const categories = defineResource(api, {
  table: 'categories',
  filters: {
    name: containsText('name'),
    category_title: containsText('category_title'),
    state: inTrash(TRASHED.category),
  },
  trashed: TRASHED.category,
  sortable: ['name', 'post_count', 'created_at'],
  async load(ctx, ids) {
    return withTrash(ctx, TRASHED.category, await service.loadCategories(ctx, ids))
  },
  recordName: (row) => row.name,
  conflictErrors: ['category_name_taken', 'category_title_taken'],
  create: async (t, body) => (await service.createCategory(t, body)).id,
  update: (t, row, body) => service.updateCategory(t, row.id, body),
  lock: service.lockCategories,
  async remove(t, ids, { viewer }) {
    await putIntoTrash(t, TRASHED.category, ids, await actorOfAdmin(t, viewer.id))
    await service.trashCategories(t, ids)
  },
  async restore(t, ids, names) {
    await deleteTrash(t.db, TRASHED.category, ids)
    await service.restoreCategories(t, ids, names)
    channelsChanged(t, ids)
  },
  async purge(t, ids) {
    await service.deleteCategories(t, ids)
    await deleteTrash(t.db, TRASHED.category, ids)
  },
  async impact(ctx, ids) {
    const { published, others } = await repo.countPostsInCategories(ctx.db, ids)
    return [
      { noun: '已发布的笔记', count: published, fate: 'blocks' },
      { noun: '草稿和看不到的笔记', count: others, fate: 'kept' },
    ]
  },
})
