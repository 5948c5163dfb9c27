/**
 * What an endpoint is. One object describes method, path, role and shapes; the server's `route()` validates by it, the
 * browser's `call()` is typed by it, and the OpenAPI document is generated from it.
 */
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call: `guest` means anyone (a signed-in user is recognised), `user` and `admin` need such a session, `signed-in`
 * either of the two.
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
  /** Chinese noun that the API documentation files it under. */
  tag: string
  /** One Chinese line for the API documentation. */
  summary: string
  /** Chinese text of `message` in a success envelope. */
  message?: string
  params?: Params
  query?: Query
  body?: Body
  multipart?: Multipart
  /** Shape of `data`; absent where the answer carries none. */
  output?: Output
  /** Answers the output itself, without the envelope: for tools that expect a format of their own. */
  raw?: true
  /** Answers server-sent events: an `output` at once and after each change, none of them in an envelope. */
  stream?: Stream
  /** Answers a file of comma-separated values, sent as it is made; `X-Total-Count` says how many rows it will have. */
  csv?: Csv
  /** Errors beyond those that every endpoint may answer. */
  errors?: readonly ErrorCode[]
}

/** Gives a module the function that defines its endpoints: it keeps the exact types of their schemas. */
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

/** What a caller may send: the schema's input side. */
export type ParamsIn<E extends AnyEndpoint> = z.input<NonNullable<E['params']>>
export type QueryIn<E extends AnyEndpoint> = z.input<NonNullable<E['query']>>
export type BodyIn<E extends AnyEndpoint> = z.input<NonNullable<E['body']>>

/** What a handler receives: parsed and normalised. */
export type ParamsOf<E extends AnyEndpoint> = z.output<NonNullable<E['params']>>
export type QueryOf<E extends AnyEndpoint> = z.output<NonNullable<E['query']>>
export type BodyOf<E extends AnyEndpoint> = z.output<NonNullable<E['body']>>

/** What a handler returns and a caller gets. */
export type OutputOf<E extends AnyEndpoint> = z.output<NonNullable<E['output']>>
