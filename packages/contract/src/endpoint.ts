/** The server's `route()`, the browser's `call()` and the OpenAPI document are derived from these definitions. */
import type { z } from 'zod'
import type { AdminRole } from './admin/roles.ts'
import type { ErrorCode } from './errors.ts'

/** Who may call: `guest` is anyone, with or without a session; `signed-in` is a user or an administrator. */
export type Role = 'guest' | 'user' | 'admin' | 'signed-in'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Multipart = { field: string; many: boolean }

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  R extends Role = Role,
  Stream extends boolean = boolean,
  Csv extends boolean = boolean,
  Zip extends boolean = boolean,
> = {
  method: Method
  /** Below `/api`, with `:name` parameters. */
  path: string
  role: R
  /** The least role of an administrator who may call it; set wherever administrators may. */
  adminRole?: AdminRole
  /** For administrators who have to set up a second factor before anything else, too. */
  withoutSecondFactor?: true
  /** Chinese noun that groups endpoints in the API documentation. */
  tag: string
  summary: string
  /** What the schemas cannot say, such as what a missing field means. Chinese, for the API documentation. */
  description?: string
  /** Chinese `message` of the success envelope. */
  message?: string
  params?: Params
  query?: Query
  body?: Body
  multipart?: Multipart
  /** Shape of `data`, if the response has any. */
  output?: Output
  /** Sends the output without the envelope. */
  raw?: true
  /** Sends server-sent events: an `output` at once and after each change. */
  stream?: Stream
  /** Sends a CSV file; the header `X-Total-Count` is the number of rows. */
  csv?: Csv
  /** Sends a ZIP file. */
  zip?: Zip
  /** A POST that takes the header `Idempotency-Key` (docs/api.md#idempotency-keys). */
  idempotent?: boolean
  /** Lets others see what its sender wrote or uploaded: refused to who is muted (docs/product.md#sanctions). */
  publishes?: true
  /** In addition to the errors that every endpoint may return. */
  errors?: readonly ErrorCode[]
}

/** Where administrators may call, the definition says which. */
type LeastRole<R extends Role> = R extends 'admin' | 'signed-in' ? { adminRole: AdminRole } : { adminRole?: never }

/** Returns a function that defines endpoints and keeps the exact types of their schemas. */
export function endpointsOf(tag: string) {
  return function endpoint<
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    Output extends z.ZodType = z.ZodUndefined,
    const R extends Role = Role,
    const Stream extends boolean = false,
    const Csv extends boolean = false,
    const Zip extends boolean = false,
  >(
    definition: Omit<Endpoint<Params, Query, Body, Output, R, Stream, Csv, Zip>, 'tag' | 'adminRole'> & LeastRole<R>,
  ): Endpoint<Params, Query, Body, Output, R, Stream, Csv, Zip> {
    return { tag, ...definition }
  }
}

export type AnyEndpoint = Endpoint

/** What a caller may send. */
export type ParamsIn<E extends AnyEndpoint> = z.input<NonNullable<E['params']>>
export type QueryIn<E extends AnyEndpoint> = z.input<NonNullable<E['query']>>
export type BodyIn<E extends AnyEndpoint> = z.input<NonNullable<E['body']>>

/** What a handler receives, parsed and normalised. */
export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>

/** What a handler returns and a caller receives. */
export type OutputOf<E extends AnyEndpoint> = z.output<NonNullable<E['output']>>
