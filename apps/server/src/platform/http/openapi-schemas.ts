/** The contract's schemas as JSON Schema, the way OpenAPI 3.1 takes them. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

export type SchemaBook = {
  /** `input` is what a caller may send, `output` what they get. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  /** The schemas that have a name, found so far; the others refer to them. */
  named: Record<string, JsonSchema>
}

export function schemaBook(): SchemaBook {
  const named: Record<string, JsonSchema> = {}
  return {
    named,
    schemaOf(schema, io) {
      const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: present })
      Object.assign(named, pointHere($defs ?? {}))
      return pointHere(json)
    },
  }
}

/** Named schemas live in the document's components. */
function pointHere(json: object): JsonSchema {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

type Converted = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>>[0]

/** Says what is meant (`shown` in the contract's common.ts) where a transform hides it, and leaves out what says nothing. */
function present({ zodSchema, jsonSchema }: Converted): void {
  const { shown, description } = z.globalRegistry.get(zodSchema) ?? {}
  if (shown) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
    Object.assign(jsonSchema, shown, description && { description })
  }
  if (zodSchema instanceof z.ZodObject) markRequired(zodSchema, jsonSchema)
  // A later version may answer more; unknown input is dropped, not refused.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Fields that are parsed as optional only to be refused in their own words. */
function markRequired(schema: z.ZodObject, json: Converted['jsonSchema']): void {
  const refused = Object.entries(schema.shape).flatMap(([name, field]) =>
    z.globalRegistry.get(field)?.required === true ? [name] : [],
  )
  if (refused.length > 0) json.required = [...new Set([...(json.required ?? []), ...refused])]
}
