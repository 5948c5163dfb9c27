/** Opaque cursors (docs/api.md#cursors): where a page of a list ended, as `[list, ordinal of the next page, key]`. */
import { createHash } from 'node:crypto'
import { BAD_CURSOR, type Pagination } from '@shiliu/contract/common'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { isBeyondLastPage, type PageQuery, paginationOf } from './pagination.ts'

export type CursorQuery = PageQuery & { cursor?: string | undefined }

/** A page of a list: after the row with the key `after`, or by its offset. Queries read one row more than `limit`. */
export type Position<Key> = PageQuery & { after?: Key }

const id = z.number().int().nonnegative()
/** Key of a list ordered by id. */
export const idKey = id
/** Key of a list ordered by a number and then by id. */
export const valueAndIdKey = z.tuple([z.number(), id])

const envelope = z.tuple([z.string(), z.number().int().min(2), z.unknown()])

export type ListCursor<Key> = {
  /** Where to read a page. Throws `invalid_input` for a cursor that is not one of this list. */
  position(query: CursorQuery): Position<Key>
  /** Cuts the extra row, which tells whether another page follows. */
  page<Row>(rows: Row[], at: Position<Key>, total: number, keyOf: (row: Row) => Key): CutPage<Row>
  /** Reads a page by `position` and `page`; beyond the last one without a query. */
  read<Row>(query: CursorQuery, total: number, source: Source<Key, Row>): Promise<CutPage<Row>>
  /** `page` is the ordinal of the page that follows. */
  encode(page: number, key: Key): string
}

type Source<Key, Row> = { rows(at: Position<Key>): Promise<Row[]>; key(row: Row): Key }

type CutPage<Row> = { rows: Row[]; pagination: Pagination }

/** Cursors of one list. `list` names everything that chooses its rows and their order; others' cursors are refused. */
export function listCursor<Key>(list: string, key: z.ZodType<Key>): ListCursor<Key> {
  const name = createHash('sha256').update(list).digest('base64url').slice(0, 8)
  const cursors: ListCursor<Key> = {
    position: ({ page, limit, cursor }) => (cursor === undefined ? { page, limit } : { limit, ...parse(cursor) }),
    page(rows, at, total, keyOf) {
      const shown = rows.slice(0, at.limit)
      const last = rows.length > at.limit ? shown.at(-1) : undefined
      const next_cursor = last === undefined ? null : cursors.encode(at.page + 1, keyOf(last))
      return { rows: shown, pagination: { ...paginationOf(at, total), next_cursor } }
    },
    async read(query, total, { rows, key }) {
      const at = cursors.position(query)
      return cursors.page(isBeyondLastPage(at, total) ? [] : await rows(at), at, total, key)
    },
    encode: (page, last) => encode([name, page, last]),
  }
  return cursors

  function parse(cursor: string): { page: number; after: Key } {
    const [listName, page, last] = envelope.safeParse(decode(cursor)).data ?? []
    const after = key.safeParse(last)
    // A cursor that is spelled differently would be another key of the page cache.
    if (listName !== name || page === undefined || !after.success || encode([name, page, after.data]) !== cursor) {
      throw new AppError('invalid_input', { field: 'cursor', message: BAD_CURSOR })
    }
    return { page, after: after.data }
  }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Undefined for anything but JSON. */
function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/**
 * Rows after `[value, id]`, both descending. MariaDB reads no index range for `(a, b) < (?, ?)`, and SQLite none
 * without the first comparison.
 */
export function isAfter(column: string, idColumn: string, [value, last]: [number, number]): RawBuilder<SqlBool> {
  const [sortKey, rowId] = [sql.ref(column), sql.ref(idColumn)]
  return sql`(${sortKey} <= ${value} and (${sortKey} < ${value} or (${sortKey} = ${value} and ${rowId} < ${last})))`
}
