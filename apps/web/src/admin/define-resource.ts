// What the back office shows of a resource: columns, filters and form fields. Names and kinds are checked against the
// contract, so that a name unknown to the API fails to compile.
import type { AnyReadOnlyResource, AnyResource } from '@shiliu/contract/admin/resource'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Cell, ColumnOf, Heading } from './define-column.ts'
import type { Field, Option } from './define-field.ts'

/** Rows of editable resources carry a `version`, which the form sends back to detect conflicts. */
export type Row = OutputOf<AnyReadOnlyResource['list']>['data'][number] & { version?: string }

export type Column = Heading<string> & Cell<Row>

/** A `linked` one is set by links from elsewhere, and stands there only while it is. */
export type Filter = { name: string; label: string; linked?: true } & (
  | { kind: 'text' }
  | { kind: 'date' }
  /** `optionsFrom` appends options fetched from the API. */
  | { kind: 'select'; options: readonly Option[]; optionsFrom?: 'categories' }
)

export type Sort = { field: string; order: 'asc' | 'desc' }

/** What the table needs of a resource; `defineReadOnlyResource` makes one that is only read. */
export type Resource = {
  api: AnyReadOnlyResource
  /** Segment of its address below /admin. */
  path: string
  /** What one record is called: 分类. */
  noun: string
  /** Title of the area; `${noun}管理` by default. */
  title?: string
  Icon: TablerIcon
  /** Names a row in dialogs and accessible labels. */
  nameOf(row: Row): string
  /** The first column identifies the row: it is sticky and opens the details. */
  columns: readonly Column[]
  filters: readonly Filter[]
  /** The server's own order by default. */
  defaultSort?: Sort
  /** The target type of notes and comments, which moderators decide about. */
  moderates?: 1 | 2
  /** What can be done about a record, above its details. */
  Panel?: ComponentType<{ id: number; row: Row }>
  /** Above the table, for moderators. */
  Tools?: ComponentType
}

/** A resource with a form; made by `defineResource`. */
export type EditableResource = Resource & {
  api: AnyResource
  fields: readonly Field[]
  /** Shows below the fields what the record will look like. */
  Preview?: ComponentType<{ values: Readonly<Record<string, unknown>> }>
}

export function isEditable(resource: Resource): resource is EditableResource {
  return 'fields' in resource
}

export function titleOf({ title, noun }: Resource): string {
  return title ?? `${noun}管理`
}

type RowOf<A extends AnyReadOnlyResource> = OutputOf<A['list']>['data'][number]
type Text<T> = keyof T & string
type FilterOf<A extends AnyReadOnlyResource> = Exclude<
  Text<QueryOf<A['list']>>,
  'page' | 'limit' | 'sortField' | 'sortOrder' | 'order'
>
type CreateOf<A extends AnyResource> = Text<BodyOf<A['create']>>
type UpdateOf<A extends AnyResource> = Text<BodyOf<A['update']>>

type ReadDefinition<A extends AnyReadOnlyResource> = Pick<
  Resource,
  'path' | 'noun' | 'title' | 'Icon' | 'moderates' | 'Panel' | 'Tools'
> & {
  nameOf(row: RowOf<A>): string
  columns: readonly ColumnOf<RowOf<A>>[]
  filters: readonly (Filter & { name: FilterOf<A> })[]
  defaultSort?: Sort & { field: Text<RowOf<A>> }
}

type EditDefinition<A extends AnyResource> = ReadDefinition<A> &
  Pick<EditableResource, 'Preview'> & {
    fields: readonly (Field & { nameField?: Text<RowOf<A>> } & (
        | { name: CreateOf<A> & UpdateOf<A>; on?: 'create' | 'update' }
        | { name: CreateOf<A>; on: 'create' }
        | { name: CreateOf<A>; fixed: true }
        | { name: UpdateOf<A>; on: 'update' }
      ))[]
  }

const BY_ID: Filter = { name: 'id', label: 'ID', kind: 'text' }

// The casts are safe: functions of a row of A are only called with rows that A's own list returned.
export function defineReadOnlyResource<A extends AnyReadOnlyResource>(api: A, definition: ReadDefinition<A>): Resource {
  return { api, ...definition, filters: [BY_ID, ...definition.filters] } as Resource
}

export function defineResource<A extends AnyResource>(api: A, definition: EditDefinition<A>): EditableResource {
  return { api, ...definition, filters: [BY_ID, ...definition.filters] } as EditableResource
}
