/** JSON schemas of the contract for the OpenAPI document. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

export type SchemaRegistry = {
  /** `input` is what a caller may send, `output` what it receives. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema
  named: Record<string, JsonSchema>
}

/** Converts zod schemas to JSON schemas and collects those that have a name. */
export function schemaRegistry(): SchemaRegistry {
  const named: Record<string, JsonSchema> = {}
  return {
    named,
    schemaOf(schema, io) {
      const {
        $schema: _,
        $defs,
        ...json
      } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describeSchema })
      Object.assign(named, localizeRefs($defs ?? {}))
      return localizeRefs(json)
    },
  }
}

function localizeRefs(json: object): JsonSchema {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

type Converted = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>>[0]

/** Uses `shown` of the contract's common.ts where a transform hides the type, and drops meaningless limits. */
function describeSchema({ zodSchema, jsonSchema }: Converted): void {
  const { shown, description } = z.globalRegistry.get(zodSchema) ?? {}
  if (shown) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
    Object.assign(jsonSchema, shown, description && { description })
  }
  // Of the back office's CSV files; the description has them.
  delete jsonSchema.words
  if (zodSchema instanceof z.ZodObject) markRequired(zodSchema, jsonSchema)
  // Later versions may add fields to responses, and unknown input is ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Fields parsed as optional only to be rejected with their own message. */
function markRequired(schema: z.ZodObject, json: Converted['jsonSchema']): void {
  const required = Object.entries(schema.shape).flatMap(([name, field]) =>
    z.globalRegistry.get(field)?.required === true ? [name] : [],
  )
  if (required.length > 0) json.required = [...new Set([...(json.required ?? []), ...required])]
}
