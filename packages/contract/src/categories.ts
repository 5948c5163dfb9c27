/** The explore page shows categories as channels (docs/api.md#categories-and-channels). */
import { z } from 'zod'
import { count, created, filterText, id, idParam, lineInput, sorting, time } from './common.ts'
import { endpointsOf } from './endpoint.ts'
import { categoryNameRule, categoryTitleRule } from './rules.ts'

const endpoint = endpointsOf('分类')

export const category = z
  .object({
    id: id.describe('编号'),
    name: z.string().describe('名称，也是频道的名字'),
    category_title: z.string().describe('英文标题，频道的路径'),
    created_at: time.describe('创建时间'),
    post_count: count.describe('已发布的笔记数'),
  })
  .meta({ id: 'Category', description: '分类' })
export type Category = z.output<typeof category>

export const categoryInput = z.object({
  name: lineInput(categoryNameRule),
  category_title: lineInput(categoryTitleRule),
})
export type CategoryInput = z.output<typeof categoryInput>

export const categoryFilters = {
  name: filterText.describe('名称的一部分'),
  category_title: filterText.describe('英文标题的一部分'),
}

/** Not paginated. Other clients also read their back office table here, filtered and sorted. */
export const list = endpoint({
  method: 'GET',
  path: '/categories',
  role: 'guest',
  summary: '全部分类，或筛选后的，默认先建的在前',
  query: z.object({ ...categoryFilters, ...sorting }),
  output: z.array(category),
})

export const get = endpoint({
  method: 'GET',
  path: '/categories/:id',
  role: 'guest',
  summary: '分类详情',
  params: idParam,
  output: category,
  errors: ['category_missing'],
})

export const create = endpoint({
  method: 'POST',
  path: '/categories',
  role: 'admin',
  adminRole: 'editor',
  idempotent: true,
  summary: '新建分类',
  message: '创建成功',
  body: categoryInput,
  output: created,
  errors: ['category_name_taken', 'category_title_taken'],
})

export const update = endpoint({
  method: 'PUT',
  path: '/categories/:id',
  role: 'admin',
  adminRole: 'editor',
  summary: '修改分类',
  message: '更新成功',
  params: idParam,
  body: categoryInput,
  errors: ['category_missing', 'category_name_taken', 'category_title_taken'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/categories/:id',
  role: 'admin',
  adminRole: 'editor',
  summary: '删除没有笔记的分类',
  message: '删除成功',
  params: idParam,
  errors: ['category_missing', 'category_in_use'],
})
