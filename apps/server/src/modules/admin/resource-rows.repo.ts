/** Finds rows of any table of the back office: ids first, by an index; each resource loads what its rows show. */
import { type SqlBool, sql } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/rows.ts'
import type { Database } from '#platform/db/schema.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import type { Condition } from './conditions.repo.ts'

export type Sort = { column: string; direction: 'asc' | 'desc' }

export type RowSource = {
  table: keyof Database
  /** Restricts the resource to some of the table's rows. */
  only?: Condition
  /** What each filter of the query asks. */
  filters: Record<string, Condition>
  /** The columns that may be sorted by, besides `id`. */
  sortable: readonly string[]
  /** The highest ids first unless told otherwise. */
  defaultSort?: Sort
}

/** The filters of a list: undefined is none. */
export type FilterValues = Record<string, unknown>

function matching(db: Db, search: SearchIndex, { table, only, filters }: RowSource, values: FilterValues) {
  const conditions = Object.entries(filters).flatMap(([name, condition]) => {
    const value = values[name]
    return value === undefined ? [] : [condition(value as never, search)]
  })
  if (only) conditions.push(only(undefined as never, search))
  // Every table has an id; which one it is matters to nobody here.
  return db.selectFrom(table as 'users').where((eb) => eb.and(conditions))
}

/** The id decides between equals, so that no row shows on two pages. */
function ordered(query: ReturnType<typeof matching>, { column, direction }: Sort) {
  const sorted = query.orderBy(sql.ref(column), direction)
  return column === 'id' ? sorted : sorted.orderBy('id', direction)
}

/** Ids of one page. */
export async function listIds(
  db: Db,
  search: SearchIndex,
  source: RowSource,
  values: FilterValues,
  sort: Sort,
  page: PageQuery,
): Promise<number[]> {
  const rows = await ordered(matching(db, search, source, values), sort)
    .select('id')
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  return rows.map((row) => row.id)
}

/** Where a walk through the rows has come to: a row, and what it is sorted by. */
export type Place = { id: number; value: string | number }

/** The next rows beyond a place, as `listIds` orders them: each batch costs the same, however far the walk has come. */
export function listPlaces(
  db: Db,
  search: SearchIndex,
  source: RowSource,
  values: FilterValues,
  sort: Sort,
  after: Place | undefined,
  limit: number,
): Promise<Place[]> {
  const found = matching(db, search, source, values)
  return ordered(after ? found.where(beyond(sort, after)) : found, sort)
    .select(['id', sql.ref<Place['value']>(sort.column).as('value')])
    .limit(limit)
    .execute()
}

/** The first comparison is what an index is asked for, the second leaves out what was there. */
function beyond({ column, direction }: Sort, { id, value }: Place) {
  const at = sql.ref(column)
  const [past, from] = direction === 'asc' ? [sql.raw('>'), sql.raw('>=')] : [sql.raw('<'), sql.raw('<=')]
  return sql<SqlBool>`(${at} ${from} ${value} and (${at} ${past} ${value} or id ${past} ${id}))`
}

/** Those of these ids that the resource has, ascending. */
export async function listThere(db: Db, search: SearchIndex, source: RowSource, ids: number[]): Promise<number[]> {
  const rows = await matching(db, search, source, {}).select('id').where('id', 'in', ids).orderBy('id').execute()
  return rows.map((row) => row.id)
}

export async function countRows(db: Db, search: SearchIndex, source: RowSource, values: FilterValues): Promise<number> {
  const row = await matching(db, search, source, values)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Keeps rows from others until the transaction ends; SQLite has one writer anyway. */
export async function lockRows(db: Db, engine: Engine, table: keyof Database, ids: number[]): Promise<void> {
  await db
    .selectFrom(table as 'users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}
