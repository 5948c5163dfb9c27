import { category, categoryFilters, categoryInput } from '../categories.ts'
import { adminImpact, adminResource } from './resource.ts'

const { shape } = category

const row = category.extend({
  id: shape.id.describe('ID'),
  name: shape.name.describe('分类名称'),
  category_title: shape.category_title.describe('英文标题'),
  post_count: shape.post_count.describe('笔记数'),
  created_at: shape.created_at.describe('创建时间'),
})

export const categories = {
  ...adminResource({
    name: 'categories',
    label: '分类',
    row,
    filters: categoryFilters,
    create: categoryInput,
    update: categoryInput,
    errors: ['category_in_use'],
  }),
  impact: adminImpact('categories', '分类'),
}
