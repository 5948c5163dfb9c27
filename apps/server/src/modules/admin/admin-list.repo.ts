import { type SelectQueryBuilder, sql } from 'kysely'
import { offset, type PageQuery } from '#platform/db/rows.ts'
import type { Found, Sort } from './admin-list.ts'

/**
 * One page of a query that selects and filters but does not order, and the number of all its rows. `id` is the column
 * that decides between equals, so that no row shows on two pages.
 */
export async function selectPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageQuery,
  sort: Sort,
  id: string,
): Promise<Found<O>> {
  const rows = await query
    .orderBy(sql.ref(sort.column), sort.direction)
    .$if(sort.column !== id, (ordered) => ordered.orderBy(sql.ref(id), sort.direction))
    .limit(page.limit)
    .offset(offset(page))
    .execute()
  const counted = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll().as('n'))
    .$castTo<{ n: number | string | bigint }>()
    .executeTakeFirstOrThrow()
  return { rows, total: Number(counted.n) }
}
