/** How the server implements a back-office resource: where its rows are, and which services write them. */
import type { AnyReadOnlyResource, AnyResource, Impact } from '@shiliu/contract/admin/resource'
import type { AdminRole } from '@shiliu/contract/admin/roles'
import type { sorting } from '@shiliu/contract/common'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { ErrorCode } from '@shiliu/contract/errors'
import type { Ctx } from '#deps.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import type { Condition } from './filters.repo.ts'
import type { FilterValues, RowSource } from './resource-rows.repo.ts'

export type Row = { id: number }

export type ReadableResource = RowSource & {
  api: AnyReadOnlyResource
  /** Columns that hold rich text (contract/rich-text.ts); exports convert them to plain text. */
  richTextFields?: readonly string[]
  /** Whether only its author and moderators see it: the audit trail says who of them did. */
  isPrivate?(row: Row): boolean
  /** Looks up what a filter names before the table is read, so that the table is found by an index. */
  lookUp?(ctx: Ctx, values: FilterValues): Promise<FilterValues>
  /** What of a row an administrator of this role reads; all of it by default. */
  shownTo?(row: Row, role: AdminRole): Row
  /** Rows as the contract defines them, in any order, without missing ones. Uses a fixed number of queries. */
  load(ctx: Ctx, ids: number[]): Promise<Row[]>
}

/** `passwordHash` is of the body's password: computed before the transaction because hashing is slow on purpose. */
export type MutationContext = { viewer: AdminViewer; passwordHash: string | null }

export type LockedFor = 'update' | 'remove' | 'restore' | 'purge'

/** Written in a transaction, through the services that own its tables. */
export type EditableResource = ReadableResource & {
  api: AnyResource
  /** The record's name in the audit trail. */
  recordName(row: Row): string
  /** Editable fields that also change without an edit (view counts): ignored when a row's version is computed. */
  volatileFields?: readonly string[]
  /** Fields that the audit trail, which more people read, shows as changed without their values. */
  secretFields?: readonly string[]
  /** Locks rows until the transaction ends, in the owning module's lock order. Default: the resource's own rows. */
  lock?(t: Ctx, ids: number[], before: LockedFor): Promise<unknown>
  /** Returns the new row's id. */
  create(t: Ctx, body: never, context: MutationContext): Promise<number>
  update(t: Ctx, row: never, body: never, context: MutationContext): Promise<unknown>
  /** Deletes, or puts into the trash what has one. */
  remove(t: Ctx, ids: number[], context: MutationContext): Promise<unknown>
  /** Takes out of the trash, under other names where `names` has them; throws where a name was taken meanwhile. */
  restore?(t: Ctx, ids: number[], names: never, context: MutationContext): Promise<unknown>
  /** Deletes what is in the trash for good. */
  purge?(t: Ctx, ids: number[]): Promise<unknown>
  /** Throws where a password chosen for an account is easy to guess. */
  refusePassword?(password: string, account: never): void
  /** Called before the transaction of an update, for what takes a while. */
  beforeUpdate?(ctx: Ctx, id: number, body: never, viewer: AdminViewer): Promise<void>
  /** Rows deleted per transaction; 100 by default. */
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
  [K in Exclude<keyof QueryOf<A['export']>, keyof typeof sorting | 'id'>]-?: Condition<
    Exclude<QueryOf<A['export']>[K], undefined>
  >
}
type Readable<A extends AnyReadOnlyResource> = {
  filters: Filters<A>
  sortable: readonly (keyof Loaded<A> & string)[]
  richTextFields?: readonly (keyof Loaded<A> & string)[]
  isPrivate?(row: Loaded<A>): boolean
  shownTo?(row: Loaded<A>, role: AdminRole): Loaded<A>
  load(ctx: Ctx, ids: number[]): Promise<Loaded<A>[]>
}

/** Checks names and types against the contract. */
export function defineReadOnlyResource<A extends AnyReadOnlyResource>(
  api: A,
  definition: Omit<ReadableResource, 'api' | keyof Readable<A>> & Readable<A>,
): ReadableResource {
  return { api, ...definition } as ReadableResource
}

type NamesOf<A extends AnyResource> = Omit<BodyOf<NonNullable<A['restore']>>, 'ids'>

type Editable<A extends AnyResource> = Readable<A> & {
  recordName(row: Loaded<A>): string
  volatileFields?: readonly (keyof Loaded<A> & string)[]
  secretFields?: readonly (keyof Loaded<A> & string)[]
  create(t: Ctx, body: BodyOf<A['create']>, context: MutationContext): Promise<number>
  restore?(t: Ctx, ids: number[], names: NamesOf<A>, context: MutationContext): Promise<unknown>
  update(t: Ctx, row: Loaded<A>, body: Omit<BodyOf<A['update']>, 'version'>, context: MutationContext): Promise<unknown>
  beforeUpdate?(ctx: Ctx, id: number, body: BodyOf<A['update']>, viewer: AdminViewer): Promise<void>
  /** The account's row, or the body that creates it. */
  refusePassword?(password: string, account: Loaded<A> | BodyOf<A['create']>): void
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
