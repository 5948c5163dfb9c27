import type { CategoryRow } from '#modules/categories/categories.service.ts'
import type { Db } from '#platform/db/client.ts'
import { contains } from '#platform/db/contains.ts'
import type { PageQuery } from '#platform/db/rows.ts'
import { selectPage } from './admin-list.repo.ts'
import type { Found, Sort } from './admin-list.ts'

export type CategoryFilters = { name?: string | undefined; category_title?: string | undefined }

export function listCategories(
  db: Db,
  { name, category_title }: CategoryFilters,
  page: PageQuery,
  sort: Sort,
): Promise<Found<CategoryRow>> {
  let query = db.selectFrom('categories').selectAll()
  if (name) query = query.where(contains('name', name))
  if (category_title) query = query.where(contains('category_title', category_title))
  return selectPage(query, page, sort, 'id')
}

export function findCategory(db: Db, id: number): Promise<CategoryRow | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
}
