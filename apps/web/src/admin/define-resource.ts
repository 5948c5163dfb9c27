/**
 * What the back office shows of one resource: its columns, filters and form fields. Names and kinds are checked against
 * the contract, so that one which the API does not know fails to compile.
 */
import type { AnyReading, AnyResource } from '@shiliu/contract/admin/resource'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { TablerIcon } from '@tabler/icons-react'
import type { Cell, ColumnOf, Heading } from './define-column.ts'
import type { Field, Option } from './define-field.ts'

/** `version` is there where rows are written: what the form sends back so that nobody overwrites anybody. */
export type Row = OutputOf<AnyReading['list']>['data'][number] & { version?: string }

export type Column = Heading<string> & Cell<Row>

export type Filter = { name: string; label: string } & (
  | { kind: 'text' }
  /** `more` asks the API for options that come after those given. */
  | { kind: 'select'; options: readonly Option[]; more?: 'categories' }
)

export type Sort = { field: string; order: 'asc' | 'desc' }

/** A resource as the table sees it; made by `defineReading` where it is only read. */
export type Reading = {
  api: AnyReading
  /** Segment of its address below /admin. */
  path: string
  /** What one of them is called: 分类. */
  noun: string
  /** The area's name; 分类管理 unless given. */
  title?: string
  Icon: TablerIcon
  /** What one row is called where it is looked at or about to be deleted. */
  nameOf(row: Row): string
  /** The first one names the row: it stays in sight and opens the row's detail. */
  columns: readonly Column[]
  filters: readonly Filter[]
  /** The server's own order unless given. */
  defaultSort?: Sort
}

/** A resource that is read and written, as table and form see it; made by `defineResource`. */
export type Resource = Reading & {
  api: AnyResource
  fields: readonly Field[]
}

export function isWritten(resource: Reading): resource is Resource {
  return 'fields' in resource
}

export function titleOf({ title, noun }: Reading): string {
  return title ?? `${noun}管理`
}

type RowOf<A extends AnyReading> = OutputOf<A['list']>['data'][number]
type Text<T> = keyof T & string
type FilterOf<A extends AnyReading> = Exclude<
  Text<QueryOf<A['list']>>,
  'page' | 'limit' | 'sortField' | 'sortOrder' | 'order'
>
type CreateOf<A extends AnyResource> = Text<BodyOf<A['create']>>
type UpdateOf<A extends AnyResource> = Text<BodyOf<A['update']>>

type Read<A extends AnyReading> = Pick<Reading, 'path' | 'noun' | 'title' | 'Icon'> & {
  nameOf(row: RowOf<A>): string
  columns: readonly ColumnOf<RowOf<A>>[]
  filters: readonly (Filter & { name: FilterOf<A> })[]
  defaultSort?: Sort & { field: Text<RowOf<A>> }
}

type Written<A extends AnyResource> = Read<A> & {
  fields: readonly (Field & { told?: Text<RowOf<A>> } & (
      | { name: CreateOf<A> & UpdateOf<A>; on?: 'create' | 'update' }
      | { name: CreateOf<A>; on: 'create' }
      | { name: CreateOf<A>; fixed: true }
      | { name: UpdateOf<A>; on: 'update' }
    ))[]
}

// What is asked of a row of A is only ever asked of rows that A's own list answered.
export function defineReading<A extends AnyReading>(api: A, definition: Read<A>): Reading {
  return { api, ...definition } as Reading
}

export function defineResource<A extends AnyResource>(api: A, definition: Written<A>): Resource {
  return { api, ...definition } as Resource
}
