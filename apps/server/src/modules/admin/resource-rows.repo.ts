/** Finds ids in any back-office table; each resource then loads what its rows show. */
import { type SqlBool, sql } from 'kysely'
import type { Db, Engine } from '#platform/db/client.ts'
import { offset, type PageQuery } from '#platform/db/pagination.ts'
import type { Database } from '#platform/db/schema.ts'
import type { SearchIndex } from '#platform/search/search.ts'
import { type Condition, ofKeptAccount, TRASHED_ACCOUNTS } from './filters.repo.ts'

export type Sort = { column: string; direction: 'asc' | 'desc' }

export type RowSource = {
  table: keyof Database
  /** Limits the resource to some of the table's rows. */
  only?: Condition
  filters: Record<string, Condition>
  /** The target type of rows that can be in the trash: those are left out unless the filter `state` asks for them. */
  trashed?: number | undefined
  /** Columns of accounts: rows of those in the trash are left out unless `state` or one of these filters asks. */
  accounts?: readonly string[] | undefined
  /** Columns that may be sorted by, besides `id`. */
  sortable: readonly string[]
  /** Highest ids first by default. */
  defaultSort?: Sort
}

/** Filter values of a query; undefined means no filter. */
export type FilterValues = Record<string, unknown>

function matching(
  db: Db,
  search: SearchIndex,
  { table, only, filters, trashed, accounts = [] }: RowSource,
  values: FilterValues,
) {
  const conditions = Object.entries(filters).flatMap(([name, condition]) => {
    const value = values[name]
    return value === undefined ? [] : [condition(value as never, search)]
  })
  const { id, state } = values
  if (id !== undefined) conditions.push(sql<SqlBool>`id = ${id}`)
  if (trashed !== undefined && state === undefined) {
    conditions.push(sql<SqlBool>`id not in (select target_id from trash where target_type = ${trashed})`)
  }
  if (['state', ...accounts].every((name) => values[name] === undefined))
    conditions.push(...accounts.map(ofKeptAccount))
  if (only) conditions.push(only(undefined as never, search))
  // Kysely needs one table's type; only `id` is used, which every table has.
  return db.selectFrom(table as 'users').where((eb) => eb.and(conditions))
}

/** The id breaks ties, so that no row appears on two pages. */
function ordered(query: ReturnType<typeof matching>, { column, direction }: Sort) {
  const sorted = query.orderBy(sql.ref(column), direction)
  return column === 'id' ? sorted : sorted.orderBy('id', direction)
}

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

/** Position in an ordered list: a row's id and its sort value. */
export type Cursor = { id: number; value: string | number }

/** The next rows after a cursor. Unlike an offset, the cost does not grow with the position. */
export function listAfter(
  db: Db,
  search: SearchIndex,
  source: RowSource,
  values: FilterValues,
  sort: Sort,
  after: Cursor | undefined,
  limit: number,
): Promise<Cursor[]> {
  const query = matching(db, search, source, values)
  return ordered(after ? query.where(isAfter(sort, after)) : query, sort)
    .select(['id', sql.ref<Cursor['value']>(sort.column).as('value')])
    .limit(limit)
    .execute()
}

/** The first comparison lets an index seek; the second excludes the cursor's ties that were already listed. */
function isAfter({ column, direction }: Sort, { id, value }: Cursor) {
  const ref = sql.ref(column)
  const [beyond, from] = direction === 'asc' ? [sql.raw('>'), sql.raw('>=')] : [sql.raw('<'), sql.raw('<=')]
  return sql<SqlBool>`(${ref} ${from} ${value} and (${ref} ${beyond} ${value} or id ${beyond} ${id}))`
}

/** Those of these ids that the resource contains, ascending; of accounts in the trash, too. */
export async function listExistingIds(
  db: Db,
  search: SearchIndex,
  source: RowSource,
  ids: number[],
): Promise<number[]> {
  const all = matching(db, search, { ...source, accounts: [] }, {})
  const rows = await all.select('id').where('id', 'in', ids).orderBy('id').execute()
  return rows.map((row) => row.id)
}

export async function countRows(db: Db, search: SearchIndex, source: RowSource, values: FilterValues): Promise<number> {
  const { trashed, accounts, filters } = source
  const hasTrash = trashed !== undefined || accounts !== undefined
  if (hasTrash && ['id', ...Object.keys(filters)].every((name) => values[name] === undefined)) {
    return countAllButTrash(db, search, source)
  }
  const row = await matching(db, search, source, values)
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Not one by one: a table may have a million rows. The trash may name what was deleted with something else. */
async function countAllButTrash(db: Db, search: SearchIndex, source: RowSource): Promise<number> {
  const { table, trashed, accounts = [] } = source
  const all = matching(db, search, { ...source, trashed: undefined, accounts: [] }, {})
  const kept = sql.table(table)
  const named = sql`select kept.id from trash inner join ${kept} as kept on kept.id = trash.target_id where target_type = ${trashed}`
  const ofAccount = (column: string) => sql`select id from ${kept} where ${sql.ref(column)} in ${TRASHED_ACCOUNTS}`
  const inTrash = [...(trashed === undefined ? [] : [named]), ...accounts.map(ofAccount)]
  const row = await db
    .selectNoFrom(({ fn }) => [
      all.select(fn.countAll().as('n')).as('all'),
      // A union: what is in the trash itself may be of an account that is, too.
      sql<number>`(select count(*) from (${sql.join(inTrash, sql` union `)}) as trashed)`.as('trash'),
    ])
    .executeTakeFirstOrThrow()
  return Number(row.all) - Number(row.trash)
}

/** Locks rows until the transaction ends. SQLite has a single writer and needs no row locks. */
export async function lockRows(db: Db, engine: Engine, table: keyof Database, ids: number[]): Promise<void> {
  await db
    .selectFrom(table as 'users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(engine === 'mysql', (query) => query.forUpdate())
    .execute()
}
