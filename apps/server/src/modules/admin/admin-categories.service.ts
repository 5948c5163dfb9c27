/** Categories in the back office; the categories module writes them. */
import type { categories } from '@shiliu/contract/admin/categories'
import type { Category } from '@shiliu/contract/categories'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { presentCategory } from '#modules/categories/categories.service.ts'
import { AppError } from '#platform/errors.ts'
import * as repo from './admin-categories.repo.ts'
import { adminPage, sortOf } from './admin-list.ts'

const SORTABLE = { id: 'id', name: 'name', post_count: 'post_count', created_at: 'created_at' }

/** Newest first unless sorted. */
export async function listCategories(ctx: Ctx, query: QueryOf<typeof categories.list>) {
  const sort = sortOf(query, SORTABLE, { column: 'id', direction: 'desc' })
  return adminPage(query, await repo.listCategories(ctx.db, query, query, sort), presentCategory)
}

/** Throws `record_not_found`. */
export async function getCategory(ctx: Ctx, id: number): Promise<Category> {
  const row = await repo.findCategory(ctx.db, id)
  if (!row) throw new AppError('record_not_found')
  return presentCategory(row)
}
