/**
 * What the back office shows of one resource: its columns, filters and form fields. Names and kinds are checked against
 * the contract, so that one which the API does not know fails to compile.
 */
import type { AnyResource } from '@shiliu/contract/admin/resource'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { Rule } from '@shiliu/contract/rules'
import type { TablerIcon } from '@tabler/icons-react'

export type Row = OutputOf<AnyResource['list']>['data'][number]

/** How a cell shows its value, and which values it can show. */
type Shown = {
  text: string | null
  /** Cut to `max` characters; the whole text opens above the page. */
  long: string | null
  number: number | null
  date: string | null
  flag: 0 | 1 | boolean | null
}

type CellOptions = {
  text: object
  long: { max?: number }
  number: object
  date: object
  /** Words for true and false, 是 and 否 unless given. */
  flag: { words?: readonly [yes: string, no: string] }
}

export type Cell = { [Kind in keyof Shown]: { kind: Kind } & CellOptions[Kind] }[keyof Shown]

/** The cells that can show a value of type V. */
type CellFor<V> = Extract<Cell, { kind: { [Kind in keyof Shown]: V extends Shown[Kind] ? Kind : never }[keyof Shown] }>

type Heading<Key> = {
  key: Key
  label: string
  /** Only what the server orders by. */
  sortable?: boolean
}

export type Column = Heading<string> & Cell

/** `value` is what the address and the API carry. */
export type Option = { value: string; label: string }

export type Filter = { name: string; label: string } & (
  | { kind: 'text' }
  | { kind: 'select'; options: readonly Option[] }
)

export type Field = {
  name: string
  label: string
  /** What is wrong with the text typed, in the contract's words. */
  rule?: Rule
  /** Asked for in one of the two forms only. */
  on?: 'create' | 'update'
  placeholder?: string
  hint?: string
} & ({ kind: 'text' | 'number'; initial?: string } | { kind: 'select'; options: readonly Option[]; initial?: string })

export type Sort = { field: string; order: 'asc' | 'desc' }

/** A resource as table and form see it; made by `defineResource`. */
export type Resource = {
  api: AnyResource
  /** Segment of its address below /admin. */
  path: string
  /** What one of them is called: 分类. */
  noun: string
  Icon: TablerIcon
  /** What one row is called where it is about to be deleted. */
  nameOf(row: Row): string
  columns: readonly Column[]
  filters: readonly Filter[]
  fields: readonly Field[]
  defaultSort?: Sort
}

type RowOf<A extends AnyResource> = OutputOf<A['list']>['data'][number]
type Text<T> = keyof T & string
// Of the row, not of A: a conditional type over `RowOf<A>[K]` is decided before A is known.
type ColumnOf<R> = { [K in Text<R>]: Heading<K> & CellFor<R[K]> }[Text<R>]
type FilterOf<A extends AnyResource> = Exclude<Text<QueryOf<A['list']>>, 'page' | 'limit' | 'sortField' | 'sortOrder'>
type CreateOf<A extends AnyResource> = Text<BodyOf<A['create']>>
type UpdateOf<A extends AnyResource> = Text<BodyOf<A['update']>>

type Definition<A extends AnyResource> = Omit<Resource, 'api' | 'nameOf' | 'columns' | 'filters' | 'fields'> & {
  nameOf(row: RowOf<A>): string
  columns: readonly ColumnOf<RowOf<A>>[]
  filters: readonly (Filter & { name: FilterOf<A> })[]
  fields: readonly (Field &
    (
      | { name: CreateOf<A> & UpdateOf<A>; on?: 'create' | 'update' }
      | { name: CreateOf<A>; on: 'create' }
      | { name: UpdateOf<A>; on: 'update' }
    ))[]
  defaultSort?: Sort & { field: Text<RowOf<A>> }
}

export function defineResource<A extends AnyResource>(api: A, definition: Definition<A>): Resource {
  return { api, ...definition }
}
