/** An example of what a schema describes, with values that could be true. */
import { type Named, resolve, type Schema, withoutNull } from './document.ts'
import { formats, samples } from './sample-values.ts'

/** Schemas may contain themselves: a thread its replies. */
const DEPTH_MAX = 8

/** A value that the schema allows. `name` is the field it is for, which often says what would stand there. */
export function sampleOf(schema: Schema, named: Named, name = '', depth = 0): unknown {
  const { schema: whole, nullable } = withoutNull(resolve(schema, named))
  if (whole.$ref) return sampleOf(whole, named, name, depth + 1)
  if (depth > DEPTH_MAX) return nullable ? null : empty(whole)
  if (whole.const !== undefined) return whole.const
  if (whole.examples?.length) return whole.examples[0]
  if (whole.enum?.length) return whole.enum[0]
  if (whole.allOf) return Object.assign({}, ...whole.allOf.map((part) => sampleOf(part, named, name, depth + 1)))
  const either = whole.anyOf ?? whole.oneOf
  if (either?.[0]) return sampleOf(either[0], named, name, depth + 1)
  return known(whole, name) ?? made(whole, named, name, depth)
}

function known(schema: Schema, name: string): unknown {
  const value = valueFor(name)
  if (value !== undefined && fits(value, schema)) return value
  return schema.default ?? formats.get(schema.format ?? '')
}

/** `from_user_id` is a `user_id`, `parent_comment_content` a `content`. */
function valueFor(name: string): unknown {
  if (samples.has(name)) return samples.get(name)
  const rest = name.indexOf('_') + 1
  return rest > 0 ? valueFor(name.slice(rest)) : undefined
}

/** A name may be used for something else: `description` of a number. */
function fits(value: unknown, schema: Schema): boolean {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (Array.isArray(value)) return types.includes('array') && simple(schema.items)
  if (typeof value === 'number') return types.includes('integer') || types.includes('number')
  return types.includes(typeof value)
}

const simple = (items: Schema | undefined) => items?.type === 'string'

function made(schema: Schema, named: Named, name: string, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items ? [sampleOf(schema.items, named, singular(name), depth + 1)] : []
  if (type === 'object' || schema.properties) return objectOf(schema, named, depth)
  if (type === 'integer' || type === 'number') return numberOf(schema, name)
  if (type === 'boolean') return true
  return type === 'string' ? textOf(schema) : null
}

function objectOf({ properties = {}, additionalProperties }: Schema, named: Named, depth: number) {
  const fields = Object.entries(properties).map(([name, field]) => [name, sampleOf(field, named, name, depth + 1)])
  const more = typeof additionalProperties === 'object' && additionalProperties
  return { ...Object.fromEntries(fields), ...(more && { key: sampleOf(more, named, 'key', depth + 1) }) }
}

function numberOf({ minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema, name: string) {
  const wanted = /(^|_)id$|Id$|^ids$/.test(name) ? 7 : /count|total/i.test(name) ? 12 : 1
  return Math.min(Math.max(wanted, minimum), maximum)
}

function textOf({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string {
  const text = '文本'
  return text.slice(0, maxLength).padEnd(minLength, text)
}

const singular = (name: string) => (samples.has(name) ? name : name.replace(/s$/, ''))

function empty({ type }: Schema): unknown {
  return type === 'array' ? [] : type === 'object' ? {} : null
}
