/** Types and rules of schemas as text, for the tables of parameters and bodies. */
import { type Parameter, resolve, type Schema, type Schemas, withoutNull } from './openapi.ts'

export type Field = { name: string; in: string; type: string; required: boolean; description: string }

const LOCATIONS = { path: '路径', query: '查询', header: '请求头' } as const

export function parameterFields(parameters: readonly Parameter[], schemas: Schemas): Field[] {
  return parameters.map(({ name, in: location, required = false, description, schema }) =>
    toField(name, LOCATIONS[location], required, { ...schema, ...(description && { description }) }, schemas),
  )
}

/** The top-level fields of an object; the sample shows nested ones. */
export function bodyFields(schema: Schema, schemas: Schemas): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas)
  return Object.entries(properties).map(([name, field]) =>
    toField(name, '内容', required.includes(name), field, schemas),
  )
}

function toField(name: string, location: string, required: boolean, schema: Schema, schemas: Schemas): Field {
  return { name, in: location, type: typeText(schema, schemas), required, description: describe(schema, schemas) }
}

/** For example integer, string[], object | null. */
export function typeText(schema: Schema, schemas: Schemas): string {
  const { schema: inner, nullable } = withoutNull(resolve(schema, schemas))
  const type = inner.$ref ? typeText(inner, schemas) : bareType(inner, schemas)
  return nullable ? `${type} | null` : type
}

function bareType(schema: Schema, schemas: Schemas): string {
  const options = schema.anyOf ?? schema.oneOf
  if (options?.length) return [...new Set(options.map((option) => typeText(option, schemas)))].join(' | ')
  if (schema.type === 'array') return schema.items ? `${typeText(schema.items, schemas)}[]` : 'array'
  if (schema.format === 'binary') return 'file'
  if (schema.type) return [schema.type].flat().join(' | ')
  const value = schema.const ?? schema.enum?.[0]
  return value === undefined ? 'any' : typeof value
}

function describe(field: Schema, schemas: Schemas): string {
  const { schema } = withoutNull(resolve(field, schemas))
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  const parts = [
    schema.description,
    values.length > 0 && `可选值 ${values.map(String).join('、')}`,
    rangeText(schema.minimum, schema.maximum, ''),
    rangeText(schema.minLength, schema.maxLength, ' 个字符'),
    rangeText(schema.minItems, schema.maxItems, ' 项'),
    schema.default !== undefined && `默认 ${JSON.stringify(schema.default)}`,
  ]
  return parts.filter(Boolean).join('；')
}

function rangeText(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined) return max === undefined ? '' : `最多 ${max}${unit}`
  if (max === undefined) return `至少 ${min}${unit}`
  return min === max ? `${min}${unit}` : `${min} 至 ${max}${unit}`
}
