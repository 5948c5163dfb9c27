/** What the back office needs to know of a resource besides its contract: where its rows are, and who writes them. */
import type { AnyReading, AnyResource, Impact } from '@shiliu/contract/admin/resource'
import type { sorting } from '@shiliu/contract/common'
import type { BodyOf, OutputOf, QueryOf } from '@shiliu/contract/endpoint'
import type { ErrorCode } from '@shiliu/contract/errors'
import type { Ctx } from '#deps.ts'
import type { AdminViewer } from '#platform/http/session.ts'
import type { Condition } from './conditions.repo.ts'
import type { RowSource } from './rows.repo.ts'

export type Row = { id: number }

/** A resource that is read. */
export type Reading = RowSource & {
  api: AnyReading
  /** Columns that hold markup (contract/rich-text.ts): a file tells them as text. */
  rich?: readonly string[]
  /** Rows as the contract shows them, in any order; those that are gone are left out. A fixed number of queries. */
  load(ctx: Ctx, ids: number[]): Promise<Row[]>
}

/** Who writes; the password of the body, hashed before the transaction since that takes long on purpose. */
export type Act = { viewer: AdminViewer; passwordHash: string | null }

/** A resource that is written, always within a transaction and through the services that own its tables. */
export type Resource = Reading & {
  api: AnyResource
  /** What a row is called in the audit trail. */
  nameOf(row: Row): string
  /** Editable fields that move by themselves: a row is not «changed» by them. */
  moving?: readonly string[]
  /** Keeps rows from others until the transaction ends, in the order in which the owners lock; their own rows by default. */
  hold?(t: Ctx, ids: number[], before: 'update' | 'remove'): Promise<unknown>
  /** Answers the new row's id. */
  create(t: Ctx, body: never, act: Act): Promise<number>
  update(t: Ctx, row: never, body: never, act: Act): Promise<unknown>
  /** Deletes rows that are there. */
  remove(t: Ctx, ids: number[], act: Act): Promise<unknown>
  /** Rows deleted in one transaction; all that were chosen, unless each is an undertaking of its own. */
  atOnce?: number
  impact?(ctx: Ctx, ids: number[]): Promise<Impact>
  /** The error of a row that is not there, where it is not `record_not_found`. */
  missing?: ErrorCode
  /** Errors of the owners that are about what a field of the form names: the field. */
  blames?: Partial<Record<ErrorCode, string>>
  /** Errors of the owners that mean that there is such a record: 409 here (wire rule 22), in the owners' words. */
  taken?: readonly ErrorCode[]
}

/** The row as `load` answers it: without its version, which is made of it. */
type Loaded<A extends AnyReading> = Omit<OutputOf<A['get']>, 'version'>
type Filters<A extends AnyReading> = {
  [K in Exclude<keyof QueryOf<A['export']>, keyof typeof sorting>]-?: Condition<
    Exclude<QueryOf<A['export']>[K], undefined>
  >
}
type Typed<A extends AnyReading> = {
  filters: Filters<A>
  sortable: readonly (keyof Loaded<A> & string)[]
  rich?: readonly (keyof Loaded<A> & string)[]
  load(ctx: Ctx, ids: number[]): Promise<Loaded<A>[]>
}

export function defineReading<A extends AnyReading>(
  api: A,
  definition: Omit<Reading, 'api' | keyof Typed<A>> & Typed<A>,
): Reading {
  return { api, ...definition } as Reading
}

type Written<A extends AnyResource> = Typed<A> & {
  nameOf(row: Loaded<A>): string
  moving?: readonly (keyof Loaded<A> & string)[]
  create(t: Ctx, body: BodyOf<A['create']>, act: Act): Promise<number>
  update(t: Ctx, row: Loaded<A>, body: Omit<BodyOf<A['update']>, 'version'>, act: Act): Promise<unknown>
}

export function defineResource<A extends AnyResource>(
  api: A,
  definition: Omit<Resource, 'api' | keyof Written<A>> & Written<A>,
): Resource {
  return { api, ...definition } as unknown as Resource
}

/** The name in addresses and in the audit trail: `posts`. */
export function nameOf({ api }: Reading): string {
  return api.list.path.slice('/admin/'.length)
}
