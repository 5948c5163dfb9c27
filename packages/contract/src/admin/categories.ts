/** Categories in the back office. */
import { category, categoryInput } from '../categories.ts'
import { filterText } from '../common.ts'
import { adminResource } from './resource.ts'

export const categories = adminResource({
  name: 'categories',
  label: '分类',
  row: category,
  filters: { name: filterText, category_title: filterText },
  create: categoryInput,
  update: categoryInput,
  errors: ['category_missing', 'category_in_use', 'category_name_taken', 'category_title_taken'],
})
