import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#platform/db/client.ts'
import { type CounterChange, caseById, incrementCounter } from '#platform/db/counters.ts'
import { insertedId } from '#platform/db/rows.ts'
import type { CategoriesTable } from '#platform/db/schema.ts'

export type CategoryRow = Selectable<CategoriesTable>

/** Without those in the trash. */
export function listCategories(db: Db): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().where('is_trashed', '=', 0).orderBy('id').execute()
}

export function listCategoriesByIds(db: Db, ids: number[]): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().where('id', 'in', ids).execute()
}

/** None for one in the trash. */
export function findCategory(db: Db, id: number): Promise<CategoryRow | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).where('is_trashed', '=', 0).executeTakeFirst()
}

type NewCategory = Omit<CategoryRow, 'id' | 'post_count' | 'is_trashed' | 'kept_title'>

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

/** Nothing is added to one in the trash. Returns whether there is such a category. */
export async function addToPostCount(db: Db, id: number, delta: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('categories')
    .set((eb) => ({ post_count: eb('post_count', '+', delta) }))
    .where('id', '=', id)
    .$if(delta > 0, (query) => query.where('is_trashed', '=', 0))
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
          .where('posts.is_private', '=', 0),
      ),
    )
    .orderBy('id')
    .execute()
}

type Names = Pick<CategoryRow, 'id' | 'name' | 'name_key' | 'category_title'>

/** Into the trash or out of it; the key and the title decide who has the names. */
export async function setTrashed(db: Db, is_trashed: 0 | 1, rows: readonly Names[]): Promise<void> {
  const names = {
    name: caseById(rows.map((row) => [row.id, row.name])),
    name_key: caseById(rows.map((row) => [row.id, row.name_key])),
    category_title: caseById(rows.map((row) => [row.id, row.category_title])),
  }
  const ids = rows.map(({ id }) => id)
  await db
    .updateTable('categories')
    // First: MySQL assigns in this order.
    .set((eb) => ({ kept_title: is_trashed ? eb.ref('category_title') : null, ...names, is_trashed }))
    .where('id', 'in', ids)
    .execute()
}

export async function listNameTakers(
  db: Db,
  name_keys: string[],
  titles: string[],
): Promise<Pick<CategoryRow, 'name_key' | 'category_title'>[]> {
  return db
    .selectFrom('categories')
    .select(['name_key', 'category_title'])
    .where((eb) => eb.or([eb('name_key', 'in', name_keys), eb('category_title', 'in', titles)]))
    .execute()
}

export async function deleteCategories(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('categories').where('id', 'in', ids).execute()
}

export async function sumPostCounts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('categories')
    .select((eb) => eb.fn.sum('post_count').as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n ?? 0)
}
