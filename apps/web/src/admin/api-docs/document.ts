/** The part of an OpenAPI 3.1 document that the page reads (docs/decisions/008). */

export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, Schema>>
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
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; description?: string; schema: Schema }

type Media = { schema?: Schema; examples?: Readonly<Record<string, { value: unknown }>> }
type Content = Readonly<Record<string, Media>>

export type Operation = {
  tags: readonly string[]
  summary: string
  description?: string
  operationId: string
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
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** Named schemas of the document, by name. */
export type Named = ApiDocument['components']['schemas']

/** What a reference stands for, anything where that is not known; a description of its own goes before. */
export function resolve(schema: Schema, named: Named): Schema {
  const { $ref, description } = schema
  if ($ref === undefined) return schema
  return { ...named[$ref.split('/').at(-1) ?? ''], ...(description && { description }) }
}

/** The alternative that is not null, and whether null was one. */
export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const either = schema.anyOf ?? schema.oneOf
  if (either) {
    const rest = either.filter(({ type }) => type !== 'null')
    const nullable = rest.length < either.length
    const [only] = rest
    if (only && rest.length === 1) {
      return { schema: { ...only, description: schema.description ?? only.description }, nullable }
    }
    return { schema: { ...schema, anyOf: rest, oneOf: undefined }, nullable }
  }
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    return {
      schema: { ...schema, type: types.length === 1 ? types[0] : types },
      nullable: types.length < schema.type.length,
    }
  }
  return { schema, nullable: false }
}
