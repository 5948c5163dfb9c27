/** Categories in the back office. */
import { category, categoryFilters, categoryInput } from '../categories.ts'
import { adminImpact, adminResource } from './resource.ts'
import { adminPurge, adminRestore, trashColumns, trashFilter } from './trash.ts'

const { shape } = category

const row = category.extend({
  id: shape.id.describe('ID'),
  name: shape.name.describe('分类名称'),
  category_title: shape.category_title.describe('英文标题'),
  post_count: shape.post_count.describe('笔记数'),
  created_at: shape.created_at.describe('创建时间'),
  ...trashColumns,
})

export const categories = {
  ...adminResource({
    name: 'categories',
    label: '分类',
    writeRole: 'editor',
    row,
    filters: { ...categoryFilters, ...trashFilter },
    create: categoryInput,
    update: categoryInput,
    errors: ['category_in_use'],
  }),
  impact: adminImpact('categories', '分类', 'editor'),
  restore: adminRestore('categories', '分类', {
    adminRole: 'editor',
    names: {
      name: categoryInput.shape.name.optional().describe('换一个名称恢复，一次只能一项'),
      category_title: categoryInput.shape.category_title.optional().describe('换一个英文标题恢复，一次只能一项'),
    },
    errors: ['record_duplicate'],
  }),
  purge: adminPurge('categories', '分类'),
}
