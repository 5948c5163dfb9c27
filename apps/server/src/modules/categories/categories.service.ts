import type { Category, CategoryInput, list } from '@shiliu/contract/categories'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { invalidate } from '#platform/cache/cache.ts'
import { type CachedResult, defineLists } from '#platform/cache/lists.ts'
import { iso } from '#platform/clock.ts'
import { type CounterDeltas, counterBatches } from '#platform/db/counters.ts'
import { violatedUniqueKey } from '#platform/db/errors.ts'
import { freedKey, normalizedKey } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { AppError } from '#platform/errors.ts'
import { omitUndefined } from '#platform/omit-undefined.ts'
import * as repo from './categories.repo.ts'

export type { CategoryRow } from './categories.repo.ts'

const KEY_MAX = 50

/** Makes stale what shows the category's name. */
export const categoryTag = (id: number) => `category:${id}`
const ALL = 'categories'

/** Call it with the categories whose names changed; their list also shows counters. */
const categoriesChanged = (t: Ctx, ids: readonly number[] = []) => invalidate(t, [ALL, ...ids.map(categoryTag)])

/** The category that a post's input names. Throws `category_not_found` (400). */
export async function requireCategory(t: Ctx, id: number): Promise<repo.CategoryRow> {
  const category = await repo.findCategory(t.db, id)
  if (!category) throw new AppError('category_not_found', { field: 'category_id' })
  return category
}

/** The category's id while it is in the trash; null for others. */
export async function findTrashedId(ctx: Ctx, id: number | null): Promise<number | null> {
  if (id === null) return null
  return (await repo.listCategoriesByIds(ctx.db, [id])).find((row) => row.is_trashed === 1)?.id ?? null
}

export async function findCategory(ctx: Ctx, id: number): Promise<repo.CategoryRow | null> {
  return (await repo.findCategory(ctx.db, id)) ?? null
}

/** Call it before writing the post, to keep the lock order. Throws `category_not_found` if deleted meanwhile. */
export async function addToPostCount(t: Ctx, categoryId: number, delta: number): Promise<void> {
  const found = await repo.addToPostCount(t.db, categoryId, delta)
  if (!found) throw new AppError('category_not_found', { field: 'category_id' })
  categoriesChanged(t)
}

/** As `addToPostCount` for many categories. Deleted ones are skipped. */
export async function addToPostCounts(t: Ctx, deltas: CounterDeltas): Promise<void> {
  for (const some of counterBatches(deltas)) await repo.addToPostCounts(t.db, some)
  categoriesChanged(t)
}

/** The number of published posts in all categories, from their counters. */
export function countPublished(ctx: Ctx): Promise<number> {
  return repo.sumPostCounts(ctx.db)
}

const SORTABLE = ['id', 'name', 'post_count', 'created_at'] as const

/** Texts match any part, ignoring case. Filters in memory: there are few categories. */
export async function listCategories(ctx: Ctx, query: QueryOf<typeof list> = {}): Promise<Category[]> {
  const { name, category_title, sortField, sortOrder, order } = query
  const all = (await repo.listCategories(ctx.db)).map(presentCategory)
  const found = all.filter((each) => includesText(each.name, name) && includesText(each.category_title, category_title))
  const field = SORTABLE.find((sortable) => sortable === sortField)
  if (!field) return found
  const sorted = found.toSorted((a, b) => compare(a[field], b[field]) || a.id - b.id)
  return (sortOrder ?? order)?.toLowerCase() === 'asc' ? sorted : sorted.toReversed()
}

const allCategories = defineLists<Ctx, null, Category[]>({
  name: 'categories',
  tags: () => [ALL],
  bytes: 5000,
  load: (ctx) => listCategories(ctx),
})

/** All categories, for the cached page. */
export const cachedCategories = (ctx: Ctx): Promise<CachedResult<Category[]>> => allCategories.get(ctx, null)

function includesText(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

/** By code unit, like the database, not by locale. */
function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b)
}

/** In no particular order. */
export async function loadCategories(ctx: Ctx, ids: number[]): Promise<{ row: Category; mayBeTrashed: boolean }[]> {
  const rows = await repo.listCategoriesByIds(ctx.db, ids)
  return rows.map((row) => ({ row: presentCategory(row), mayBeTrashed: row.is_trashed === 1 }))
}

/** Throws `category_missing` (404). */
export async function getCategory(ctx: Ctx, id: number): Promise<Category> {
  const category = await repo.findCategory(ctx.db, id)
  if (!category) throw new AppError('category_missing')
  return presentCategory(category)
}

