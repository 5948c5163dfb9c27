/**
 * The definition of an endpoint: method, path, role and shapes. The server's `route()` validates with it, the browser's
 * `call()` is typed by it, and the OpenAPI document is generated from it.
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: `guest` is anyone (a signed-in user is recognised), `user` and `admin` need a session of that kind,
 * `signed-in` either of the two.
 */
export type Role = 'guest' | 'user' | 'admin' | 'signed-in'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A multipart upload: the form field that carries the file or files. */
export type Multipart = { field: string; many: boolean }

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  R extends Role = Role,
  Stream extends boolean = boolean,
  Csv extends boolean = boolean,
> = {
  method: Method
  /** Below `/api`, with `:name` parameters. */
  path: string
  role: R
  /** Chinese noun that groups endpoints in the API documentation. */
  tag: string
  /** One Chinese line for the API documentation. */
  summary: string
  /** Chinese text of `message` in a success envelope. */
  message?: string
  params?: Params
  query?: Query
  body?: Body
  multipart?: Multipart
  /** Shape of `data`. Absent where the answer has none. */
  output?: Output
  /** Answers the output without the envelope, for tools that expect a format of their own. */
  raw?: true
  /** Answers server-sent events without envelopes: an `output` at once and after each change. */
  stream?: Stream
  /** Streams a CSV file; `X-Total-Count` is its number of rows. */
  csv?: Csv
  /** Errors beyond those that every endpoint may answer. */
  errors?: readonly ErrorCode[]
}

/** Returns the function that defines a module's endpoints and keeps the exact types of their schemas. */
export function endpointsOf(tag: string) {
  return function endpoint<
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
    Output extends z.ZodType = z.ZodUndefined,
    const R extends Role = Role,
    const Stream extends boolean = false,
    const Csv extends boolean = false,
  >(
    definition: Omit<Endpoint<Params, Query, Body, Output, R, Stream, Csv>, 'tag'>,
  ): Endpoint<Params, Query, Body, Output, R, Stream, Csv> {
    return { tag, ...definition }
  }
}

/** Any endpoint, whatever its schemas. */
export type AnyEndpoint = Endpoint

/** What a caller may send: the input type of the schema. */
export type ParamsIn<E extends AnyEndpoint> = z.input<NonNullable<E['params']>>
export type QueryIn<E extends AnyEndpoint> = z.input<NonNullable<E['query']>>
export type BodyIn<E extends AnyEndpoint> = z.input<NonNullable<E['body']>>

/** What a handler receives, parsed and normalised. */
export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>

/** What a handler returns and a caller receives. */
export type OutputOf<E extends AnyEndpoint> = z.output<NonNullable<E['output']>>
