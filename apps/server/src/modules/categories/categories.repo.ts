import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { type CounterChange, incrementCounter } from '#platform/db/counters.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { CategoriesTable } from '#platform/db/schema.ts'

export type CategoryRow = Selectable<CategoriesTable>

export function listCategories(db: Db): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().orderBy('id').execute()
}

export function listCategoriesByIds(db: Db, ids: number[]): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().where('id', 'in', ids).execute()
}

export function findCategory(db: Db, id: number): Promise<CategoryRow | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst()
}

type NewCategory = Omit<CategoryRow, 'id' | 'post_count'>

export async function insertCategory(db: Db, category: NewCategory): Promise<number> {
  return insertedId(await db.insertInto('categories').values(category).executeTakeFirstOrThrow())
}

export async function insertCategories(db: Db, categories: NewCategory[]): Promise<void> {
  await db.insertInto('categories').values(categories).execute()
}

export async function hasCategoriesOrPosts(db: Db): Promise<boolean> {
  const { category, post } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('categories').select('id').limit(1).as('category'),
      selectFrom('posts').select('id').limit(1).as('post'),
    ])
    .executeTakeFirstOrThrow()
  return category !== null || post !== null
}

export async function updateCategory(db: Db, id: number, values: Updateable<CategoriesTable>): Promise<void> {
  await db.updateTable('categories').set(values).where('id', '=', id).execute()
}

export async function addToPostCount(db: Db, id: number, delta: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('categories')
    .set((eb) => ({ post_count: eb('post_count', '+', delta) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function addToPostCounts(db: Db, changes: CounterChange[]): Promise<void> {
  await incrementCounter(db, 'categories', 'post_count', changes)
}

/** Locks rows by an update that changes nothing: SQLite has no `for update`. */
export async function lockCategories(db: Db, ids: number[]): Promise<void> {
  await db
    .updateTable('categories')
    .set((eb) => ({ post_count: eb.ref('post_count') }))
    .where('id', 'in', ids)
    .execute()
}

/** Those of the categories that contain published posts. */
export function listCategoriesInUse(db: Db, ids: number[]): Promise<Pick<CategoryRow, 'id' | 'name'>[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('posts')
          .select('posts.id')
          .whereRef('posts.category_id', '=', 'categories.id')
          .where('posts.is_draft', '=', 0),
      ),
    )
    .orderBy('id')
    .execute()
}

export async function deleteCategories(db: Db, ids: number[]): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('categories').where('id', 'in', ids).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function sumPostCounts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('categories')
    .select((eb) => eb.fn.sum('post_count').as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n ?? 0)
}
