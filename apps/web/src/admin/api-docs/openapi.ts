/** The parts of the API's OpenAPI 3.1 document that the page shows (docs/decisions/008-openapi.md). */

import type { AdminRole } from '@shiliu/contract/admin/roles'

type Bound = 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems'
export type Schema = { [Name in Bound]?: number } & {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  properties?: Schemas
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  examples?: readonly unknown[]
  default?: unknown
  format?: string
}
export type Schemas = Readonly<Record<string, Schema>>

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}
type Content = Readonly<Record<string, { schema?: Schema; examples?: Readonly<Record<string, { value: unknown }>> }>>

export type Operation = {
  tags: readonly string[]
  summary: string
  description?: string
  operationId: string
  /** The least role of an administrator who may call it. */
  'x-admin-role'?: AdminRole
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description: string; content?: Content }>>
}

export type ApiDocument = {
  info: { version: string; 'x-updated'?: string }
  servers: readonly { url: string }[]
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Schemas }
}

export type Access = 'public' | 'user' | 'admin' | 'any'
type Body = { media: string; schema: Schema }
/** An operation as the page shows it; `id` is also the hash of its address. */
export type Endpoint = ReturnType<typeof toEndpoint>
export type Section = { name: string; endpoints: readonly Endpoint[] }

/** The endpoints by tag, in the order of the document, without empty sections. */
export function sectionsOf(document: ApiDocument): Section[] {
  const base = document.servers[0]?.url ?? ''
  const endpoints = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toEndpoint(method, base + path, operation)),
  )
  return document.tags
    .map(({ name }) => ({ name, endpoints: endpoints.filter(({ section }) => section === name) }))
    .filter(({ endpoints }) => endpoints.length > 0)
}

function toEndpoint(method: string, path: string, operation: Operation) {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation
  const { 200: success, ...errors } = responses
  // The description of a special response is a sentence, any other is only its message.
  const aboutResponse = /[，；。]/.test(success?.description ?? '') ? success?.description : undefined
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    title: summary,
    description: description ?? aboutResponse ?? '',
    section: tags[0] ?? '',
    access: accessOf(operation),
    least: operation['x-admin-role'] ?? null,
    parameters,
    body: bodyOf(requestBody?.content),
    response: bodyOf(success?.content),
    errors: Object.entries(errors).map(([status, { content }]) => ({ status, examples: examplesOf(content) })),
  }
}

function accessOf({ security }: Operation): Access {
  const schemes = security.flatMap((requirement) => Object.keys(requirement))
  if (schemes.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0)) return 'public'
  if (schemes.includes('user')) return schemes.includes('admin') ? 'any' : 'user'
  return 'admin'
}

function bodyOf(content: Content = {}): Body | null {
  const [media, entry] = Object.entries(content)[0] ?? []
  return media && entry?.schema ? { media, schema: entry.schema } : null
}

function examplesOf(content: Content = {}) {
  const examples = Object.values(content).flatMap((entry) => Object.entries(entry.examples ?? {}))
  return examples.map(([error, { value }]) => ({ error, message: String(Object(value).message ?? '') }))
}

/** The referenced schema, empty if unknown; a description beside the reference wins. */
export function resolve(schema: Schema, schemas: Schemas): Schema {
  const { $ref, description } = schema
  if ($ref === undefined) return schema
  return { ...schemas[$ref.split('/').at(-1) ?? ''], ...(description && { description }) }
}

/** The schema without its null alternative, and whether it had one. */
export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const { type, anyOf = schema.oneOf } = schema
  if (anyOf) {
    const rest = anyOf.filter((option) => option.type !== 'null')
    const nullable = rest.length < anyOf.length
    const [only] = rest
    if (!only || rest.length > 1) return { schema: { ...schema, anyOf: rest }, nullable }
    return { schema: { ...only, description: schema.description ?? only.description }, nullable }
  }
  if (typeof type === 'string' || !type) return { schema, nullable: false }
  const types = type.filter((one) => one !== 'null')
  return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, nullable: types.length < type.length }
}
