/** Schemas in words, for the tables of parameters and bodies. */
import { type Named, type Parameter, resolve, type Schema, withoutNull } from './document.ts'

export type Field = { name: string; place: string; type: string; required: boolean; description: string }

const PLACES = { path: '路径', query: '查询' } as const

export function parameterFields(parameters: readonly Parameter[], named: Named): Field[] {
  return parameters.map(({ name, in: where, required = false, description, schema }) => ({
    name,
    place: PLACES[where],
    type: typeText(schema, named),
    required,
    description: describe({ ...schema, description: description ?? schema.description }, named),
  }))
}

/** The fields of an object; those of objects within it are left to the sample. */
export function bodyFields(schema: Schema, named: Named): Field[] {
  const { properties = {}, required = [] } = resolve(schema, named)
  return Object.entries(properties).map(([name, field]) => ({
    name,
    place: '内容',
    type: typeText(field, named),
    required: required.includes(name),
    description: describe(field, named),
  }))
}

/** integer, string[], object | null. */
export function typeText(schema: Schema, named: Named): string {
  const { schema: whole, nullable } = withoutNull(resolve(schema, named))
  const type = whole.$ref ? typeText(whole, named) : bareType(whole, named)
  return nullable ? `${type} | null` : type
}

function bareType(schema: Schema, named: Named): string {
  const either = schema.anyOf ?? schema.oneOf
  if (either?.length) return [...new Set(either.map((one) => typeText(one, named)))].join(' | ')
  if (schema.type === 'array') return schema.items ? `${typeText(schema.items, named)}[]` : 'array'
  if (schema.format === 'binary') return 'file'
  if (typeof schema.type === 'string') return schema.type
  if (schema.type) return schema.type.join(' | ')
  const value = schema.const ?? schema.enum?.[0]
  return value === undefined ? 'any' : typeof value
}

/** What is said of a field, and what its value must be like. */
function describe(field: Schema, named: Named): string {
  const { schema } = withoutNull(resolve(field, named))
  return [schema.description, ...rulesOf(schema)].filter(Boolean).join('；')
}

function rulesOf(schema: Schema): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  return [
    values.length > 0 ? `可选值 ${values.map(String).join('、')}` : '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' 个字符'),
    range(minItems, maxItems, ' 项'),
    schema.default === undefined ? '' : `默认 ${JSON.stringify(schema.default)}`,
  ].filter(Boolean)
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined)
    return least === most ? `${least}${unit}` : `${least} 至 ${most}${unit}`
  if (least !== undefined) return `至少 ${least}${unit}`
  return most === undefined ? '' : `最多 ${most}${unit}`
}
