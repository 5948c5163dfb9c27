/** How the server implements a back-office resource: where its rows are, and which services write them. */
import type { AnyReadOnlyResource, AnyResource, Impact } from '@shiliu/contract/admin/resource'
import type { sorting } from '@shiliu/contract/common'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { ErrorCode } from '@shiliu/contract/errors'
import type { Ctx } from '#deps.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import type { Condition } from './filters.repo.ts'
import type { RowSource } from './resource-rows.repo.ts'

export type Row = { id: number }

export type ReadableResource = RowSource & {
  api: AnyReadOnlyResource
  /** Columns that hold rich text (contract/rich-text.ts); exports convert them to plain text. */
  richTextFields?: readonly string[]
  /** Rows as the contract defines them, in any order, without missing ones. Uses a fixed number of queries. */
  load(ctx: Ctx, ids: number[]): Promise<Row[]>
}

/** `passwordHash` is of the body's password: computed before the transaction because hashing is slow on purpose. */
export type MutationContext = { viewer: AdminViewer; passwordHash: string | null }

/** Written in a transaction, through the services that own its tables. */
export type EditableResource = ReadableResource & {
  api: AnyResource
  /** The record's name in the audit trail. */
  recordName(row: Row): string
  /** Editable fields that also change without an edit (view counts): ignored when a row's version is computed. */
  volatileFields?: readonly string[]
  /** Locks rows until the transaction ends, in the owning module's lock order. Default: the resource's own rows. */
  lock?(t: Ctx, ids: number[], before: 'update' | 'remove'): Promise<unknown>
  /** Returns the new row's id. */
  create(t: Ctx, body: never, context: MutationContext): Promise<number>
  update(t: Ctx, row: never, body: never, context: MutationContext): Promise<unknown>
  remove(t: Ctx, ids: number[], context: MutationContext): Promise<unknown>
  /** Rows deleted per transaction; all of them by default. */
  batchSize?: number
  impact?(ctx: Ctx, ids: number[]): Promise<Impact>
  /** The error code for a missing row; `record_not_found` by default. */
  notFoundError?: ErrorCode
  /** Maps error codes of the owning services to the form field that caused them. */
  fieldOfError?: Partial<Record<ErrorCode, string>>
  /** Error codes of the owning services that mean "already exists"; answered with 409 and the original message. */
  conflictErrors?: readonly ErrorCode[]
}

/** A row as `load` returns it. Its version is derived from it later. */
type Loaded<A extends AnyReadOnlyResource> = Omit<OutputOf<A['get']>, 'version'>
type Filters<A extends AnyReadOnlyResource> = {
  [K in Exclude<keyof QueryOf<A['export']>, keyof typeof sorting>]-?: Condition<
    Exclude<QueryOf<A['export']>[K], undefined>
  >
}
type Readable<A extends AnyReadOnlyResource> = {
  filters: Filters<A>
  sortable: readonly (keyof Loaded<A> & string)[]
  richTextFields?: readonly (keyof Loaded<A> & string)[]
  load(ctx: Ctx, ids: number[]): Promise<Loaded<A>[]>
}

/** Checks names and types against the contract. */
export function defineReadOnlyResource<A extends AnyReadOnlyResource>(
  api: A,
  definition: Omit<ReadableResource, 'api' | keyof Readable<A>> & Readable<A>,
): ReadableResource {
  return { api, ...definition } as ReadableResource
}

type Editable<A extends AnyResource> = Readable<A> & {
  recordName(row: Loaded<A>): string
  volatileFields?: readonly (keyof Loaded<A> & string)[]
  create(t: Ctx, body: BodyOf<A['create']>, context: MutationContext): Promise<number>
  update(t: Ctx, row: Loaded<A>, body: Omit<BodyOf<A['update']>, 'version'>, context: MutationContext): Promise<unknown>
}

export function defineResource<A extends AnyResource>(
  api: A,
  definition: Omit<EditableResource, 'api' | keyof Editable<A>> & Editable<A>,
): EditableResource {
  return { api, ...definition } as unknown as EditableResource
}

/** The resource's name in addresses and in the audit trail, like `posts`. */
export function resourceName({ api }: ReadableResource): string {
  return api.list.path.slice('/admin/'.length)
}