/** Throws `category_name_taken`, `category_title_taken`. */
export function createCategory(ctx: Ctx, input: CategoryInput): Promise<{ id: number }> {
  return tx(ctx, async (t) => {
    const values = { ...columnsOf(input), created_at: t.clock.now() }
    const id = await withDuplicateError(() => repo.insertCategory(t.db, values))
    categoriesChanged(t)
    return { id }
  })
}

/** All or none. Throws as `createCategory`. */
export async function createCategories(t: Ctx, inputs: readonly CategoryInput[]): Promise<void> {
  const created_at = t.clock.now()
  await withDuplicateError(() =>
    repo.insertCategories(
      t.db,
      inputs.map((input) => ({ ...columnsOf(input), created_at })),
    ),
  )
  categoriesChanged(t)
}

/** Throws `category_missing`, `category_name_taken`, `category_title_taken`. */
export function updateCategory(ctx: Ctx, id: number, input: CategoryInput): Promise<void> {
  return tx(ctx, async (t) => {
    await getCategory(t, id)
    await withDuplicateError(() => repo.updateCategory(t.db, id, columnsOf(input)))
    categoriesChanged(t, [id])
  })
}

/**
 * Hides all or none; their names are free at once, and what is in them keeps them. Throws `category_in_use` with the
 * names where others see notes in them.
 */
export async function trashCategories(t: Ctx, ids: number[]): Promise<void> {
  // Publishing locks the category first, so a concurrent post is either counted below or fails.
  await repo.lockCategories(t.db, ids)
  const inUse = await repo.listCategoriesInUse(t.db, ids)
  if (inUse.length > 0) {
    const names = inUse.map((category) => `「${category.name}」`).join('')
    throw new AppError('category_in_use', { message: `分类${names}下还有笔记，不能删除` })
  }
  const rows = await repo.listCategoriesByIds(t.db, ids)
  const freed = rows.map(({ id, name }) => ({ id, name, name_key: freedKey(id), category_title: freedKey(id) }))
  await repo.setTrashed(t.db, 1, freed)
  categoriesChanged(t, ids)
}

/** As they were, one under other names if they are given. Throws `category_name_taken`, `category_title_taken`. */
export async function restoreCategories(t: Ctx, ids: number[], names: Partial<CategoryInput> = {}): Promise<void> {
  const rows = (await repo.listCategoriesByIds(t.db, ids)).map((row) => {
    const { name, category_title } = { name: row.name, category_title: shownTitle(row), ...omitUndefined(names) }
    return { id: row.id, ...columnsOf({ name, category_title }) }
  })
  const valuesOf = (column: 'name_key' | 'category_title') => rows.map((row) => row[column])
  const takers = await repo.listNameTakers(t.db, valuesOf('name_key'), valuesOf('category_title'))
  for (const [column, code, field] of UNIQUE_NAMES) {
    const values = valuesOf(column)
    const taken = new Set(takers.map((taker) => taker[column]))
    const refused = rows.filter((row, i) => taken.has(row[column]) || values.indexOf(row[column]) !== i)
    if (refused.length === 0) continue
    const what = refused.map((row) => `「${row[field]}」`).join('')
    throw new AppError(code, { field, message: `${TAKEN[field]}${what}已被占用，请换一个再恢复` })
  }
  await withDuplicateError(() => repo.setTrashed(t.db, 0, rows))
  categoriesChanged(t, ids)
}

const UNIQUE_NAMES = [
  ['name_key', 'category_name_taken', 'name'],
  ['category_title', 'category_title_taken', 'category_title'],
] as const
const TAKEN = { name: '分类名称', category_title: '英文标题' } as const

const shownTitle = (row: repo.CategoryRow) => row.kept_title ?? row.category_title

/** Deletes for good; what is in them loses its category. */
export async function deleteCategories(t: Ctx, ids: number[]): Promise<void> {
  await repo.deleteCategories(t.db, ids)
  categoriesChanged(t, ids)
}

/** Locks categories until the transaction ends. */
export const lockCategories = (t: Ctx, ids: number[]): Promise<void> => repo.lockCategories(t.db, ids)

function presentCategory(row: repo.CategoryRow): Category {
  const { id, name, created_at, post_count } = row
  return { id, name, category_title: shownTitle(row), created_at: iso(created_at), post_count }
}

function columnsOf({ name, category_title }: CategoryInput) {
  return { name, name_key: normalizedKey(name, KEY_MAX), category_title }
}

async function withDuplicateError<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write()
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key === 'categories_name_key_key') throw new AppError('category_name_taken', { field: 'name' })
    if (key === 'categories_category_title_key') throw new AppError('category_title_taken', { field: 'category_title' })
    throw error
  }
}
