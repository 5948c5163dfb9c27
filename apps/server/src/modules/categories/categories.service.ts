/** Categories of notes, which the explore page shows as channels. Owns `categories`. */
import type { Category, CategoryInput, list } from '@shiliu/contract/categories'
import type { QueryOf } from '@shiliu/contract/endpoint'
import type { Ctx } from '#deps.ts'
import { iso } from '#platform/clock.ts'
import { type Deltas, movesOf } from '#platform/db/bulk.ts'
import { keyOf } from '#platform/db/rows.ts'
import { tx } from '#platform/db/tx.ts'
import { violatedKey } from '#platform/db/violations.ts'
import { AppError } from '#platform/errors.ts'
import { pagesChanged } from '#platform/events/pages-changed.ts'
import * as repo from './categories.repo.ts'

export type { CategoryRow } from './categories.repo.ts'

const KEY_MAX = 50

/** The category that a note names. Throws `category_not_found` (400): the note's input is at fault. */
export async function requireCategory(t: Ctx, id: number): Promise<repo.CategoryRow> {
  const category = await repo.findCategory(t.db, id)
  if (!category) throw new AppError('category_not_found', { field: 'category_id' })
  return category
}

/** The category with this id, or null. */
export async function findCategory(ctx: Ctx, id: number): Promise<repo.CategoryRow | null> {
  return (await repo.findCategory(ctx.db, id)) ?? null
}

/**
 * Moves the number of published notes within the caller's transaction; call it before writing the note, so that rows
 * lock in order. Throws `category_not_found` where the category has gone meanwhile.
 */
export async function addPosts(t: Ctx, categoryId: number, delta: number): Promise<void> {
  const found = await repo.addToPostCount(t.db, categoryId, delta)
  if (!found) throw new AppError('category_not_found', { field: 'category_id' })
  pagesChanged(t)
}

/** As `addPosts` for many categories; those that have gone are passed over. */
export async function addPostsToMany(t: Ctx, deltas: Deltas): Promise<void> {
  for (const some of movesOf(deltas)) await repo.addToPostCounts(t.db, some)
  pagesChanged(t)
}

/** Published notes in all categories, from their counters. */
export function countPublished(ctx: Ctx): Promise<number> {
  return repo.sumPostCounts(ctx.db)
}

const SORTABLE = ['id', 'name', 'post_count', 'created_at'] as const

/**
 * The categories with these texts in their name and English title, letter case aside, in the order of their creation
 * or another that is asked for. There are few: all are read.
 */
export async function listCategories(ctx: Ctx, query: QueryOf<typeof list> = {}): Promise<Category[]> {
  const { name, category_title, sortField, sortOrder, order } = query
  const all = (await repo.listCategories(ctx.db)).map(presentCategory)
  const found = all.filter((each) => has(each.name, name) && has(each.category_title, category_title))
  const field = SORTABLE.find((sortable) => sortable === sortField)
  if (!field) return found
  const sorted = found.toSorted((a, b) => compare(a[field], b[field]) || a.id - b.id)
  return (sortOrder ?? order)?.toLowerCase() === 'asc' ? sorted : sorted.toReversed()
}

function has(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

/** As the database orders them: by character, not by language. */
function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b)
}

/** Categories by id, in any order. */
export async function loadCategories(ctx: Ctx, ids: number[]): Promise<Category[]> {
  return (await repo.listCategoriesByIds(ctx.db, ids)).map(presentCategory)
}

/** One category. Throws `category_missing` (404). */
export async function getCategory(ctx: Ctx, id: number): Promise<Category> {
  const category = await repo.findCategory(ctx.db, id)
  if (!category) throw new AppError('category_missing')
  return presentCategory(category)
}

/** Throws `category_name_taken`, `category_title_taken`. */
export function createCategory(ctx: Ctx, input: CategoryInput): Promise<{ id: number }> {
  return tx(ctx, async (t) => {
    const values = { ...columnsOf(input), created_at: t.clock.now() }
    const id = await refusingTaken(() => repo.insertCategory(t.db, values))
    pagesChanged(t)
    return { id }
  })
}

/** Throws `category_missing`, `category_name_taken`, `category_title_taken`. */
export function updateCategory(ctx: Ctx, id: number, input: CategoryInput): Promise<void> {
  return tx(ctx, async (t) => {
    await getCategory(t, id)
    await refusingTaken(() => repo.updateCategory(t.db, id, columnsOf(input)))
    pagesChanged(t)
  })
}

/**
 * Deletes all of these categories or none, unknown ids aside; drafts lose them. Throws `category_in_use`, naming those
 * that published notes are in.
 */
export function removeCategories(ctx: Ctx, ids: number[]): Promise<{ deletedCount: number }> {
  return tx(ctx, async (t) => {
    // A note that is being published has locked its category, so that it is either counted below or fails.
    await repo.lockCategories(t.db, ids)
    const inUse = await repo.listCategoriesInUse(t.db, ids)
    if (inUse.length > 0) {
      const names = inUse.map((category) => `「${category.name}」`).join('')
      throw new AppError('category_in_use', { message: `分类${names}下还有笔记，不能删除` })
    }
    const deletedCount = await repo.deleteCategories(t.db, ids)
    pagesChanged(t)
    return { deletedCount }
  })
}

function presentCategory({ id, name, category_title, created_at, post_count }: repo.CategoryRow): Category {
  return { id, name, category_title, created_at: iso(created_at), post_count }
}

function columnsOf({ name, category_title }: CategoryInput) {
  return { name, name_key: keyOf(name, KEY_MAX), category_title }
}

async function refusingTaken<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write()
  } catch (error) {
    const key = violatedKey(error)
    if (key === 'categories_name_key_key') throw new AppError('category_name_taken', { field: 'name' })
    if (key === 'categories_category_title_key') throw new AppError('category_title_taken', { field: 'category_title' })
    throw error
  }
}
